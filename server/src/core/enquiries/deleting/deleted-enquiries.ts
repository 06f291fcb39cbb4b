// Deleting enquiries, bringing them back, and removing what was deleted long ago.
import {
  deleteEnquiriesDeletedBefore,
  lockAlsoDeleted,
  markEnquiryDeleted,
  markEnquiryRestored,
} from '#core/enquiries/deleting/deleted-enquiry-queries.ts';
import { lockByReference } from '#core/enquiries/enquiries.ts';
import type { Enquiry } from '#core/enquiries/enquiry.ts';
import { findEnquiry } from '#core/enquiries/enquiry-queries.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import { type RootDb, violatedConstraint } from '#db/tx.ts';
import type { Clock } from '#kit/clock.ts';
import { checkVersion, Fault, missing } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** How long a deleted enquiry can be restored. */
const restorableMs = 30 * 24 * 3_600_000;

/**
 * Deletes the enquiry named by record id or number: it is shown nowhere any more, and can be restored for 30 days. Throws
 * `not_found`, and `version_conflict` unless it still has the version given. Source: Spec, C, DELETE
 * /enquiries/{enquiryId}; G-111.
 */
export async function deleteEnquiry(scope: Scope, reference: string, version?: number): Promise<void> {
  await scope.write(async (tx) => {
    const enquiry = await lockByReference(tx, reference);
    checkVersion('The enquiry', enquiry, version);
    await Promise.all([
      markEnquiryDeleted(tx, enquiry.id, scope.clock.now()),
      recordEvent(tx, scope, eventOf(scope, 'enquiry.deleted', enquiry)),
    ]);
  });
}

/**
 * Brings back an enquiry that was deleted in the last 30 days, assigned to nobody; one that is not deleted stays as it
 * is. Throws `not_found`, and `external_id_in_use` when another enquiry has its external id by now (G-193).
 */
export async function restoreEnquiry(scope: Scope, reference: string): Promise<Enquiry> {
  try {
    return await scope.write(async (tx) => {
      const now = scope.clock.now();
      const by = isUuid(reference) ? { id: reference } : { enquiryNumber: reference };
      const known = await lockAlsoDeleted(tx, by);
      const isGone = known?.deletedAt && now.getTime() - known.deletedAt.getTime() >= restorableMs;
      if (!known || isGone) throw missing('The enquiry');
      if (known.deletedAt) await markEnquiryRestored(tx, known.id, now);
      const enquiry = (await findEnquiry(tx, known.id))!;
      if (known.deletedAt) await recordEvent(tx, scope, eventOf(scope, 'enquiry.restored', enquiry));
      return enquiry;
    });
  } catch (error) {
    if (violatedConstraint(error) !== 'enquiries_external_id') throw error;
    const sentence = 'Another enquiry has its external id by now; change that one first.';
    throw new Fault('conflict', 'external_id_in_use', sentence);
  }
}

/**
 * Removes up to `limit` enquiries that were deleted more than 30 days ago, of all organizations, and returns how many.
 * Those that an order, a booking, a task or a later enquiry names stay, deleted (G-193).
 */
export function removeDeletedEnquiries(db: RootDb, clock: Clock, limit: number): Promise<number> {
  const moment = new Date(clock.now().getTime() - restorableMs);
  return db.root((tx) => deleteEnquiriesDeletedBefore(tx, moment, limit));
}
