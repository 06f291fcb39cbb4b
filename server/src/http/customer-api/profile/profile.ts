// GET and PATCH /profile. Source: Spec, A, GET /profile and PATCH /profile.
import { Type } from 'typebox';
import { listCustomerParameters } from '#core/customer-parameters/customer-parameters.ts';
import { nameLengthMax } from '#core/customers/customer.ts';
import { readOwnProfile, updateOwnProfile } from '#core/customers/own-profile.ts';
import { enveloped, strict, success } from '#http/customer-api/envelope.ts';
import { failures } from '#http/customer-api/errors.ts';
import { customerShape, customerView, userShape } from '#http/customer-api/profile/customer-view.ts';
import type { Routes } from '#http/wire/request.ts';

const tags = ['Profile'];
const profileBody = strict(
  {
    firstName: Type.Optional(
      Type.String({ maxLength: nameLengthMax, description: 'Given name; needed to make a profile.' }),
    ),
    lastName: Type.Optional(
      Type.String({ maxLength: nameLengthMax, description: 'Family name; empty clears it.' }),
    ),
    phone: Type.Optional(Type.String({ maxLength: 100, description: 'Primary phone; empty removes it.' })),
    profilePhoto: Type.Optional(
      Type.String({ maxLength: 2048, description: 'Web address of a picture; empty removes it.' }),
    ),
    profileParameters: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        maxProperties: 200,
        description: 'Values of parameters that customers may edit, by id, key or name; null clears one.',
      }),
    ),
    emails: Type.Optional(
      Type.Array(
        strict({
          address: Type.String({ maxLength: 320, description: 'An address that is on the profile already.' }),
          isPrimary: Type.Boolean({ description: 'Exactly one is.' }),
          order: Type.Integer({ minimum: 0, maximum: 1000, description: 'Place in the list.' }),
        }),
        { maxItems: 100, description: 'The whole list. New addresses are added by proving them.' },
      ),
    ),
    phones: Type.Optional(
      Type.Array(
        strict({
          number: Type.String({ maxLength: 100, description: 'A phone number.' }),
          isPrimary: Type.Boolean({ description: 'Exactly one is.' }),
          order: Type.Integer({ minimum: 0, maximum: 1000, description: 'Place in the list.' }),
        }),
        { maxItems: 100, description: 'The whole list; goes before `phone`.' },
      ),
    ),
  },
  { examples: [{ firstName: 'Jane', lastName: 'Doe', phone: '040 123456' }] },
);
const profileShape = Type.Object({
  user: userShape,
  customer: Type.Union([customerShape, Type.Null()], { description: 'null while there is no profile.' }),
});
const savedShape = Type.Object({ customer: Type.Optional(customerShape) });
const exampleOf = (shape: object) => (shape as { examples: object[] }).examples[0];
const customerExample = exampleOf(customerShape);
const savedNotes = { beside: { customer: customerShape }, exampleBeside: { customer: customerExample } };

/** The own profile. */
export async function profile(app: Routes): Promise<void> {
  app.get(
    '/profile',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'readOwnProfile',
        summary: 'Get your profile',
        description: 'The signed-in account, and its customer profile once there is one.',
        tags,
        response: {
          200: success(profileShape, {
            description: 'The account and the profile.',
            example: { user: exampleOf(userShape), customer: customerExample } as never,
          }),
          ...failures(),
        },
      },
    },
    async ({ scope, standing }) => {
      const { customer, parameters } = await readOwnProfile(
        scope,
        standing.session.accountId,
        standing.customerId,
      );
      const user = { id: standing.session.accountId, email: standing.email };
      return enveloped({ user, customer: customer ? customerView(customer, parameters, scope) : null });
    },
  );

  app.patch(
    '/profile',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'updateOwnProfile',
        summary: 'Change or make your profile',
        description:
          'Only what is sent changes. Without a profile the call makes one with the account’s address, or links the customer who has it, and answers 201.',
        tags,
        body: profileBody,
        response: {
          200: success(savedShape, {
            description: 'The changed profile.',
            example: { customer: customerExample } as never,
            ...savedNotes,
          }),
          201: success(savedShape, {
            description: 'The new profile; also in `data` when parameters were applied.',
            example: {},
            ...savedNotes,
          }),
          ...failures(409),
        },
      },
    },
    async ({ scope, standing, body }, reply) => {
      const { customer, created } = await updateOwnProfile(scope, standing.session.accountId, body);
      if (created) scope.tools.sessionEnded(standing.session.id);
      const parameters = (await listCustomerParameters(scope)).filter(({ system }) => !system);
      const view = customerView(customer, parameters, scope);
      reply.code(created ? 201 : 200);
      const inData = !created || body.profileParameters !== undefined;
      return { ...enveloped(inData ? { customer: view } : {}), customer: view };
    },
  );
}
