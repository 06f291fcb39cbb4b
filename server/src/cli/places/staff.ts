// frontdesk staff create, list, update, delete, schedule
import { type StaffMember, type StaffStatus, staffStatuses } from '#core/staff/staff-member.ts';
import type { CommandFamily } from '#src/cli/context.ts';
import { addRecordFamily, oneOf } from '#src/cli/places/record-commands.ts';
import { addSchedule } from '#src/cli/places/schedule-command.ts';

interface StaffOptions {
  firstName?: string;
  lastName?: string;
  title?: string;
  email?: string;
  phone?: string;
  status?: StaffStatus;
  externalId?: string;
}

/** Adds `staff`. */
export const staffCommands: CommandFamily = (program, shell) => {
  const family = addRecordFamily<StaffMember, StaffOptions>(program, shell, {
    name: 'staff',
    summary: 'Look after the people who work for an organization',
    one: 'a staff member',
    many: 'staff',
    examples: {
      create: ['staff create "Ines Okonkwo" --title Coach --email ines@harbour-house.example'],
      update: ['staff update "Ines Okonkwo" --title "Head coach"'],
    },
    addOptions: (command) =>
      command
        .option('--first-name <name>', 'first name (default: the name without its last word)')
        .option('--last-name <name>', 'last name (default: the last word of the name)')
        .option('--title <words>', 'what they are to customers')
        .option('--email <address>', 'email address')
        .option('--phone <number>', 'phone number')
        .option('--status <status>', 'active or inactive', oneOf(staffStatuses))
        .option('--external-id <id>', 'their id in a system of yours'),
    columns: {
      title: ({ title }) => title ?? '',
      email: ({ email }) => email ?? '',
      status: ({ status }) => status,
    },
    async load() {
      const staff = await import('#core/staff/staff.ts');
      const { staffView } = await import('#http/admin-api/services/staff-view.ts');
      return {
        create: (scope, name, options) => staff.createStaffMember(scope, { ...namesIn(name), ...options }),
        list: staff.listStaff,
        update: staff.updateStaffMember,
        remove: staff.deleteStaffMember,
        view: staffView,
      };
    },
  });
  addSchedule(family, shell, 'Ines Okonkwo', async () => {
    const staff = await import('#core/staff/staff.ts');
    return {
      list: staff.listStaff,
      read: staff.getStaffMemberSchedule,
      replace: staff.replaceStaffMemberSchedule,
    };
  });
};

function namesIn(name: string): { firstName: string; lastName?: string } {
  const [, firstName, lastName] = /^(.+)\s+(\S+)$/.exec(name.trim()) ?? [];
  return firstName && lastName ? { firstName, lastName } : { firstName: name };
}
