// Entries and balances of store credit as the Admin API shows them. Source: Spec, Resources, store-credit balance; G-093.
import type { FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import {
  type CreditEntry,
  creditEntityTypes,
  creditEntryTypes,
  creditReasons,
  creditSources,
} from '#core/store-credit/credit-entry.ts';
import type { CreditAnswer, CreditBalances } from '#core/store-credit/store-credit.ts';
import { companyExample } from '#http/admin-api/companies/company-examples.ts';
import { customerExample } from '#http/admin-api/customers/customer-examples.ts';
import { customerCreditExample } from '#http/admin-api/store-credit/credit-examples.ts';
import { toDecimal } from '#kit/money.ts';

const moment = (description: string) => Type.String({ format: 'date-time', description });

/** An entry of the ledger. */
export const creditEntryShape = Type.Object(
  {
    id: Type.String({ description: 'Record id.' }),
    entityType: Type.Enum([...creditEntityTypes], { description: 'Whose store credit it is.' }),
    customerId: Type.Optional(Type.String({ description: 'The customer’s record id.' })),
    customerNumber: Type.Optional(Type.String({ description: 'The customer’s number at that time.' })),
    companyId: Type.Optional(Type.String({ description: 'The company’s record id.' })),
    companyNumber: Type.Optional(Type.String({ description: 'The company’s number at that time.' })),
    type: Type.Enum([...creditEntryTypes], { description: '`credit` adds, `debit` takes away.' }),
    reason: Type.Enum([...creditReasons], { description: 'What brought it about.' }),
    amount: Type.Number({ description: 'How much, more than 0.' }),
    currency: Type.String({ description: 'Three-letter code, like `EUR`.' }),
    balance: Type.Number({ description: 'The balance in this currency after it.' }),
    note: Type.Optional(Type.String({ description: 'What whoever made it had to say.' })),
    orderId: Type.Optional(Type.String({ description: 'The order it paid, or was given back from.' })),
    reversesEntryId: Type.Optional(Type.String({ description: 'The entry it undoes.' })),
    source: Type.Enum([...creditSources], { description: 'Where it was made.' }),
    createdBy: Type.Object(
      {
        type: Type.String({ description: '`api_key`, `staff`, `customer` or `system`.' }),
        id: Type.String({ description: 'Record id, or the name of a part of the system.' }),
        name: Type.String({ description: 'Its name at that time.' }),
      },
      { description: 'Who made it.' },
    ),
    expiresAt: Type.Optional(moment('When what is left of it expires.')),
    createdAt: moment('When it was made.'),
  },
  { title: 'StoreCreditEntry', examples: [customerCreditExample] },
);

/** What `creditEntryShape` describes. */
export type CreditEntryView = Static<typeof creditEntryShape>;

/** An entry of the ledger, as answers and events show it. */
export function creditEntryView(entry: CreditEntry): CreditEntryView {
  const { entityType, entityId, entityNumber, currency, createdBy } = entry;
  const isCustomers = entityType === 'customer';
  return {
    id: entry.id,
    entityType,
    customerId: isCustomers ? entityId : undefined,
    customerNumber: isCustomers ? entityNumber : undefined,
    companyId: isCustomers ? undefined : entityId,
    companyNumber: isCustomers ? undefined : entityNumber,
    type: entry.type,
    reason: entry.reason,
    amount: toDecimal(entry.amountMinor, currency),
    currency,
    balance: toDecimal(entry.balanceMinor, currency),
    note: entry.note,
    orderId: entry.orderId,
    reversesEntryId: entry.reversesEntryId,
    source: entry.source,
    createdBy: { type: createdBy.type, id: createdBy.id, name: createdBy.name },
    expiresAt: entry.expiresAt?.toISOString(),
    createdAt: entry.createdAt.toISOString(),
  };
}

const balanceFields = {
  balances: Type.Array(
    Type.Object({
      currency: Type.String({ description: 'Three-letter code, like `EUR`.' }),
      balance: Type.Number({ description: 'What can be spent, without what has expired.' }),
    }),
    { description: 'One for each currency there has been credit in.' },
  ),
  totalCurrencies: Type.Integer({ description: 'How many balances these are.' }),
};
const balanceExample = { balances: [{ currency: 'EUR', balance: 20 }], totalCurrencies: 1 };

/** What a customer has. */
export const customerBalancesShape = Type.Object(
  {
    customerId: Type.String({ description: 'The customer’s record id.' }),
    customerNumber: Type.String({ description: 'The customer’s number.' }),
    ...balanceFields,
  },
  {
    title: 'CustomerStoreCredit',
    examples: [
      {
        customerId: customerExample.id,
        customerNumber: customerExample.customerNumber,
        ...balanceExample,
      },
    ],
  },
);

/** What a company has. */
export const companyBalancesShape = Type.Object(
  {
    companyId: Type.String({ description: 'The company’s record id.' }),
    companyNumber: Type.String({ description: 'The company’s number.' }),
    ...balanceFields,
  },
  {
    title: 'CompanyStoreCredit',
    examples: [
      { companyId: companyExample.id, companyNumber: companyExample.companyNumber, ...balanceExample },
    ],
  },
);

/** What a customer has, by currency. */
export function customerBalancesView(credit: CreditBalances): Static<typeof customerBalancesShape> {
  return { customerId: credit.id, customerNumber: credit.number, ...balancesView(credit) };
}

/** What a company has, by currency. */
export function companyBalancesView(credit: CreditBalances): Static<typeof companyBalancesShape> {
  return { companyId: credit.id, companyNumber: credit.number, ...balancesView(credit) };
}

/**
 * Answers a keyed request with the entry as it was shown at first, byte for byte, however this view may have changed
 * since.
 */
export function sendEntry(reply: FastifyReply, { answer, createdAt, replayed }: CreditAnswer): never {
  if (replayed) reply.header('idempotent-replayed', 'true');
  const body = `{"success":true,"data":${answer},"timestamp":"${createdAt.toISOString()}"}`;
  return reply
    .code(201)
    .header('content-type', 'application/json; charset=utf-8')
    .serializer((text: string) => text)
    .send(body) as never;
}

function balancesView({ balances }: CreditBalances) {
  return {
    balances: balances.map(({ currency, balanceMinor }) => ({
      currency,
      balance: toDecimal(balanceMinor, currency),
    })),
    totalCurrencies: balances.length,
  };
}
