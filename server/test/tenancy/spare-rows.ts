// Rows for the tables that no operation fills while a test makes its organizations, so that the walls of those tables
// are tried too.

/** A statement with `?` for each value. */
export interface SpareRow {
  text: string;
  values: unknown[];
}

/** One row for each such table. A table that has none yet is named by the test that needs it. */
export function spareRows(organizationId: string, customerId: string, word: string): SpareRow[] {
  const id = customerId;
  const bytes = Buffer.from(word);
  const later = new Date('2100-01-01T00:00:00Z');
  const rows: [text: string, ...values: unknown[]][] = [
    [
      `insert into webhook_subscriptions (organization_id, id, events, target_url, unsubscribe_token_hash,
         secret_sealed, created_by, created_at)
       values (?, ?, '{customer.created}', 'https://hooks.zapier.com/same', ?, ?, 'Same', now())`,
      organizationId,
      id,
      bytes,
      bytes,
    ],
    [
      `insert into webhook_deliveries (organization_id, subscription_id, event_id, sequence, record_id, status,
         attempts, created_at) values (?, ?, ?, 1, ?, 'delivered', 1, now())`,
      organizationId,
      id,
      id,
      id,
    ],
    [
      `insert into accounts (organization_id, id, email, customer_id, created_at)
       values (?, ?, 'same@example.com', ?, now())`,
      organizationId,
      id,
      id,
    ],
    [
      `insert into oauth_clients (organization_id, id, client_id, name, is_public, redirect_uris, created_at)
       values (?, ?, ?, 'Website', true, '{https://example.com/cb}', now())`,
      organizationId,
      id,
      word,
    ],
    [
      `insert into customer_sessions (organization_id, id, account_id, kind, created_at, expires_at)
       values (?, ?, ?, 'browser', now(), ?)`,
      organizationId,
      id,
      id,
      later,
    ],
    [
      `insert into oidc_artifacts (organization_id, model, id_hash, payload, created_at, expires_at)
       values (?, 'Grant', ?, '{}', now(), ?)`,
      organizationId,
      bytes,
      later,
    ],
    [
      `insert into session_refresh_tokens (organization_id, token_hash, session_id, issued_at)
       values (?, ?, ?, now())`,
      organizationId,
      bytes,
      id,
    ],
    [
      `insert into one_time_codes (organization_id, id, purpose, email, binding, code_hash, created_at, expires_at)
       values (?, ?, 'profile_email', 'same@example.com', 'same', ?, now(), ?)`,
      organizationId,
      id,
      bytes,
      later,
    ],
    [
      `insert into outgoing_mails (organization_id, id, message_sealed, next_attempt_at, expires_at, created_at)
       values (?, ?, ?, ?, ?, now())`,
      organizationId,
      id,
      bytes,
      later,
      later,
    ],
    [
      'insert into customer_import_rows (organization_id, row_key, customer_id) values (?, ?, ?)',
      organizationId,
      Buffer.alloc(16),
      id,
    ],
  ];
  return rows.map(([text, ...values]) => ({ text, values }));
}
