// A staff member as it is sent and shown.
import { type Static, Type } from 'typebox';
import {
  type StaffMember,
  staffExternalIdLengthMax,
  staffNameLengthMax,
  staffStatuses,
} from '#core/staff/staff-member.ts';
import { strict } from '#http/admin-api/envelope.ts';
import { idField, keptFields, keptView, versionField } from '#http/admin-api/kept-record-routes.ts';
import { newStaffExample, staffChangeExample, staffExample } from '#http/admin-api/places/place-examples.ts';

/** Whether somebody is booked, in bodies, queries and answers. */
export const staffStatusShape = Type.Enum([...staffStatuses], {
  description: 'Whether they can be booked anew.',
});
const nameShape = (description: string) =>
  Type.Optional(Type.String({ maxLength: staffNameLengthMax, description }));
const changeable = {
  firstName: nameShape('First name; one of the two names is needed.'),
  lastName: nameShape('Last name.'),
  email: Type.Optional(Type.String({ maxLength: 320, description: 'An email address.' })),
  phone: Type.Optional(Type.String({ maxLength: 100, description: 'A phone number.' })),
  title: nameShape('What they are to customers: `Coach`.'),
  status: Type.Optional(staffStatusShape),
  externalId: Type.Optional(
    Type.String({ maxLength: staffExternalIdLengthMax, description: 'Their id in a system of yours.' }),
  ),
};

/** The body of POST /staff. */
export const createStaffBody = strict(changeable, { examples: [newStaffExample] });
/** The body of PATCH /staff/{staffId}. */
export const updateStaffBody = strict(
  { ...changeable, version: versionField },
  { examples: [staffChangeExample] },
);

/** A staff member. */
export const staffShape = Type.Object(
  {
    id: idField,
    firstName: Type.Optional(Type.String({ description: 'First name.' })),
    lastName: Type.Optional(Type.String({ description: 'Last name.' })),
    name: Type.String({ description: 'First and last name.' }),
    email: Type.Optional(Type.String({ description: 'In lower case.' })),
    phone: Type.Optional(Type.String({ description: 'With country code, like `+4940123456`.' })),
    title: Type.Optional(Type.String({ description: 'What they are to customers.' })),
    status: staffStatusShape,
    externalId: Type.Optional(Type.String({ description: 'Their id in a system of yours.' })),
    ...keptFields,
  },
  { title: 'StaffMember', examples: [staffExample] },
);

/** A staff member as the Admin API shows them. */
export function staffView(member: StaffMember): Static<typeof staffShape> {
  return {
    id: member.id,
    firstName: member.firstName,
    lastName: member.lastName,
    name: member.name,
    email: member.email,
    phone: member.phone,
    title: member.title,
    status: member.status,
    externalId: member.externalId,
    ...keptView(member),
  };
}
