// The customers that examples are about: what is sent to create and change one, and what comes back. The operations'
// examples follow each other like a first visit, and a test sends them all.

const createdAt = Date.parse('2026-03-31T09:12:45.310Z');

/** What a customer is created with. */
export const newCustomerExample = {
  firstName: 'Mara',
  lastName: 'Lindqvist',
  emails: [{ address: 'mara.lindqvist@example.com' }],
  phones: [{ number: '+49 40 5550142' }],
  marketingOptIn: true,
};

/** The customer that `newCustomerExample` creates. */
export const customerExample = {
  id: '019d432a-b3fe-7a52-9d0b-3f6a1c84e2b7',
  customerNumber: 'CUST-000001',
  firstName: newCustomerExample.firstName,
  lastName: newCustomerExample.lastName,
  displayName: 'Mara Lindqvist',
  emails: [{ address: 'mara.lindqvist@example.com', isPrimary: true }],
  phones: [{ number: '+49405550142', isPrimary: true }],
  status: 'active' as const,
  source: 'admin',
  totalOrders: 0,
  totalSpent: 0,
  averageOrderValue: 0,
  lifetimeValue: 0,
  createdAt,
  updatedAt: createdAt,
  version: 1,
  parameterValues: {},
  marketingOptIn: newCustomerExample.marketingOptIn,
  smsOptIn: false,
};

/** What is changed of that customer. */
export const customerChangeExample = { lastName: 'Lindqvist-Berg', smsOptIn: true };

/** The customer after that change. */
export const changedCustomerExample = {
  ...customerExample,
  ...customerChangeExample,
  displayName: 'Mara Lindqvist-Berg',
  updatedAt: createdAt + 86_412_507,
  version: 2,
};

/** Two customers who came after, as a list shows them: newest first. */
export const listedCustomerExamples = [
  listed({
    id: '019d437e-580b-71c6-b3e8-2a94d07c5f61',
    customerNumber: 'CUST-000003',
    firstName: 'Priya',
    lastName: 'Raman',
    email: 'priya@raman-studio.example',
    createdAt: Date.parse('2026-03-31T10:44:06.795Z'),
  }),
  listed({
    id: '019d434c-7b42-7e19-a6d5-c81f3b720e94',
    customerNumber: 'CUST-000002',
    firstName: 'Jonas',
    lastName: 'Petersen',
    email: 'jonas.petersen@example.com',
    createdAt: Date.parse('2026-03-31T09:49:39.010Z'),
  }),
];

interface ListedExample {
  id: string;
  customerNumber: string;
  firstName: string;
  lastName: string;
  email: string;
  createdAt: number;
}

function listed({ id, customerNumber, firstName, lastName, email, createdAt }: ListedExample) {
  const { marketingOptIn: _marketing, smsOptIn: _sms, ...fields } = customerExample;
  return {
    ...fields,
    id,
    customerNumber,
    firstName,
    lastName,
    displayName: `${firstName} ${lastName}`,
    emails: [{ address: email, isPrimary: true }],
    phones: [],
    createdAt,
    updatedAt: createdAt,
  };
}

/** The merge of two customers who were one. */
export const customerMergeExample = {
  id: '019d4330-5a10-7c44-8f21-6b0d9e2a7c31',
  customerId: customerExample.id,
  mergedCustomerId: '019d432c-11aa-7b90-9c3e-0f5d2e8a6b14',
  mergedCustomerNumber: 'CUST-000104',
  emailsLeftOut: [],
  createdBy: { type: 'api_key', id: '019d4329-6a10-7cc4-8f02-6be91d40a3f8', name: 'Website' },
  createdAt: createdAt + 60_000,
};

/** What is left of `customerExample` once the person is erased. */
export const erasedCustomerExample = {
  id: customerExample.id,
  customerNumber: customerExample.customerNumber,
  emails: [],
  phones: [],
  status: 'inactive' as const,
  source: 'admin',
  totalOrders: 0,
  totalSpent: 0,
  averageOrderValue: 0,
  lifetimeValue: 0,
  createdAt,
  updatedAt: createdAt + 120_000,
  version: 5,
  parameterValues: {},
  marketingOptIn: false,
  smsOptIn: false,
};
