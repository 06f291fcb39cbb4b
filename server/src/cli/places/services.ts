// frontdesk service create, list, update, delete, schedule; frontdesk service-category create, list, update, delete
import type { Command } from 'commander';
import type { Scope } from '#core/scope.ts';
import {
  type CapacityMode,
  capacityModes,
  type Service,
  type ServiceStatus,
  serviceStatuses,
  type TaxSetting,
  taxSettings,
} from '#core/services/service.ts';
import type { ServiceCategory } from '#core/services/service-category.ts';
import type { ServiceChanges } from '#core/services/service-changes.ts';
import { toDecimal } from '#kit/money.ts';
import { collect } from '#src/cli/command.ts';
import type { CommandFamily } from '#src/cli/context.ts';
import {
  addRecordFamily,
  idNamed,
  oneOf,
  parseDecimal,
  parseWhole,
} from '#src/cli/places/record-commands.ts';
import { addSchedule } from '#src/cli/places/schedule-command.ts';

interface ServiceOptions {
  name?: string;
  description?: string;
  category?: string;
  location?: string;
  sublocation?: string[];
  staff?: string[];
  equipment?: string[];
  duration?: number;
  bufferBefore?: number;
  bufferAfter?: number;
  interval?: number;
  capacity?: number;
  capacityMode?: CapacityMode;
  price?: number;
  currency?: string;
  taxRate?: number;
  taxSetting?: TaxSetting;
  minimumNotice?: number;
  horizon?: number;
  cancelNotice?: number;
  rescheduleNotice?: number;
  lateCancelFee?: number;
  noShowGrace?: number;
  requiresStaff?: boolean;
  requiresApproval?: boolean;
  qrTickets?: boolean;
  walletTickets?: boolean;
  status?: ServiceStatus;
  externalId?: string;
}

/** Adds `service-category`. */
export const serviceCategoryCommands: CommandFamily = (program, shell) => {
  addRecordFamily<ServiceCategory, { name?: string }>(program, shell, {
    name: 'service-category',
    summary: 'Look after the headings that services stand under',
    one: 'a service category',
    many: 'service categories',
    examples: {
      create: ['service-category create "Meeting rooms"'],
      update: ['service-category update "Meeting rooms" --name Rooms'],
    },
    addOptions: (command) => command.option('--name <name>', 'another name'),
    columns: {},
    async load() {
      const categories = await import('#core/services/service-categories.ts');
      const { serviceCategoryView } = await import('#http/admin-api/services/service-category-view.ts');
      return {
        create: (scope, name, options) =>
          categories.createServiceCategory(scope, { name: options.name ?? name }),
        list: categories.listServiceCategories,
        update: (scope, id, { name }) => categories.updateServiceCategory(scope, id, { name }),
        remove: categories.deleteServiceCategory,
        view: serviceCategoryView,
      };
    },
  });
};

/** Adds `service`. */
export const serviceCommands: CommandFamily = (program, shell) => {
  const family = addRecordFamily<Service, ServiceOptions>(program, shell, {
    name: 'service',
    summary: 'Look after what can be booked',
    one: 'a service',
    many: 'services',
    examples: {
      create: [
        'service create "Meeting room, one hour" --duration 60 --buffer-after 15 --sublocation Lighthouse --capacity 8 --price 45',
        'service create "Coaching" --duration 50 --staff "Ines Okonkwo" --requires-staff --price 80 --cancel-notice 1440',
      ],
      update: ['service update "Coaching" --price 85 --horizon 90'],
    },
    addOptions: (command) => termOptions(linkOptions(command)),
    columns: {
      minutes: ({ durationMinutes }) => String(durationMinutes),
      price: ({ priceMinor, currency }) => priceText(priceMinor, currency),
      status: ({ status }) => status,
    },
    async load() {
      const services = await import('#core/services/services.ts');
      const { serviceView } = await import('#http/admin-api/services/service-view.ts');
      return {
        create: async (scope, name, options) =>
          services.createService(scope, {
            ...(await changesOf(scope, options)),
            name: options.name ?? name,
            durationMinutes: options.duration ?? 60,
          }),
        list: services.listServices,
        update: async (scope, id, options) =>
          services.updateService(scope, id, await changesOf(scope, options)),
        remove: services.deleteService,
        view: serviceView,
      };
    },
  });
  addSchedule(family, shell, 'Coaching', async () => {
    const services = await import('#core/services/services.ts');
    return {
      list: services.listServices,
      read: services.getServiceSchedule,
      replace: services.replaceServiceSchedule,
    };
  });
};

function linkOptions(command: Command): Command {
  return command
    .option('--name <name>', 'another name')
    .option('--description <text>', 'what customers are told about it')
    .option('--category <id>', 'the heading it stands under: id or name')
    .option('--location <id>', 'where it takes place without sublocations: id or name')
    .option('--sublocation <id>', 'where it can be held: id or name; several times', collect)
    .option('--staff <id>', 'who can hold it: id or name; several times', collect)
    .option('--equipment <id=quantity>', 'what each booking uses: id or name, like Projector=1', collect)
    .option('--status <status>', 'active or archived', oneOf(serviceStatuses))
    .option('--external-id <id>', 'its id in a system of yours');
}

