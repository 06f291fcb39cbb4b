// What a key needs to have somebody told of an event: the permission to read the record that the event brings.
import type { ApiKey, Permission } from '#core/api-keys/api-key.ts';
import type { EventType } from '#core/events/event.ts';
import { requirePermission } from '#http/admin-api/authenticate.ts';

type KindOf<Type> = Type extends `${infer Kind}.${string}` ? Kind : never;

const readers: Record<KindOf<EventType>, Permission | undefined> = {
  organization: undefined,
  customer: 'customers:read',
  customer_merge: 'customers:read',
  customer_parameter: 'metadata:read',
  company: 'companies:read',
  store_credit: 'store_credit:read',
  order: 'orders:read',
  booking: 'bookings:read',
  enquiry: 'enquiries:read',
  enquiry_settings: 'metadata:read',
  task: 'tasks:read',
  task_category: 'metadata:read',
  location: 'places:read',
  sublocation: 'places:read',
  equipment: 'places:read',
  schedule: 'places:read',
  staff: 'staff:read',
  service: 'services:read',
  service_category: 'services:read',
};

/** Throws `permission_denied`, naming the permission, unless the key may read the records of all these events. */
export function requireReading(key: ApiKey, types: EventType[]): void {
  for (const type of types) {
    const permission = readers[type.slice(0, type.indexOf('.')) as KindOf<EventType>];
    if (permission) requirePermission(key, permission);
  }
}
