// All SQL of customer parameter definitions.
import type { CustomerParameter } from '#core/customer-parameters/customer-parameter.ts';
import type { Tx } from '#db/tx.ts';

type ParameterRow = {
  [Field in keyof CustomerParameter]: Exclude<CustomerParameter[Field], undefined> | null;
};

/** Stores a new definition. Violates unique constraints when its key or, among those in use, its name is taken. */
export async function insertParameter(tx: Tx, parameter: CustomerParameter, createdAt: Date): Promise<void> {
  const p = parameter;
  await tx`
    insert into customer_parameters (organization_id, id, key, name, description, type, options, required,
      customer_visible, customer_editable, default_value, validation, group_name, display_order, created_at)
    values (${tx.organizationId}, ${p.id}, ${p.key}, ${p.name}, ${p.description}, ${p.type},
      ${JSON.stringify(p.options)}::text::jsonb, ${p.required}, ${p.customerVisible}, ${p.customerEditable},
      ${p.defaultValue === undefined ? null : JSON.stringify(p.defaultValue)}::text::jsonb,
      ${JSON.stringify(p.validation)}::text::jsonb, ${p.group}, ${p.order}, ${createdAt})
  `;
}

/** The custom definitions of the organization, archived ones too, in display order. */
export async function selectParameters(tx: Tx): Promise<CustomerParameter[]> {
  const rows = await tx<ParameterRow[]>`
    select id, key, name, description, type, options, required, false as system, customer_visible, customer_editable,
      default_value, validation, group_name as "group", display_order as "order", archived_at is not null as archived
    from customer_parameters where organization_id = ${tx.organizationId}
    order by display_order, id
  `;
  return rows.map(
    (row) =>
      ({
        ...row,
        description: row.description ?? undefined,
        defaultValue: row.defaultValue ?? undefined,
        group: row.group ?? undefined,
      }) as CustomerParameter,
  );
}

/** Takes a definition out of use; `false` when there is none. */
export async function markArchived(tx: Tx, id: string, archivedAt: Date): Promise<boolean> {
  const rows = await tx`
    update customer_parameters set archived_at = coalesce(archived_at, ${archivedAt})
    where organization_id = ${tx.organizationId} and id = ${id} returning id
  `;
  return rows.length > 0;
}
