// What callers may send to change store credit, and the header that makes it safe. Source: Spec, C,
// POST /customers/{customerId}/store-credit.
import { Type } from 'typebox';
import { creditAmountMax, creditNoteLengthMax } from '#core/store-credit/credit-entry.ts';
import { listQuery, strict, timeQuery } from '#http/admin-api/envelope.ts';
import {
  creditDebitExample,
  creditIssueExample,
  creditReversalExample,
} from '#http/admin-api/store-credit/credit-examples.ts';
import { keyShape } from '#http/wire/idempotency.ts';

/** The header that every change of a balance needs, with a key as an example. */
export function requiredKey(example: string) {
  const description =
    'Makes a retry safe: the same key and request get the same answer for ever, another request is refused.';
  return Type.Object({ 'idempotency-key': keyShape(description, example) });
}

/** A currency, in bodies and queries. */
export const currencyShape = Type.String({
  minLength: 3,
  maxLength: 3,
  pattern: '^[A-Za-z]{3}$',
  patternMeaning: 'have three letters',
  description: 'Three-letter code of ISO 4217, in any case.',
  examples: ['EUR'],
});

const noteShape = Type.Optional(
  Type.String({ maxLength: creditNoteLengthMax, description: 'Why; people read it in the ledger.' }),
);
const amountFields = {
  amount: Type.Number({
    exclusiveMinimum: 0,
    maximum: creditAmountMax,
    description: 'A multiple of 0.01, and of the smallest unit of the currency.',
  }),
  currency: currencyShape,
  note: noteShape,
};

/** The body of an issue. */
export const issueCreditBody = strict(
  {
    ...amountFields,
    expiresAt: Type.Optional(
      Type.String({
        format: 'date-time',
        maxLength: 40,
        description: 'When what is left of it expires; never, if left out.',
      }),
    ),
  },
  { examples: [creditIssueExample] },
);

/** The body of taking away. */
export const debitCreditBody = strict(amountFields, { examples: [creditDebitExample] });

/** The body of a reversal. */
export const reverseCreditBody = strict({ note: noteShape }, { examples: [creditReversalExample] });

const { createdAfter, createdBefore } = timeQuery;

/** The query of a ledger. Entries never change, so it knows no other times than those of their making. */
export const creditEntriesQuery = strict({
  ...listQuery,
  currency: Type.Optional(currencyShape),
  createdAfter,
  createdBefore,
});
