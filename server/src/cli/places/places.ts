// frontdesk location, sublocation, equipment: create, list, update, delete; location and sublocation: schedule
import type { Command } from 'commander';
import type { EquipmentItem } from '#core/equipment/equipment-item.ts';
import { type Location, type PlaceStatus, placeStatuses } from '#core/places/location.ts';
import type { Sublocation } from '#core/places/sublocation.ts';
import type { Scope } from '#core/scope.ts';
import type { CommandFamily } from '#src/cli/context.ts';
import { addRecordFamily, idNamed, oneOf, parseWhole } from '#src/cli/places/record-commands.ts';
import { addSchedule } from '#src/cli/places/schedule-command.ts';

interface PlaceOptions {
  name?: string;
  status?: PlaceStatus;
  externalId?: string;
}

interface LocationOptions extends PlaceOptions {
  timeZone?: string;
  line1?: string;
  line2?: string;
  city?: string;
  region?: string;
  postalCode?: string;
  country?: string;
  phone?: string;
  email?: string;
}

interface SublocationOptions extends PlaceOptions {
  location?: string;
  kind?: string;
  capacity?: number;
}

interface EquipmentOptions extends PlaceOptions {
  location?: string;
  quantity?: number;
}

/** Adds `location`. */
export const locationCommands: CommandFamily = (program, shell) => {
  const family = addRecordFamily<Location, LocationOptions>(program, shell, {
    name: 'location',
    summary: 'Look after the houses of an organization',
    one: 'a location',
    many: 'locations',
    examples: {
      create: [
        'location create "Harbour House"',
        'location create "Alster House" --time-zone Europe/Berlin --line1 "Jungfernstieg 7" --city Hamburg --country DE',
      ],
      update: ['location update "Harbour House" --phone "+49 40 5550100"'],
    },
    addOptions: (command) =>
      placeOptions(command)
        .option('--time-zone <zone>', 'IANA zone name (default: the organization’s)')
        .option('--line1 <text>', 'street and number; an update with any part replaces the whole address')
        .option('--line2 <text>', 'whatever else finds the door')
        .option('--city <name>', 'town')
        .option('--region <name>', 'state, county or province')
        .option('--postal-code <code>', 'postal code')
        .option('--country <code>', 'two-letter country code')
        .option('--phone <number>', 'phone number')
        .option('--email <address>', 'email address'),
    columns: {
      'time zone': ({ timeZone }) => timeZone,
      city: ({ address }) => address.city ?? '',
      status: ({ status }) => status,
    },
    async load() {
      const locations = await import('#core/places/locations.ts');
      const { locationView } = await import('#http/admin-api/places/location-view.ts');
      return {
        create: (scope, name, options) =>
          locations.createLocation(scope, { ...locationChanges(options), name: options.name ?? name }),
        list: locations.listLocations,
        update: (scope, id, options) => locations.updateLocation(scope, id, locationChanges(options)),
        remove: locations.deleteLocation,
        view: locationView,
      };
    },
  });
  addSchedule(family, shell, 'Harbour House', async () => {
    const locations = await import('#core/places/locations.ts');
    return {
      list: locations.listLocations,
      read: locations.getLocationSchedule,
      replace: locations.replaceLocationSchedule,
    };
  });
};

/** Adds `sublocation`. */
export const sublocationCommands: CommandFamily = (program, shell) => {
  const family = addRecordFamily<Sublocation, SublocationOptions>(program, shell, {
    name: 'sublocation',
    summary: 'Look after the rooms, desks and courts at a location',
    one: 'a sublocation',
    many: 'sublocations',
    examples: {
      create: ['sublocation create "Lighthouse" --location "Harbour House" --kind room --capacity 8'],
      update: ['sublocation update "Lighthouse" --capacity 10'],
    },
    addCreateOptions: locationOption,
    addOptions: (command) =>
      placeOptions(command)
        .option('--kind <word>', 'room, desk, court or another word (default: room)')
        .option('--capacity <count>', 'how many places it has at once (default: 1)', parseWhole),
    columns: {
      kind: ({ kind }) => kind,
      capacity: ({ capacity }) => String(capacity),
      location: ({ locationId }) => locationId,
      status: ({ status }) => status,
    },
    async load() {
      const sublocations = await import('#core/places/sublocations.ts');
      const { sublocationView } = await import('#http/admin-api/places/sublocation-view.ts');
      return {
        create: async (scope, name, { location = '', ...options }) =>
          sublocations.createSublocation(scope, {
            ...options,
            name: options.name ?? name,
            locationId: await locationIdOf(scope, location),
          }),
        list: sublocations.listSublocations,
        update: sublocations.updateSublocation,
        remove: sublocations.deleteSublocation,
        view: sublocationView,
      };
    },
  });
  addSchedule(family, shell, 'Lighthouse', async () => {
    const sublocations = await import('#core/places/sublocations.ts');
    return {
      list: sublocations.listSublocations,
      read: sublocations.getSublocationSchedule,
      replace: sublocations.replaceSublocationSchedule,
    };
  });
};

/** Adds `equipment`. */
export const equipmentCommands: CommandFamily = (program, shell) => {
  addRecordFamily<EquipmentItem, EquipmentOptions>(program, shell, {
    name: 'equipment',
    summary: 'Look after what bookings use at a location',
    one: 'equipment',
    many: 'equipment',
    examples: {
      create: ['equipment create "Projector" --location "Harbour House" --quantity 2'],
      update: ['equipment update "Projector" --quantity 3'],
    },
    addCreateOptions: locationOption,
    addOptions: (command) =>
      placeOptions(command).option(
        '--quantity <count>',
        'how many pieces there are (default: 1)',
        parseWhole,
      ),
    columns: {
      quantity: ({ quantity }) => String(quantity),
      location: ({ locationId }) => locationId,
      status: ({ status }) => status,
    },
    async load() {
      const equipment = await import('#core/equipment/equipment.ts');
      const { equipmentView } = await import('#http/admin-api/places/equipment-view.ts');
      return {
        create: async (scope, name, { location = '', ...options }) =>
          equipment.createEquipment(scope, {
            ...options,
            name: options.name ?? name,
            locationId: await locationIdOf(scope, location),
          }),
        list: equipment.listEquipment,
        update: equipment.updateEquipment,
        remove: equipment.deleteEquipment,
        view: equipmentView,
      };
    },
  });
};

function placeOptions(command: Command): Command {
  return command
    .option('--name <name>', 'another name')
    .option('--status <status>', 'active or archived', oneOf(placeStatuses))
    .option('--external-id <id>', 'its id in a system of yours');
}

function locationOption(command: Command): Command {
  return command.requiredOption('--location <id>', 'where it is, for good: id or name of a location');
}

function locationChanges(options: LocationOptions) {
  const { line1, line2, city, region, postalCode, country, ...rest } = options;
  const parts = { line1, line2, city, region, postalCode, country };
  const isAddressed = Object.values(parts).some((part) => part !== undefined);
  return { ...rest, address: isAddressed ? parts : undefined };
}

async function locationIdOf(scope: Scope, reference: string): Promise<string> {
  const { listLocations } = await import('#core/places/locations.ts');
  return idNamed(scope, listLocations, reference);
}
