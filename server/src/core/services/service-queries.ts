// The SQL that reads and writes services with their sublocations, staff and equipment. What a booking reads of them is
// in service-booking-queries.ts.
import { narrowed, type RecordSelection } from '#core/places/record-list-queries.ts';
import type { EquipmentUse, Service } from '#core/services/service.ts';
import type { SqlFragment, Tx } from '#db/tx.ts';

type Optional = 'description' | 'categoryId' | 'categoryName' | 'locationId' | 'externalId';
type Listed = 'sublocationIds' | 'staffIds' | 'equipment';

type ServiceRow = Omit<Service, Optional | Listed> &
  Record<Optional, string | null> & {
    sublocationIds: string[] | null;
    staffIds: string[] | null;
    equipment: EquipmentUse[] | null;
  };

/** The service with this record id. */
export async function findService(tx: Tx, id: string): Promise<Service | undefined> {
  const rows = await tx<ServiceRow[]>`${servicesFrom(tx)} and r.id = ${id}`;
  return rows[0] && toService(rows[0]);
}

/** The service with this record id, locked until the transaction ends. */
export async function lockService(tx: Tx, id: string): Promise<Service | undefined> {
  // Sent at once, and not when it is waited for: what is read behind it must be what its holder has left.
  const locked = tx`
    select from services where organization_id = ${tx.organizationId} and id = ${id} for no key update
  `.execute();
  const [service] = await Promise.all([findService(tx, id), locked]);
  return service;
}

/** Services of a selection, newest first. */
export async function selectServices(
  tx: Tx,
  selection: RecordSelection & { categoryId?: string | undefined },
): Promise<Service[]> {
  const { categoryId } = selection;
  const rows = await tx<ServiceRow[]>`
    ${servicesFrom(tx)} ${categoryId ? tx`and r.category_id = ${categoryId}` : tx``} ${narrowed(tx, selection)}
  `;
  return rows.map(toService);
}

/** What a service refers to, by kind. */
export interface ServiceLinks {
  categoryId: string | undefined;
  locationId: string | undefined;
  sublocationIds: string[];
  staffIds: string[];
  equipmentIds: string[];
}

/** Those of the records a service refers to that there are, and its category's name. They stay until the transaction ends. */
export async function keepLinked(
  tx: Tx,
  links: ServiceLinks,
): Promise<{ known: Set<string>; categoryName: string | undefined }> {
  const { categoryId, locationId, sublocationIds, staffIds, equipmentIds } = links;
  const own = tx`organization_id = ${tx.organizationId}`;
  // In the order in which everybody locks.
  const [categories, ...found] = await Promise.all([
    tx<{ id: string; name: string }[]>`
      select id, name from service_categories where ${own} and id = ${categoryId} for key share
    `,
    tx<{ id: string }[]>`select id from locations where ${own} and id = ${locationId} for key share`,
    tx<{ id: string }[]>`
      select id from sublocations where ${own} and id = any(${sublocationIds}::uuid[]) order by id for key share
    `,
    tx<{ id: string }[]>`
      select id from staff where ${own} and id = any(${staffIds}::uuid[]) order by id for key share
    `,
    tx<{ id: string }[]>`
      select id from equipment where ${own} and id = any(${equipmentIds}::uuid[]) order by id for key share
    `,
  ]);
  const known = new Set([...categories, ...found.flat()].map(({ id }) => id));
  return { known, categoryName: categories[0]?.name };
}

/** Stores a new service. */
export async function insertService(tx: Tx, s: Service): Promise<void> {
  await Promise.all([insertRow(tx, s), ...insertLinks(tx, s)]);
}

/** Stores a changed service; with `replacesLinks` also its sublocations, staff and equipment. */
export async function updateServiceRow(tx: Tx, s: Service, replacesLinks: boolean): Promise<void> {
  const updated = updateRow(tx, s);
  if (!replacesLinks) {
    await updated;
    return;
  }
  const own = tx`organization_id = ${tx.organizationId} and service_id = ${s.id}`;
  await Promise.all([
    updated,
    tx`delete from service_sublocations where ${own}`,
    tx`delete from service_staff where ${own}`,
    tx`delete from service_equipment where ${own}`,
    ...insertLinks(tx, s),
  ]);
}

/** Removes a service. Fails when something refers to it. */
export async function deleteServiceRow(tx: Tx, id: string): Promise<void> {
  await tx`delete from services where organization_id = ${tx.organizationId} and id = ${id}`;
}

