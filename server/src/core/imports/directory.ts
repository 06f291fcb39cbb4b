// The services, places and staff of an organization, as lists of other programs name them: by record id, by the id they
// have elsewhere, or by a name that is one's alone.
import type { Location } from '#core/places/location.ts';
import { selectLocations } from '#core/places/location-queries.ts';
import type { Sublocation } from '#core/places/sublocation.ts';
import { selectSublocations } from '#core/places/sublocation-queries.ts';
import type { Scope } from '#core/scope.ts';
import type { Service } from '#core/services/service.ts';
import { selectServices } from '#core/services/service-queries.ts';
import type { StaffMember } from '#core/staff/staff-member.ts';
import { selectStaff } from '#core/staff/staff-queries.ts';
import type { FaultDetail } from '#kit/fault.ts';
import { problem } from '#kit/field-checks.ts';
import { foldForSearch } from '#kit/text.ts';

/** The most records of a kind that names are looked up among. */
const recordsMax = 10_000;

/** Finds the record that a text names. What is wrong is added to `problems`. */
export type Finder<Kept> = (
  path: string,
  text: string | undefined,
  problems: FaultDetail[],
) => Kept | undefined;

/** What rows can name. What is archived or has left is found too: history happened there. */
export interface Directory {
  services: ReadonlyMap<string, Service>;
  locations: ReadonlyMap<string, Location>;
  sublocations: ReadonlyMap<string, Sublocation>;
  findService: Finder<Service>;
  findLocation: Finder<Location>;
  findSublocation: Finder<Sublocation>;
  findStaffMember: Finder<StaffMember>;
}

/** Reads what rows can name, as it is now. */
export async function readDirectory(scope: Scope): Promise<Directory> {
  const selection = { count: recordsMax };
  const [services, locations, sublocations, staff] = await scope.read((tx) =>
    Promise.all([
      selectServices(tx, selection),
      selectLocations(tx, selection),
      selectSublocations(tx, selection),
      selectStaff(tx, selection),
    ]),
  );
  return {
    services: byId(services),
    locations: byId(locations),
    sublocations: byId(sublocations),
    findService: finderOf(services, 'service'),
    findLocation: finderOf(locations, 'location'),
    findSublocation: finderOf(sublocations, 'sublocation'),
    findStaffMember: finderOf(staff, 'member of staff'),
  };
}

interface Kept {
  id: string;
  externalId: string | undefined;
  name: string;
  status: string;
}

function byId<Record extends Kept>(records: Record[]): Map<string, Record> {
  return new Map(records.map((record) => [record.id, record]));
}

function finderOf<Record extends Kept>(records: Record[], what: string): Finder<Record> {
  const named = new Map<string, Record[]>();
  const add = (key: string, record: Record) => named.set(key, [...(named.get(key) ?? []), record]);
  for (const record of records) {
    add(`id ${record.id}`, record);
    if (record.externalId) add(`externalId ${record.externalId}`, record);
    add(`name ${foldForSearch(record.name)}`, record);
  }
  return (path, text, problems) => {
    if (text === undefined) return undefined;
    const keys = [`id ${text.toLowerCase()}`, `externalId ${text}`, `name ${foldForSearch(text)}`];
    const found = keys.map((key) => named.get(key)).find((list) => list !== undefined) ?? [];
    const inUse = found.filter(({ status }) => status === 'active');
    const [record, second] = inUse.length > 0 ? inUse : found;
    if (record && !second) return record;
    const message = second ? `is the name of several: write the id of one.` : `names no ${what}.`;
    problems.push(problem(path, message));
    return undefined;
  };
}
