// The rows of an import of enquiries: what one says of who asked what and what became of it, checked by the rules for
// every enquiry. Pure.
import { namesIn, newEnquiry } from '#core/enquiries/create-enquiry.ts';
import { type Enquiry, enquiryBounds } from '#core/enquiries/enquiry.ts';
import {
  checkRequiredFields,
  defaultValues,
  type EnquiryChanges,
  withEnquiryChanges,
} from '#core/enquiries/enquiry-changes.ts';
import { withPastStatus } from '#core/enquiries/enquiry-status.ts';
import {
  type EnquirySettings,
  type StatusCategory,
  statusCategories,
  statusFor,
} from '#core/enquiries/settings/enquiry-settings.ts';
import type { Directory } from '#core/imports/directory.ts';
import type { Candidate, ImportRow } from '#core/imports/import-row.ts';
import { examineMention, type Mention } from '#core/imports/mentions.ts';
import { rowKeyOf } from '#core/imports/row-key.ts';
import { momentSaid, type SaidMoment } from '#core/imports/said-moment.ts';
import type { Scope } from '#core/scope.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { newId } from '#kit/id.ts';
import { foldForSearch } from '#kit/text.ts';

/** What a row says of an enquiry. Without a source it is `import`. */
export interface EnquiryRowInput extends Omit<EnquiryChanges, 'referrer'> {
  /** Whose enquiry it is; otherwise that of whoever has the email. */
  customerNumber?: string | undefined;
  /** Key or label of a status, or else its category. */
  status?: string | undefined;
  /** When it was asked; default now. */
  createdAt?: SaidMoment | undefined;
  firstResponseAt?: SaidMoment | undefined;
  resolvedAt?: SaidMoment | undefined;
  closedAt?: SaidMoment | undefined;
  /** Members of staff by id or name; the first is in charge. */
  staff?: string[] | undefined;
}

/** A row of somebody's list of enquiries. */
export type EnquiryRow = ImportRow<EnquiryRowInput>;

/** What the rows of an import are read with. */
export interface EnquiryBooks {
  settings: EnquirySettings;
  directory: Directory;
}

/** A row with the enquiry it would make. */
export interface EnquiryCandidate<Row extends EnquiryRow = EnquiryRow> extends Candidate<Row> {
  /** 16 bytes as hex digits. */
  key: string;
  /** Without a number, and without its customer; without an address where only a customer's number is given. */
  enquiry: Enquiry;
  mention: Mention | undefined;
}

/** Checks what a row says. What is wrong goes into the candidate's `problems`. */
export function examineEnquiry<Row extends EnquiryRow>(
  scope: Scope,
  row: Row,
  books: EnquiryBooks,
): EnquiryCandidate<Row> {
  const { input } = row;
  const problems = [...row.problems];
  if (input.customerNumber === undefined && input.email === undefined) {
    problems.push(problem('email', 'is needed, or the number of a customer.', 'missing_field'));
  }
  const now = scope.clock.now();
  const createdAt = momentSaid('createdAt', input.createdAt, scope.organization.timeZone, problems) ?? now;
  const blank = newEnquiry(scope, books.settings);
  const begun: Enquiry = {
    ...blank,
    id: newId(createdAt),
    createdAt,
    source: 'import',
    customFields: defaultValues(books.settings),
  };
  const said = { ...input, message: input.message ?? '' };
  const enquiry = asSaid(scope, begun, said, books, problems);
  checkRequiredFields(enquiry, books.settings, problems);
  return { row, problems, key: rowKeyOf(input), enquiry, mention: mentionOf(scope, input) };
}

/** An enquiry with what a row says of it. What is wrong is added to `problems`. */
export function asSaid(
  scope: Scope,
  before: Enquiry,
  input: EnquiryRowInput,
  { settings, directory }: EnquiryBooks,
  problems: FaultDetail[],
): Enquiry {
  const rules = { settings, countryCode: scope.organization.countryCode };
  const type = input.type === undefined ? undefined : typeNamed(settings, input.type);
  const described = withEnquiryChanges(before, { ...input, type }, rules, problems);
  const staff = input.staff === undefined ? before.staff : staffNamed(input.staff, directory, problems);
  return withHistory(scope, { ...described, staff }, input, settings, problems);
}

