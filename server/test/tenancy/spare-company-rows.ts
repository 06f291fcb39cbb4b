// Spare rows of companies and store credit. The company has the id of the customer, so that tests find it by that.

/** A company with a domain and a member, and store credit of the customer: statements with their values. */
export function companyRows(
  organizationId: string,
  id: string,
  word: string,
): [text: string, ...values: unknown[]][] {
  return [
    [
      `insert into companies (organization_id, id, company_number, name, status, source, search_text, created_at,
         updated_at) values (?, ?, 'COM-900001', ?, 'active', 'same', ?, now(), now())`,
      organizationId,
      id,
      word,
      ` ${word} com-900001`,
    ],
    [
      `insert into company_domains (organization_id, company_id, position, domain) values (?, ?, 0, 'same.example')`,
      organizationId,
      id,
    ],
    [
      `insert into company_members (organization_id, company_id, customer_id, position, role, title)
       values (?, ?, ?, 0, 'member', ?)`,
      organizationId,
      id,
      id,
      word,
    ],
    [
      `insert into credit_accounts (organization_id, entity_id, currency, entity_type, customer_id, balance_minor)
       values (?, ?, 'EUR', 'customer', ?, 500)`,
      organizationId,
      id,
      id,
    ],
    [
      `insert into credit_entries (organization_id, id, entity_id, currency, entity_type, entity_number, type, reason,
         amount_minor, balance_minor, note, source, actor_type, actor_id, actor_name, created_at)
       values (?, ?, ?, 'EUR', 'customer', 'SAME-0001', 'credit', 'issue', 500, 500, ?, 'system', 'system', 'same', 'Same',
         now())`,
      organizationId,
      id,
      id,
      word,
    ],
    [
      `insert into credit_lots (organization_id, entry_id, entity_id, currency, remaining_minor, expires_at)
       values (?, ?, ?, 'EUR', 500, ?)`,
      organizationId,
      id,
      id,
      new Date('2100-01-01T00:00:00Z'),
    ],
  ];
}
