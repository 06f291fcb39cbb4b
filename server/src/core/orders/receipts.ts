// The receipt of an order, as its customer gets it. Source: Spec, A, GET /receipt.

import type { PostalAddress } from '#core/contacts/postal-address.ts';
import type { Customer } from '#core/customers/customer.ts';
import { getCustomer } from '#core/customers/customers.ts';
import type { OrderPayment, OwnOrder } from '#core/orders/order.ts';
import { findOwnOrder } from '#core/orders/order-list-queries.ts';
import type { Organization } from '#core/organizations/organization.ts';
import type { Location } from '#core/places/location.ts';
import { findLocation } from '#core/places/location-queries.ts';
import type { Sublocation } from '#core/places/sublocation.ts';
import { findSublocation } from '#core/places/sublocation-queries.ts';
import type { Scope } from '#core/scope.ts';
import { Fault } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** Everything that stands on a receipt. */
export interface Receipt extends OwnOrder {
  /** Who asks for it, and not necessarily the primary customer. */
  customer: Customer;
  organization: Organization;
  /** Where the order was made, as far as it says so. */
  location: Location | undefined;
  sublocation: Sublocation | undefined;
  /** The last payment that came. */
  payment: OrderPayment | undefined;
}

/**
 * The receipt of an order the customer has a part in. There is one once the order is paid, refunded or completed. Throws
 * `receipt_unavailable` for all others, whether they exist or not (G-080).
 */
export async function getReceipt(
  scope: Scope,
  customerId: string | undefined,
  orderId: string,
): Promise<Receipt> {
  if (customerId === undefined || !isUuid(orderId)) throw unavailable();
  const own = await scope.read((tx) => findOwnOrder(tx, customerId, orderId));
  if (!own || !hasReceipt(own)) throw unavailable();
  const [customer, places] = await Promise.all([getCustomer(scope, customerId), placesOf(scope, own)]);
  const payment = own.order.payments.findLast(({ status }) => status === 'paid');
  return { ...own, ...places, customer, organization: scope.organization, payment };
}

/** Who sold it, as a receipt has to say. */
export interface ReceiptBusiness {
  /** The name it does business under. */
  name: string;
  vatNumber: string | undefined;
  address: PostalAddress;
  phone: string | undefined;
  email: string | undefined;
}

/** Who sold it: the location, and where that says nothing or there is none, the organization itself. */
export function businessOf({ organization, location }: Receipt): ReceiptBusiness {
  const hasAddress = location !== undefined && Object.keys(location.address).length > 0;
  return {
    name: organization.legalName ?? organization.name,
    vatNumber: organization.vatNumber,
    address: hasAddress ? location.address : organization.address,
    phone: location?.phone ?? organization.phone,
    email: location?.email ?? organization.email,
  };
}

function hasReceipt({ order: { status, paymentStatus } }: OwnOrder): boolean {
  return [status, paymentStatus].some((state) => ['paid', 'refunded', 'completed'].includes(state));
}

async function placesOf(
  scope: Scope,
  { order }: OwnOrder,
): Promise<Pick<Receipt, 'location' | 'sublocation'>> {
  const { sublocationId, locationId } = order;
  if (!sublocationId && !locationId) return { location: undefined, sublocation: undefined };
  return scope.read(async (tx) => {
    const sublocation = sublocationId ? await findSublocation(tx, sublocationId) : undefined;
    const id = locationId ?? sublocation?.locationId;
    return { sublocation, location: id ? await findLocation(tx, id) : undefined };
  });
}

function unavailable(): Fault {
  return new Fault('missing', 'receipt_unavailable', 'There is no receipt of this order for you.');
}