function termOptions(command: Command): Command {
  return command
    .option('--duration <minutes>', 'how long a booking lasts (default: 60)', parseWhole)
    .option('--buffer-before <minutes>', 'kept free before each booking', parseWhole)
    .option('--buffer-after <minutes>', 'kept free after each booking', parseWhole)
    .option('--interval <minutes>', 'distance between starts (default: the duration)', parseWhole)
    .option('--capacity <count>', 'the most attendees at once, in one sublocation (default: 1)', parseWhole)
    .option('--capacity-mode <mode>', 'exclusive (the default) or shared', oneOf(capacityModes))
    .option('--price <amount>', 'price of one booking, like 45 or 12.50', parseDecimal)
    .option('--currency <code>', 'its currency (default: the organization’s)')
    .option('--tax-rate <percent>', 'tax, like 19', parseDecimal)
    .option('--tax-setting <setting>', 'inclusive (the default) or exclusive', oneOf(taxSettings))
    .option('--minimum-notice <minutes>', 'how long before its start it must be booked', parseWhole)
    .option('--horizon <days>', 'how many days ahead it can be booked (default: 365)', parseWhole)
    .option('--cancel-notice <minutes>', 'until when customers cancel for nothing', parseWhole)
    .option('--reschedule-notice <minutes>', 'until when customers move a booking', parseWhole)
    .option('--late-cancel-fee <amount>', 'what a later cancellation costs', parseDecimal)
    .option('--no-show-grace <minutes>', 'when somebody who is late is missing (default: 15)', parseWhole)
    .option('--requires-staff', 'each booking needs one of the staff')
    .option('--no-requires-staff', 'bookings need nobody')
    .option('--requires-approval', 'staff confirm each booking')
    .option('--no-requires-approval', 'bookings need no confirmation')
    .option('--qr-tickets', 'bookings have tickets with a code to scan (the default)')
    .option('--no-qr-tickets', 'bookings have none')
    .option('--wallet-tickets', 'bookings have wallet cards')
    .option('--no-wallet-tickets', 'bookings have none');
}

async function changesOf(scope: Scope, options: ServiceOptions): Promise<ServiceChanges> {
  return {
    ...(await linksOf(scope, options)),
    name: options.name,
    description: options.description,
    durationMinutes: options.duration,
    bufferBeforeMinutes: options.bufferBefore,
    bufferAfterMinutes: options.bufferAfter,
    intervalMinutes: options.interval,
    capacity: options.capacity,
    capacityMode: options.capacityMode,
    price: options.price,
    currency: options.currency,
    taxRate: options.taxRate,
    taxSetting: options.taxSetting,
    minimumNoticeMinutes: options.minimumNotice,
    horizonDays: options.horizon,
    cancelNoticeMinutes: options.cancelNotice,
    rescheduleNoticeMinutes: options.rescheduleNotice,
    lateCancelFee: options.lateCancelFee,
    noShowGraceMinutes: options.noShowGrace,
    requiresStaff: options.requiresStaff,
    requiresApproval: options.requiresApproval,
    qrCodeTicketsEnabled: options.qrTickets,
    walletTicketsEnabled: options.walletTickets,
    status: options.status,
    externalId: options.externalId,
  };
}

/** The ids of what the options name. An empty text stays one: it clears. */
async function linksOf(scope: Scope, options: ServiceOptions): Promise<ServiceChanges> {
  const { category, location, sublocation, staff, equipment } = options;
  const { listServiceCategories } = await import('#core/services/service-categories.ts');
  const { listLocations } = await import('#core/places/locations.ts');
  const { listSublocations } = await import('#core/places/sublocations.ts');
  const { listStaff } = await import('#core/staff/staff.ts');
  const { listEquipment } = await import('#core/equipment/equipment.ts');
  const uses = equipment?.filter((text) => text !== '').map((text) => /^(.*?)(?:=(\d+))?$/s.exec(text)!);
  return {
    categoryId: category && (await idNamed(scope, listServiceCategories, category)),
    locationId: location && (await idNamed(scope, listLocations, location)),
    sublocationIds: await idsNamed(scope, listSublocations, sublocation),
    staffIds: await idsNamed(scope, listStaff, staff),
    equipment:
      uses &&
      (await Promise.all(
        uses.map(async ([, named, quantity]) => ({
          equipmentId: await idNamed(scope, listEquipment, named!),
          quantity: quantity === undefined ? undefined : Number(quantity),
        })),
      )),
  };
}

async function idsNamed(
  scope: Scope,
  list: Parameters<typeof idNamed>[1],
  references: string[] | undefined,
): Promise<string[] | undefined> {
  const named = references?.filter((reference) => reference !== '');
  return named && Promise.all(named.map((reference) => idNamed(scope, list, reference)));
}

function priceText(minor: number, currency: string): string {
  return `${toDecimal(minor, currency)} ${currency}`;
}
