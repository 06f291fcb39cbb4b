// Rows for the tables that no operation fills while a test makes its organizations, so that the walls of those tables
// are tried too.
import { bookingRows } from '#test/tenancy/spare-booking-rows.ts';
import { companyRows } from '#test/tenancy/spare-company-rows.ts';
import { enquiryRows } from '#test/tenancy/spare-enquiry-rows.ts';

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
      `insert into locations (organization_id, id, name, time_zone, email, status, created_at, updated_at)
       values (?, ?, ?, 'UTC', 'same@example.com', 'active', now(), now())`,
      organizationId,
      id,
      word,
    ],
    [
      `insert into sublocations (organization_id, id, location_id, name, kind, capacity, status, created_at, updated_at)
       values (?, ?, ?, ?, 'room', 1, 'active', now(), now())`,
      organizationId,
      id,
      id,
      word,
    ],
    [
      `insert into equipment (organization_id, id, location_id, name, quantity, status, created_at, updated_at)
       values (?, ?, ?, ?, 1, 'active', now(), now())`,
      organizationId,
      id,
      id,
      word,
    ],
    [
      `insert into staff (organization_id, id, first_name, name, status, created_at, updated_at)
       values (?, ?, ?, ?, 'active', now(), now())`,
      organizationId,
      id,
      word,
      word,
    ],
    [
      `insert into service_categories (organization_id, id, name, created_at, updated_at)
       values (?, ?, 'Same', now(), now())`,
      organizationId,
      id,
    ],
    [
      `insert into services (organization_id, id, name, category_id, duration_minutes, buffer_before_minutes,
         buffer_after_minutes, interval_minutes, capacity, capacity_mode, price_minor, currency, tax_rate, tax_setting,
         minimum_notice_minutes, horizon_days, cancel_notice_minutes, reschedule_notice_minutes, late_cancel_fee_minor,
         no_show_grace_minutes, requires_staff, requires_approval, qr_code_tickets_enabled, wallet_tickets_enabled,
         status, created_at, updated_at)
       values (?, ?, ?, ?, 60, 0, 0, 60, 1, 'exclusive', 0, 'EUR', 0, 'inclusive', 0, 365, 0, 0, 0, 0, false, false,
         true, false, 'active', now(), now())`,
      organizationId,
      id,
      word,
      id,
    ],
    [
      'insert into service_sublocations (organization_id, service_id, sublocation_id) values (?, ?, ?)',
      organizationId,
      id,
      id,
    ],
    [
      'insert into service_staff (organization_id, service_id, staff_id) values (?, ?, ?)',
      organizationId,
      id,
      id,
    ],
    [
      'insert into service_equipment (organization_id, service_id, equipment_id, quantity) values (?, ?, ?, 1)',
      organizationId,
      id,
      id,
    ],
    [
      `insert into schedule_rules (organization_id, location_id, position, weekday, start_minute, end_minute)
       values (?, ?, 0, 1, 540, 1020)`,
      organizationId,
      id,
    ],
    [
      `insert into booking_series (organization_id, id, frequency, interval_count, first_date, start_time, last_date,
         created_at) values (?, ?, 'weekly', 1, '2100-01-04', '10:00', '2100-01-11', now())`,
      organizationId,
      id,
    ],
    [
      `insert into booking_holds (organization_id, id, holder, service_id, location_id, timezone, starts_at, ends_at,
         attendee_count, expires_at, created_at)
       values (?, ?, ?, ?, ?, 'UTC', '2100-01-04T10:00:00Z', '2100-01-04T11:00:00Z', 1, ?, now())`,
      organizationId,
      id,
      word,
      id,
      id,
      later,
    ],
    [
      'insert into freed_times (organization_id, id, starts_at, ends_at) values (?, ?, ?, ?)',
      organizationId,
      id,
      new Date('2099-12-31T00:00:00Z'),
      later,
    ],
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
    [
      `insert into customer_merges (organization_id, id, customer_id, merged_customer_id, merged_customer_number,
         survivor_id, merged_customer, created_by_type, created_by_id, created_by_name, created_at)
       values (?, ?, ?, gen_random_uuid(), 'MERGED-1', ?, jsonb_build_object('firstName', ?::text), 'system', 'same',
         'Same', now())`,
      organizationId,
      id,
      id,
      id,
      word,
    ],
    [
      'insert into customer_merge_moves (organization_id, merge_id, link) values (?, ?, ?)',
      organizationId,
      id,
      'orders.customer_id',
    ],
    ...companyRows(organizationId, id, word),
    [
      `insert into orders (organization_id, id, order_number, status, payment_status, currency, tax_setting,
         subtotal_minor, discount_total_minor, order_discount_minor, tax_total_minor, service_charge_minor, tip_minor,
         total_minor, customer_id, source, notes, created_by_type, created_by_id, created_by_name, created_at, updated_at)
       values (?, ?, 'ORD-900001', 'draft', 'pending', 'EUR', 'exclusive', 500, 0, 0, 0, 0, 0, 500, ?, 'same', ?, 'system',
         'same', 'Same', now(), now())`,
      organizationId,
      id,
      id,
      word,
    ],
    [
      `insert into order_items (organization_id, order_id, id, position, type, name, quantity, unit_price_minor,
         own_discount_minor, tax_rate, subtotal_minor, discount_minor, tax_minor, total_minor)
       values (?, ?, ?, 0, 'custom', ?, 1, 500, 0, 0, 500, 0, 0, 500)`,
      organizationId,
      id,
      id,
      word,
    ],
    [
      `insert into order_payments (organization_id, order_id, id, amount_minor, method, card_brand, status, processed_at)
       values (?, ?, ?, 500, 'card', ?, 'failed', now())`,
      organizationId,
      id,
      id,
      word,
    ],
    [
      `insert into order_refunds (organization_id, order_id, id, amount_minor, reason, created_at)
       values (?, ?, ?, 1, ?, now())`,
      organizationId,
      id,
      id,
      word,
    ],
    [
      `insert into order_customers (organization_id, customer_id, order_id, position, role)
       values (?, ?, ?, 0, 'primary')`,
      organizationId,
      id,
      id,
    ],
    ...bookingRows(organizationId, id, word),
    ...enquiryRows(organizationId, id, word),
    [
      // Of nobody who is there: whose person is being erased can't be merged.
      `insert into customer_erasures (organization_id, customer_id, person_sealed, started_at) values (?, ?, ?, ?)`,
      organizationId,
      organizationId,
      bytes,
      later,
    ],
    [
      'insert into task_categories (organization_id, id, name, created_at, updated_at) values (?, ?, ?, now(), now())',
      organizationId,
      id,
      word,
    ],
    [
      `insert into tasks (organization_id, id, content, category_id, is_task, status, due_at, is_pinned, is_internal,
         named_staff, created_at, created_by, created_by_name, updated_at, updated_by, updated_by_name)
       values (?, ?, ?, ?, true, 'pending', ?, false, false, '{}', now(), 'same', 'Same', now(), 'same', 'Same')`,
      organizationId,
      id,
      word,
      id,
      later,
    ],
    [
      `insert into task_links (organization_id, task_id, customer_id, position, is_pending)
       values (?, ?, ?, 0, true)`,
      organizationId,
      id,
      id,
    ],
    [
      `insert into task_completions (organization_id, task_id, id, completed_at, completed_by, completed_by_name)
       values (?, ?, ?, now(), 'same', 'Same')`,
      organizationId,
      id,
      id,
    ],
  ];
  return rows.map(([text, ...values]) => ({ text, values }));
}
