// The service record: what can be booked, and on which terms. What may be said about one is in service-changes.ts.
import type { EquipmentItem } from '#core/equipment/equipment-item.ts';
import type { Organization } from '#core/organizations/organization.ts';
import type { Location } from '#core/places/location.ts';
import type { Sublocation } from '#core/places/sublocation.ts';
import type { StaffMember } from '#core/staff/staff-member.ts';
import { newId } from '#kit/id.ts';

/** Whether a service can be booked anew. Source: G-040. */
export const serviceStatuses = ['active', 'archived'] as const;
/** One of `serviceStatuses`. */
export type ServiceStatus = (typeof serviceStatuses)[number];

/** Whether a booking has its place for itself or shares it (G-042). */
export const capacityModes = ['exclusive', 'shared'] as const;
/** One of `capacityModes`. */
export type CapacityMode = (typeof capacityModes)[number];

/** Whether a price contains the tax or has it added. */
export const taxSettings = ['inclusive', 'exclusive'] as const;
/** One of `taxSettings`. */
export type TaxSetting = (typeof taxSettings)[number];

/** The most characters of a name (G-041). */
export const serviceNameLengthMax = 200;
/** The most characters of a description (G-041). */
export const serviceDescriptionLengthMax = 5_000;
/** The most characters of an id in a system of the caller's (G-041). */
export const serviceExternalIdLengthMax = 128;
/** The most sublocations, staff and kinds of equipment of a service, each (G-041). */
export const serviceResourcesMax = 200;

const noticeMinutes = { min: 0, max: 525_600 };

/** Bounds of the whole numbers of a service (G-041). */
export const serviceBounds = {
  durationMinutes: { min: 1, max: 10_080 },
  bufferBeforeMinutes: { min: 0, max: 1_440 },
  bufferAfterMinutes: { min: 0, max: 1_440 },
  intervalMinutes: { min: 1, max: 1_440 },
  capacity: { min: 1, max: 10_000 },
  minimumNoticeMinutes: noticeMinutes,
  horizonDays: { min: 1, max: 1_825 },
  cancelNoticeMinutes: noticeMinutes,
  rescheduleNoticeMinutes: noticeMinutes,
  noShowGraceMinutes: { min: 0, max: 1_440 },
} as const;

/** What each booking uses of one kind of equipment. */
export interface EquipmentUse {
  equipmentId: string;
  quantity: number;
}

/** What can be booked. */
export interface Service {
  /** Record id, UUID version 7. */
  id: string;
  organizationId: string;
  name: string;
  description: string | undefined;
  categoryId: string | undefined;
  /** Name of the category, read with the service. */
  categoryName: string | undefined;
  /** Where one without sublocations takes place; always undefined with sublocations. */
  locationId: string | undefined;
  /** Where it can be held: a booking takes one of them. None: the service itself is what fills up. In order of id. */
  sublocationIds: string[];
  /** Who can hold it; in order of id. */
  staffIds: string[];
  /** What each booking uses, of each location's equipment only those bookings that are there. In order of id. */
  equipment: EquipmentUse[];
  durationMinutes: number;
  /** Kept free before and after each booking. */
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  /** Distance between the times a booking can start at. */
  intervalMinutes: number;
  /** The most attendees at once, in one sublocation. */
  capacity: number;
  capacityMode: CapacityMode;
  /** Price of one booking, in minor units of the currency. */
  priceMinor: number;
  /** ISO 4217. */
  currency: string;
  /** Percent, 0 to 100, at most four digits after the point. */
  taxRate: number;
  taxSetting: TaxSetting;
  /** How long before its start a booking must be made. */
  minimumNoticeMinutes: number;
  /** How many days ahead it can be booked. */
  horizonDays: number;
  /** How long before the start customers can cancel for nothing. */
  cancelNoticeMinutes: number;
  /** How long before the start customers can move a booking. */
  rescheduleNoticeMinutes: number;
  /** What a later cancellation costs, in minor units of the currency. */
  lateCancelFeeMinor: number;
  /** How long after the start somebody is late and not yet missing. */
  noShowGraceMinutes: number;
  /** Whether each booking needs one of the staff; then there are some. */
  requiresStaff: boolean;
  /** Whether staff must confirm each booking. */
  requiresApproval: boolean;
  qrCodeTicketsEnabled: boolean;
  walletTicketsEnabled: boolean;
  status: ServiceStatus;
  /** Id in a system of the caller's. */
  externalId: string | undefined;
  /** Counts the changes, from 1. */
  version: number;
  createdAt: Date;
  updatedAt: Date;
}

/** A service with all that a booking of it needs to know. What is archived or inactive is left out of the lists. */
export interface ServiceForBooking {
  service: Service;
  /** Those in use at locations in use, by name. Empty with `service.sublocationIds` not so: nowhere to be had now. */
  sublocations: Sublocation[];
  /** The locations of the sublocations, and of a service without any its own, by id; those in use. */
  locations: Map<string, Location>;
  /** Those in use, by name. */
  staff: StaffMember[];
  /** Those in use: a booking uses `uses` pieces of those at its location. */
  equipment: { item: EquipmentItem; uses: number }[];
}

/** A service of which nothing is known yet, made at the moment `now`: with the defaults of what is left out (G-042). */
export function blankService({ id: organizationId, currency }: Organization, now: Date): Service {
  return {
    id: newId(now),
    organizationId,
    name: '',
    description: undefined,
    categoryId: undefined,
    categoryName: undefined,
    locationId: undefined,
    sublocationIds: [],
    staffIds: [],
    equipment: [],
    durationMinutes: 60,
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    intervalMinutes: 60,
    capacity: 1,
    capacityMode: 'exclusive',
    priceMinor: 0,
    currency,
    taxRate: 0,
    taxSetting: 'inclusive',
    minimumNoticeMinutes: 0,
    horizonDays: 365,
    cancelNoticeMinutes: 0,
    rescheduleNoticeMinutes: 0,
    lateCancelFeeMinor: 0,
    noShowGraceMinutes: 15,
    requiresStaff: false,
    requiresApproval: false,
    qrCodeTicketsEnabled: true,
    walletTicketsEnabled: false,
    status: 'active',
    externalId: undefined,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
