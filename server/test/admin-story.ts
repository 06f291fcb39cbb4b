// The order in which the Admin API's examples follow each other: a test sends them all, each to what those before it have
// made. What is named nowhere is sent when all this is there.

/** What is done with subscriptions once there is a delivery. */
export const lookedAfter = [
  'listDeliveries',
  'replayDelivery',
  'replayEvents',
  'createWebhookSubscription',
  'getSubscription',
  'rotateSecret',
  'endPreviousSecret',
  'enableSubscription',
];

/** What is there before balances and ledgers are looked at. */
export const creditedFirst = [
  'createCompany',
  'issueCustomerStoreCredit',
  'debitCustomerStoreCredit',
  'issueCompanyStoreCredit',
  'debitCompanyStoreCredit',
];

const placed = ['Location', 'Sublocation', 'Equipment', 'StaffMember', 'ServiceCategory', 'Service'];
const withHours = ['Location', 'Sublocation', 'StaffMember', 'Service'];

/** The days that examples are about, a Wednesday and others, and how many days after it they are. */
export const exampleDays = { '2026-04-08': 0, '2026-04-10': 2, '2026-04-12': 4, '2026-04-15': 7 };

/** An enquiry from its coming in to its end, and what enquiries are sorted by. */
export const enquiryStory = [
  ...['createEnquiry', 'listEnquiries', 'getEnquiry', 'replyToEnquiry', 'listEnquiryReplies', 'receiveMail'],
  ...['updateEnquiry', 'deleteEnquiry', 'restoreEnquiry', 'getEnquiryMetadata', 'setEnquirySettings'],
];

/** A booking from its making to its end. */
const bookingStory = [
  'listAvailability',
  ...['createHold', 'getHold', 'deleteHold'],
  ...['createBooking', 'listBookings', 'getBooking', 'getBookingTicket'],
  ...['createBookingSeries', 'getBookingSeries', 'cancelBookingSeries'],
  ...['updateBooking', 'listBookingChanges', 'rescheduleBooking', 'deleteBooking'],
];

/** A task from its making to its end, and what it is sorted by. */
export const taskStory = [
  ...['createTaskCategory', 'listTaskCategories', 'renameTaskCategory', 'deleteTaskCategory'],
  ...['createTask', 'listTasks', 'getTask', 'updateTask', 'deleteTask'],
];

/** The life of a location and of what is offered there, from its opening to its end. */
export const housekeeping = [
  ...placed.map((kind) => `create${kind}`),
  ...bookingStory,
  ...['Locations', 'Sublocations', 'Equipment', 'Staff', 'ServiceCategories', 'Services'].map(
    (kinds) => `list${kinds}`,
  ),
  ...placed.map((kind) => `get${kind}`),
  ...placed.toReversed().map((kind) => `update${kind}`),
  ...['replace', 'get'].flatMap((verb) => withHours.map((kind) => `${verb}${kind}Schedule`)),
  ...placed.toReversed().map((kind) => `delete${kind}`),
];

/** Two customers who were one, or were not. */
export const mergeStory = ['mergeCustomer', 'listCustomerMerges', 'undoCustomerMerge'];

/** Answers that are longer than their examples, which show how they begin. */
export const shortened = ['exportCustomer'];
