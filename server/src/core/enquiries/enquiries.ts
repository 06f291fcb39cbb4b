// Operations on the organization's enquiries. Making one is in create-enquiry.ts, deleting them in deleting/.
import type { Enquiry } from '#core/enquiries/enquiry.ts';
import {
  checkRequiredFields,
  type EnquiryChanges,
  withEnquiryChanges,
} from '#core/enquiries/enquiry-changes.ts';
import { type EnquiryLinks, enquiryConflict, withEnquiryLinks } from '#core/enquiries/enquiry-links.ts';
import {
  findEnquiry,
  findEnquiryByNumber,
  lockEnquiry,
  updateEnquiryRow,
} from '#core/enquiries/enquiry-queries.ts';
import { checkLostReason, withStatus } from '#core/enquiries/enquiry-status.ts';
import { findSettings } from '#core/enquiries/settings/settings-queries.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { checkVersion, type FaultDetail, missing, throwProblems } from '#kit/fault.ts';
import { isUuid } from '#kit/id.ts';

/** The enquiry named by record id or number. Throws `not_found`. Source: Spec, C, GET /enquiries/{enquiryId}. */
export async function getEnquiry(scope: Scope, reference: string): Promise<Enquiry> {
  const enquiry = await scope.read((tx) => findByReference(tx, reference));
  if (!enquiry) throw missing('The enquiry');
  return enquiry;
}

/** Changes of an enquiry, and what they take for granted. */
export interface EnquiryUpdate extends EnquiryChanges, EnquiryLinks {
  /** Key of a status. */
  status?: string | undefined;
  /** Refuse unless the record still has this version. */
  version?: number | undefined;
}

/**
 * Changes the enquiry named by record id or number. Throws `not_found`, `version_conflict`, `invalid_transition` for a
 * status that must not follow, and what `createEnquiry` throws. Source: Spec, C, PATCH /enquiries/{enquiryId} (G-104).
 */
export async function updateEnquiry(
  scope: Scope,
  reference: string,
  update: EnquiryUpdate,
): Promise<Enquiry> {
  try {
    return await scope.write(async (tx) => {
      const before = await lockByReference(tx, reference);
      checkVersion('The enquiry', before, update.version);
      return changeEnquiry(tx, scope, before, update);
    });
  } catch (error) {
    throw enquiryConflict(error);
  }
}

/** The enquiry named by record id or number, locked, inside the caller's transaction. Throws `not_found`. */
export async function lockByReference(tx: Tx, reference: string): Promise<Enquiry> {
  const id = isUuid(reference) ? reference : (await findEnquiryByNumber(tx, reference))?.id;
  const enquiry = id === undefined ? undefined : await lockEnquiry(tx, id);
  if (!enquiry) throw missing('The enquiry');
  return enquiry;
}

/** Finds an enquiry by record id or number. */
export function findByReference(tx: Tx, reference: string): Promise<Enquiry | undefined> {
  return isUuid(reference) ? findEnquiry(tx, reference) : findEnquiryByNumber(tx, reference);
}

async function changeEnquiry(tx: Tx, scope: Scope, before: Enquiry, update: EnquiryUpdate): Promise<Enquiry> {
  const now = scope.clock.now();
  const problems: FaultDetail[] = [];
  const settings = await findSettings(tx);
  const rules = { settings, countryCode: scope.organization.countryCode };
  const said = withEnquiryChanges(before, update, rules, problems);
  const linked = await withEnquiryLinks(tx, said, update, problems);
  const { status, lostReason, customFields = {} } = update;
  const after = status === undefined ? linked : withStatus(linked, status, { settings, now }, problems);
  // What the lists have come to ask for since is not asked of an enquiry by a change of something else.
  if (status !== undefined || lostReason !== undefined) checkLostReason(after, settings, problems);
  checkRequiredFields(after, settings, problems, Object.keys(customFields));
  throwProblems(problems);
  return storeEnquiryChange(tx, scope, before, after);
}

/**
 * Stores what has become of a locked enquiry with its event, inside the caller's transaction; one that is as it was is
 * left alone. Violates the unique index of external ids.
 */
export async function storeEnquiryChange(
  tx: Tx,
  scope: Scope,
  before: Enquiry,
  after: Enquiry,
): Promise<Enquiry> {
  if (JSON.stringify(after) === JSON.stringify(before)) return before;
  const changed = { ...after, version: before.version + 1, updatedAt: scope.clock.now() };
  const isResolution = after.status.category === 'resolved' && before.status.category !== 'resolved';
  const type = isResolution ? 'enquiry.resolved' : 'enquiry.updated';
  await Promise.all([
    updateEnquiryRow(tx, before, changed),
    recordEvent(tx, scope, eventOf(scope, type, changed, before)),
  ]);
  return changed;
}
