// The services that the items of an order name.
import type { OrderItemInput } from '#core/orders/checking/order-items.ts';
import type { Scope } from '#core/scope.ts';
import type { Service } from '#core/services/service.ts';
import { findService } from '#core/services/service-queries.ts';
import { isUuid } from '#kit/id.ts';

/** The services that exist of those that items name, by record id in lower case. */
export async function servicesOf(
  scope: Scope,
  items: readonly OrderItemInput[],
): Promise<Map<string, Service>> {
  const named = items.map(({ serviceId }) => serviceId?.trim().toLowerCase() ?? '');
  const ids = [...new Set(named)].filter(isUuid);
  if (ids.length === 0) return new Map();
  const found = await scope.read((tx) => Promise.all(ids.map((id) => findService(tx, id))));
  return new Map(found.flatMap((service) => (service ? [[service.id, service] as const] : [])));
}