// Who is made with an enquiry is a guest, as with every enquiry (G-154).
function mentionOf(scope: Scope, input: EnquiryRowInput): Mention | undefined {
  const { customerNumber, email, phone, name } = input;
  const { firstName, lastName } = namesIn(name);
  const said = {
    customerNumber,
    customerEmail: email,
    customerFirstName: firstName,
    customerLastName: lastName,
    customerPhone: phone,
  };
  // Address, name and phone were checked as the enquiry's own.
  const mention = examineMention(scope, said, []);
  if (!mention?.customer) return mention;
  return { ...mention, customer: { ...mention.customer, isGuest: true } };
}

/** The enquiry in its status, with the moments at which it got there; what is not told happened when it was asked. */
function withHistory(
  scope: Scope,
  enquiry: Enquiry,
  input: EnquiryRowInput,
  settings: EnquirySettings,
  problems: FaultDetail[],
): Enquiry {
  const now = scope.clock.now();
  const moment = (field: 'firstResponseAt' | 'resolvedAt' | 'closedAt') =>
    momentSaid(field, input[field], scope.organization.timeZone, problems);
  const said = {
    createdAt: enquiry.createdAt,
    firstResponseAt: moment('firstResponseAt'),
    resolvedAt: moment('resolvedAt'),
    closedAt: moment('closedAt'),
  };
  checkOrder(said, now, problems);
  const { firstResponseAt = enquiry.firstResponseAt, resolvedAt, closedAt } = said;
  const key = statusKey(settings, input);
  const isNew = enquiry.enquiryNumber === '';
  const at = closedAt ?? resolvedAt ?? (isNew ? enquiry.createdAt : now);
  const stood = key === undefined ? enquiry : withPastStatus(enquiry, key, { settings, at }, problems);
  const { category } = stood.status;
  for (const [field, value] of Object.entries({ resolvedAt, closedAt })) {
    const fits = category === 'closed' || (category === 'resolved' && field === 'resolvedAt');
    if (value && !fits)
      problems.push(problem(field, `must be empty while the enquiry is ${stood.status.key}.`));
  }
  return {
    ...stood,
    firstResponseAt,
    resolvedAt: resolvedAt ?? stood.resolvedAt,
    closedAt: closedAt ?? stood.closedAt,
  };
}

function checkOrder(said: Record<string, Date | undefined>, now: Date, problems: FaultDetail[]): void {
  for (const [field, moment] of Object.entries(said)) {
    if (!moment) continue;
    if (moment > now) problems.push(problem(field, 'must not be in the future.'));
    if (moment < said.createdAt!) problems.push(problem(field, 'must not be before the enquiry was made.'));
  }
}

/** The key of the status that a row means; a moment of resolving or closing says it too. */
function statusKey(
  settings: EnquirySettings,
  { status, resolvedAt, closedAt }: EnquiryRowInput,
): string | undefined {
  if (status === undefined) {
    const reached: StatusCategory | undefined = closedAt ? 'closed' : resolvedAt ? 'resolved' : undefined;
    return reached && statusFor(settings, reached)?.key;
  }
  const active = settings.statuses.filter((one) => one.active);
  const found = named(active, status);
  const category = statusCategories.find((one) => one === status);
  return found?.key ?? (category && statusFor(settings, category)?.key) ?? status;
}

function typeNamed({ types }: EnquirySettings, text: string): string {
  return named(types, text)?.key ?? text;
}

function named<Kept extends { key: string; label: string }>(list: Kept[], text: string): Kept | undefined {
  const folded = foldForSearch(text);
  return (
    list.find(({ key }) => key === text) ??
    list.find(({ key, label }) => foldForSearch(label) === folded || foldForSearch(key) === folded)
  );
}

function staffNamed(texts: string[], directory: Directory, problems: FaultDetail[]): Enquiry['staff'] {
  const found = texts.map((text, place) => directory.findStaffMember(`staff[${place}]`, text, problems));
  const staff = [
    ...new Map(found.flatMap((one) => (one ? [[one.id, { id: one.id, name: one.name }]] : []))).values(),
  ];
  if (staff.length > enquiryBounds.staff) {
    problems.push(problem('staff', `must have at most ${enquiryBounds.staff} entries.`));
  }
  return staff;
}
