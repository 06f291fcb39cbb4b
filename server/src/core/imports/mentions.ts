// Customers that rows of other lists name: by number, or by email and then made when nobody has it. Nobody who is there
// is changed.
import { normalizeEmail } from '#core/contacts/email-address.ts';
import { type Customer, emptyCustomer } from '#core/customers/customer.ts';
import { withChanges } from '#core/customers/customer-changes.ts';
import { eventOf } from '#core/events/events.ts';
import { withNumbers } from '#core/imports/customers/customer-import.ts';
import { insertImportedCustomers } from '#core/imports/customers/customer-import-queries.ts';
import { type KnownCustomers, selectMentioned } from '#core/imports/import-queries.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';

/** What a row says of its customer. */
export interface CustomerSaid {
  customerNumber?: string | undefined;
  customerEmail?: string | undefined;
  customerFirstName?: string | undefined;
  customerLastName?: string | undefined;
  customerPhone?: string | undefined;
}

/** The customer of a row before it is looked up: a number counts before an email. */
export interface Mention {
  number: string | undefined;
  /** Who is made when nobody has the email; without a number yet. */
  customer: Customer | undefined;
}

const saidFields: Record<string, keyof CustomerSaid> = {
  firstName: 'customerFirstName',
  lastName: 'customerLastName',
  'emails[0].address': 'customerEmail',
  'phones[0].number': 'customerPhone',
};

/** Checks what a row says of its customer; `undefined` when it names none. What is wrong is added to `problems`. */
export function examineMention(
  scope: Scope,
  said: CustomerSaid,
  problems: FaultDetail[],
): Mention | undefined {
  const { customerNumber: number, customerEmail, customerPhone } = said;
  if (number !== undefined) return { number, customer: undefined };
  if (customerEmail === undefined) return undefined;
  const { organization, clock } = scope;
  const wrong: FaultDetail[] = [];
  const customer = withChanges(
    { ...emptyCustomer(organization.id, clock.now()), source: 'import' },
    {
      firstName: said.customerFirstName,
      lastName: said.customerLastName,
      emails: [{ address: customerEmail }],
      phones: customerPhone === undefined ? [] : [{ number: customerPhone }],
    },
    organization.countryCode,
    wrong,
  );
  problems.push(...wrong.map((one) => ({ ...one, path: saidFields[one.path] ?? one.path })));
  return { number: undefined, customer };
}

/** Looks up who is mentioned. */
export function findMentioned(scope: Scope, mentions: (Mention | undefined)[]): Promise<KnownCustomers> {
  const numbers = mentions.flatMap((mention) => mention?.number ?? []);
  const addresses = mentions.flatMap((mention) => addressOf(mention) ?? []);
  return scope.read((tx) => selectMentioned(tx, { numbers, addresses }));
}

/** Looks up the customers that these texts name, each by number or email, by the text. */
export async function findNamed(scope: Scope, texts: string[]): Promise<Map<string, string>> {
  const addresses = texts.map((text) => (text.includes('@') ? normalizeEmail(text) : undefined));
  const numbers = texts.filter((text) => !text.includes('@'));
  const known = await scope.read((tx) =>
    selectMentioned(tx, { numbers, addresses: addresses.flatMap((address) => address ?? []) }),
  );
  const ids = texts.map(
    (text, place) => known.byNumber.get(text) ?? known.byAddress.get(addresses[place] ?? ''),
  );
  return new Map(texts.flatMap((text, place) => (ids[place] ? [[text, ids[place]]] : [])));
}

/** What is wrong with a mention, when it is of a number that nobody has. */
export function mentionProblem(mention: Mention | undefined, known: KnownCustomers): FaultDetail | undefined {
  if (mention?.number === undefined || known.byNumber.has(mention.number)) return undefined;
  return problem('customerNumber', 'is the number of no customer. Import the customers first.');
}

/** Whom a mention is of. */
export interface ResolvedMention {
  customerId: string;
  /** Whoever is not there yet, to be stored before whatever refers to them. */
  newCustomer: Customer | undefined;
}

/** Whom each of some accepted mentions is of, in order; mentions of one new email are of one new customer. */
export async function resolveMentions(
  scope: Scope,
  mentions: (Mention | undefined)[],
): Promise<(ResolvedMention | undefined)[]> {
  const known = await findMentioned(scope, mentions);
  const unknown = new Map<string, Customer>();
  for (const mention of mentions) {
    const address = addressOf(mention);
    if (address && !known.byAddress.has(address) && !unknown.has(address)) {
      unknown.set(address, mention!.customer!);
    }
  }
  const made = await withNumbers(scope, [...unknown.values()], {});
  const newByAddress = new Map([...unknown.keys()].map((address, place) => [address, made[place]!]));
  return mentions.map((mention) => {
    if (!mention) return undefined;
    const address = addressOf(mention) ?? '';
    const newCustomer = newByAddress.get(address);
    const customerId =
      newCustomer?.id ?? known.byNumber.get(mention.number ?? '') ?? known.byAddress.get(address)!;
    return { customerId, newCustomer };
  });
}

/** Stores the new ones among these customers, each once, with their events, inside the caller's transaction. */
export async function storeNewCustomers(
  tx: Tx,
  scope: Scope,
  resolved: (ResolvedMention | undefined)[],
): Promise<void> {
  const customers = [...new Set(resolved.flatMap((one) => one?.newCustomer ?? []))];
  if (customers.length === 0) return;
  const imported = customers.map((customer) => ({
    customer,
    rowKey: undefined,
    event: eventOf(scope, 'customer.created', customer),
  }));
  await insertImportedCustomers(tx, imported);
  scope.tools.eventRecorded();
}

function addressOf(mention: Mention | undefined): string | undefined {
  return mention?.customer?.emails[0]?.address;
}
