// A merge of two customers as the Admin API shows it (G-151).
import { type Static, Type } from 'typebox';
import { addressesLeftOut, type CustomerMerge } from '#core/people/customer-merge.ts';
import { customerMergeExample } from '#http/admin-api/customers/customer-examples.ts';

const milliseconds = (description: string) =>
  Type.Integer({ format: 'int64', description: `${description}, in milliseconds since 1970.` });

/** A merge as its event and its routes show it. */
export const customerMergeShape = Type.Object(
  {
    id: Type.String({ description: 'Record id; what undoing asks for.' }),
    customerId: Type.String({ description: 'Into whom the other was merged.' }),
    mergedCustomerId: Type.String({ description: 'Who was merged. The id leads to the survivor.' }),
    mergedCustomerNumber: Type.String({ description: 'Their number. It leads to the survivor too.' }),
    emailsLeftOut: Type.Array(Type.String(), {
      description: 'Addresses that found no room; undoing brings them back.',
    }),
    createdBy: Type.Object(
      {
        type: Type.String({ description: '`api_key`, `staff`, `customer` or `system`.' }),
        id: Type.String({ description: 'Record id, or the name of a part of the system.' }),
        name: Type.String({ description: 'What they were called then.' }),
      },
      { description: 'Who merged them.' },
    ),
    createdAt: milliseconds('When they were merged'),
    undoneAt: Type.Optional(milliseconds('When it was undone')),
  },
  { title: 'CustomerMerge', examples: [customerMergeExample] },
);

/** What `customerMergeShape` describes. */
export type CustomerMergeView = Static<typeof customerMergeShape>;

/** A merge as its event and its routes show it. */
export function customerMergeView(merge: CustomerMerge): CustomerMergeView {
  const { createdBy } = merge;
  return {
    id: merge.id,
    customerId: merge.customerId,
    mergedCustomerId: merge.mergedCustomerId,
    mergedCustomerNumber: merge.mergedCustomerNumber,
    emailsLeftOut: addressesLeftOut(merge),
    createdBy: { type: createdBy.type, id: createdBy.id, name: createdBy.name },
    createdAt: merge.createdAt.getTime(),
    undoneAt: merge.undoneAt?.getTime(),
  };
}
