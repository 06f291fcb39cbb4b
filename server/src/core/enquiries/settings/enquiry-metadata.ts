// Reading and changing what an organization sorts its enquiries by.
import type { EnquirySettings } from '#core/enquiries/settings/enquiry-settings.ts';
import { type SettingsChanges, withSettingsChanges } from '#core/enquiries/settings/settings-checks.ts';
import {
  findSettings,
  lockSettings,
  selectActiveStaff,
  selectUsedStatuses,
  updateSettings,
} from '#core/enquiries/settings/settings-queries.ts';
import { eventOf, recordEvent } from '#core/events/events.ts';
import type { Scope } from '#core/scope.ts';
import type { Tx } from '#db/tx.ts';
import { checkVersion, Fault, type FaultDetail, throwProblems } from '#kit/fault.ts';

/** The most staff that the metadata names; `GET /staff` lists all. */
const staffShownMax = 500;

/** What forms about enquiries choose from. */
export interface EnquiryMetadata {
  settings: EnquirySettings;
  /** Active staff by name, at most `staffShownMax`. */
  staff: { id: string; name: string }[];
}

/** What enquiries are sorted by, and who can answer them. Source: Spec, C, GET /metadata/enquiries (G-102). */
export function getEnquiryMetadata(scope: Scope): Promise<EnquiryMetadata> {
  return scope.read(async (tx) => {
    const [settings, staff] = await Promise.all([findSettings(tx), selectActiveStaff(tx, staffShownMax)]);
    return { settings, staff };
  });
}

/**
 * Replaces the lists that are sent. Throws `invalid_field` naming what is wrong, `version_conflict` when they were changed
 * since the version that the change was made from, and `status_in_use` when a status that enquiries have is left out or
 * gets another category. Source: G-103, G-213.
 */
export function setEnquirySettings(
  scope: Scope,
  { version, ...changes }: SettingsChanges & { version?: number | undefined },
): Promise<EnquirySettings> {
  return changeEnquirySettings(scope, (before) => {
    checkVersion('The lists', before, version);
    return changes;
  });
}

/** The same, with changes that are made from the settings as they are, so that no other change in between is lost. */
export async function changeEnquirySettings(
  scope: Scope,
  changesOf: (before: EnquirySettings) => SettingsChanges,
): Promise<EnquirySettings> {
  const now = scope.clock.now();
  return scope.write(async (tx) => {
    const before = await lockSettings(tx, now);
    const problems: FaultDetail[] = [];
    const changes = changesOf(before);
    const after = withSettingsChanges(before, changes, scope.organization.countryCode, problems);
    throwProblems(problems);
    await refuseLosingStatuses(tx, before, after);
    // An organization has one record of settings, which is known by the organization's own id.
    const { id } = scope.organization;
    const event = eventOf(scope, 'enquiry_settings.updated', { id, ...after }, { id, ...before });
    if (event.changesJson === '[]') return before;
    await Promise.all([updateSettings(tx, after, now), recordEvent(tx, scope, event)]);
    return after;
  });
}

// An enquiry that takes such a status in this very moment keeps it, with the category that is stored beside it.
async function refuseLosingStatuses(tx: Tx, before: EnquirySettings, after: EnquirySettings): Promise<void> {
  const kept = new Set(after.statuses.map(({ key, category }) => `${key} ${category}`));
  const lost = before.statuses.filter(({ key, category }) => !kept.has(`${key} ${category}`));
  if (lost.length === 0) return;
  const [used] = await selectUsedStatuses(
    tx,
    lost.map(({ key }) => key),
  );
  if (used === undefined) return;
  const sentence = `Enquiries have the status ${used}: keep it with its category, and set active to false to use it no more.`;
  throw new Fault('conflict', 'status_in_use', sentence);
}
