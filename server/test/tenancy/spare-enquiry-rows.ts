// Rows for the tables of enquiries, beside those of spare-rows.ts: one enquiry, which somebody is to answer.

/** One row for each table of enquiries, as spare-rows.ts writes them. */
export function enquiryRows(
  organizationId: string,
  id: string,
  word: string,
): [text: string, ...values: unknown[]][] {
  return [
    [
      `insert into enquiry_settings (organization_id, settings, updated_at)
       values (?, jsonb_build_object('categories', jsonb_build_array(?::text)), now())`,
      organizationId,
      word,
    ],
    [
      `insert into enquiries (organization_id, id, enquiry_number, name, email, customer_id, type, message, status,
         status_category, priority, source, reply_token, search_text, created_at, updated_at)
       values (?, ?, 'ENQ-900001', ?, 'same@example.com', ?, 'general', ?, 'new', 'new', 'medium', 'same',
         'same000000000000', ?, now(), now())`,
      organizationId,
      id,
      word,
      id,
      word,
      ` enq-900001 ${word} same@example.com`,
    ],
    [
      `insert into enquiry_assignees (organization_id, staff_id, enquiry_id, position, status) values (?, ?, ?, 0, 'new')`,
      organizationId,
      id,
      id,
    ],
    [
      `insert into enquiry_messages (organization_id, enquiry_id, id, kind, author_type, author_id, author_name, body,
         mail_message_id, created_at)
       values (?, ?, ?, 'note', 'system', 'same', 'Same', ?, '<same@example.com>', now())`,
      organizationId,
      id,
      // With the enquiry's own id it would be what the enquiry asks, which its thread does not repeat.
      id.replace(/^./, 'f'),
      word,
    ],
  ];
}