function insertRow(tx: Tx, s: Service): SqlFragment {
  return tx`
    insert into services (organization_id, id, name, description, category_id, location_id, duration_minutes,
      buffer_before_minutes, buffer_after_minutes, interval_minutes, capacity, capacity_mode, price_minor, currency,
      tax_rate, tax_setting, minimum_notice_minutes, horizon_days, cancel_notice_minutes, reschedule_notice_minutes,
      late_cancel_fee_minor, no_show_grace_minutes, requires_staff, requires_approval, qr_code_tickets_enabled,
      wallet_tickets_enabled, status, external_id, version, created_at, updated_at)
    values (${tx.organizationId}, ${s.id}, ${s.name}, ${s.description}, ${s.categoryId}, ${s.locationId},
      ${s.durationMinutes}, ${s.bufferBeforeMinutes}, ${s.bufferAfterMinutes}, ${s.intervalMinutes}, ${s.capacity},
      ${s.capacityMode}, ${s.priceMinor}, ${s.currency}, ${s.taxRate}, ${s.taxSetting}, ${s.minimumNoticeMinutes},
      ${s.horizonDays}, ${s.cancelNoticeMinutes}, ${s.rescheduleNoticeMinutes}, ${s.lateCancelFeeMinor},
      ${s.noShowGraceMinutes}, ${s.requiresStaff}, ${s.requiresApproval}, ${s.qrCodeTicketsEnabled},
      ${s.walletTicketsEnabled}, ${s.status}, ${s.externalId}, ${s.version}, ${s.createdAt}, ${s.updatedAt})
  `;
}

function updateRow(tx: Tx, s: Service): SqlFragment {
  return tx`
    update services set name = ${s.name}, description = ${s.description}, category_id = ${s.categoryId},
      location_id = ${s.locationId}, duration_minutes = ${s.durationMinutes},
      buffer_before_minutes = ${s.bufferBeforeMinutes}, buffer_after_minutes = ${s.bufferAfterMinutes},
      interval_minutes = ${s.intervalMinutes}, capacity = ${s.capacity}, capacity_mode = ${s.capacityMode},
      price_minor = ${s.priceMinor}, currency = ${s.currency}, tax_rate = ${s.taxRate}, tax_setting = ${s.taxSetting},
      minimum_notice_minutes = ${s.minimumNoticeMinutes}, horizon_days = ${s.horizonDays},
      cancel_notice_minutes = ${s.cancelNoticeMinutes}, reschedule_notice_minutes = ${s.rescheduleNoticeMinutes},
      late_cancel_fee_minor = ${s.lateCancelFeeMinor}, no_show_grace_minutes = ${s.noShowGraceMinutes},
      requires_staff = ${s.requiresStaff}, requires_approval = ${s.requiresApproval},
      qr_code_tickets_enabled = ${s.qrCodeTicketsEnabled}, wallet_tickets_enabled = ${s.walletTicketsEnabled},
      status = ${s.status}, external_id = ${s.externalId}, version = ${s.version}, updated_at = ${s.updatedAt}
    where organization_id = ${tx.organizationId} and id = ${s.id}
  `;
}

function insertLinks(tx: Tx, { id, sublocationIds, staffIds, equipment }: Service): SqlFragment[] {
  return [
    tx`
      insert into service_sublocations (organization_id, service_id, sublocation_id)
      select ${tx.organizationId}::uuid, ${id}::uuid, unnest(${sublocationIds}::uuid[])
    `,
    tx`
      insert into service_staff (organization_id, service_id, staff_id)
      select ${tx.organizationId}::uuid, ${id}::uuid, unnest(${staffIds}::uuid[])
    `,
    tx`
      insert into service_equipment (organization_id, service_id, equipment_id, quantity)
      select ${tx.organizationId}::uuid, ${id}::uuid, (used ->> 'equipmentId')::uuid, (used ->> 'quantity')::integer
      from json_array_elements(${JSON.stringify(equipment)}::text::json) used
    `,
  ];
}

function servicesFrom(tx: Tx): SqlFragment {
  return tx`
    select r.organization_id, r.id, r.name, r.description, r.category_id, r.location_id, r.duration_minutes,
      r.buffer_before_minutes, r.buffer_after_minutes, r.interval_minutes, r.capacity, r.capacity_mode, r.price_minor,
      r.currency, r.tax_rate::double precision, r.tax_setting, r.minimum_notice_minutes, r.horizon_days,
      r.cancel_notice_minutes, r.reschedule_notice_minutes, r.late_cancel_fee_minor, r.no_show_grace_minutes,
      r.requires_staff, r.requires_approval, r.qr_code_tickets_enabled, r.wallet_tickets_enabled, r.status,
      r.external_id, r.version, r.created_at, r.updated_at,
      (select c.name from service_categories c
        where c.organization_id = r.organization_id and c.id = r.category_id) as category_name,
      (select json_agg(l.sublocation_id order by l.sublocation_id) from service_sublocations l
        where l.organization_id = r.organization_id and l.service_id = r.id) as sublocation_ids,
      (select json_agg(l.staff_id order by l.staff_id) from service_staff l
        where l.organization_id = r.organization_id and l.service_id = r.id) as staff_ids,
      (select json_agg(json_build_object('equipmentId', l.equipment_id, 'quantity', l.quantity)
          order by l.equipment_id) from service_equipment l
        where l.organization_id = r.organization_id and l.service_id = r.id) as equipment
    from services r where r.organization_id = ${tx.organizationId}
  `;
}

function toService(row: ServiceRow): Service {
  return {
    ...row,
    description: row.description ?? undefined,
    categoryId: row.categoryId ?? undefined,
    categoryName: row.categoryName ?? undefined,
    locationId: row.locationId ?? undefined,
    sublocationIds: row.sublocationIds ?? [],
    staffIds: row.staffIds ?? [],
    equipment: row.equipment ?? [],
    externalId: row.externalId ?? undefined,
  };
}
