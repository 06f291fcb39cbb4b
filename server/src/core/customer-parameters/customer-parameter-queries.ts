// All SQL of customer parameter definitions.
import type { CustomerParameter } from '#core/customer-parameters/customer-parameter.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

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
  const rows = await tx<ParameterRow[]>`${parametersFrom(tx)} order by display_order, id`;
  return rows.map(toParameter);
}

/** The custom definition with this record id, locked until the transaction ends. */
export async function lockParameter(tx: Tx, id: string): Promise<CustomerParameter | undefined> {
  const rows = await tx<ParameterRow[]>`${parametersFrom(tx)} and id = ${id} for no key update`;
  return rows[0] && toParameter(rows[0]);
}

/** Takes a definition out of use. */
export async function markArchived(tx: Tx, id: string, archivedAt: Date): Promise<void> {
  await tx`
    update customer_parameters set archived_at = ${archivedAt}
    where organization_id = ${tx.organizationId} and id = ${id}
  `;
}

function parametersFrom(tx: Tx): SqlFragment {
  return tx`
    select id, key, name, description, type, options, required, false as system, customer_visible, customer_editable,
      default_value, validation, group_name as "group", display_order as "order", archived_at is not null as archived
    from customer_parameters where organization_id = ${tx.organizationId}
  `;
}

function toParameter(row: ParameterRow): CustomerParameter {
  return {
    ...row,
    description: row.description ?? undefined,
    defaultValue: row.defaultValue ?? undefined,
    group: row.group ?? undefined,
  } as CustomerParameter;
}
