// POST /profile/photo-upload-url, the upload itself, and POST /profile/photo. Source: Spec, A, Profile photo.
import { Type } from 'typebox';
import { listCustomerParameters } from '#core/customer-parameters/customer-parameters.ts';
import { photoBytesMax } from '#core/customers/customer-photo.ts';
import {
  createPhotoUpload,
  readPhotoUpload,
  showUploadedPhoto,
  uploadPhoto,
} from '#core/customers/photo-upload.ts';
import { fileUrl } from '#core/files/file.ts';
import { openScope } from '#core/scope.ts';
import type { CustomerAccess } from '#http/customer-api/authenticate.ts';
import { enveloped, strict, success } from '#http/customer-api/envelope.ts';
import { failures } from '#http/customer-api/errors.ts';
import { customerShape, customerView } from '#http/customer-api/profile/customer-view.ts';
import { tellError } from '#http/wire/faults.ts';
import type { Routes } from '#http/wire/request.ts';
import { Fault } from '#kit/fault.ts';

const tags = ['Profile'];
const storageIdShape = Type.String({ maxLength: 100, description: 'What the upload answered.' });
const exampleId = '019d3dc4-0b6e-7f23-a1c5-7d9e2b4f6a80';
const uploadUrlShape = Type.Object(
  { uploadUrl: Type.String({ description: 'POST the picture here within 15 minutes, once.' }) },
  { examples: [{ uploadUrl: 'https://desk.example.com/api/client/v1/profile/photo-upload/0GzqB3k' }] },
);
const photoAnswer = {
  customer: customerShape,
  profilePhoto: Type.String({ description: 'Address of the picture.' }),
  storageId: storageIdShape,
};
const photoExample = `https://desk.example.com/files/019d3dc1-e76b-7d51-8f0a-6b5f2d9c4e17/${exampleId}`;
const answerExample = {
  customer: {
    ...(customerShape as unknown as { examples: object[] }).examples[0],
    profilePhoto: photoExample,
  },
  profilePhoto: photoExample,
  storageId: exampleId,
};

/** The own photo. */
export async function profilePhoto(app: Routes, { access }: { access: CustomerAccess }): Promise<void> {
  app.post(
    '/profile/photo-upload-url',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'createPhotoUpload',
        summary: 'Get an address to upload a picture to',
        description:
          'Send the picture there with POST and its content type: JPEG, PNG, GIF or WebP, at most 5 MB.',
        tags,
        body: strict({}, { examples: [{}] }),
        response: { 200: success(uploadUrlShape, { description: 'The address.' }), ...failures(403, 409) },
      },
    },
    async ({ scope, standing }) => {
      const token = await createPhotoUpload(scope, standing.session.accountId);
      return enveloped({
        uploadUrl: `${scope.tools.urls.public}/api/client/v1/profile/photo-upload/${token}`,
      });
    },
  );

  app.post(
    '/profile/photo',
    {
      config: { permission: 'any' },
      schema: {
        operationId: 'showUploadedPhoto',
        summary: 'Show the uploaded picture',
        description: 'Makes the picture of an upload the profile’s own, and removes the one before.',
        tags,
        body: strict({ storageId: storageIdShape }, { examples: [{ storageId: exampleId }] }),
        response: {
          200: success(Type.Object(photoAnswer), {
            description: 'The profile with its picture; the same stands in `data` and beside it.',
            example: answerExample as never,
            beside: photoAnswer,
            exampleBeside: answerExample,
          }),
          ...failures(403, 409),
        },
      },
    },
    async ({ scope, standing, body }) => {
      const { storageId } = body;
      const customer = await showUploadedPhoto(scope, standing.session.accountId, storageId);
      const parameters = (await listCustomerParameters(scope)).filter(({ system }) => !system);
      const photo = fileUrl(scope.tools.urls, scope.organization.id, storageId);
      const answer = { customer: customerView(customer, parameters, scope), profilePhoto: photo, storageId };
      return { ...enveloped(answer), ...answer };
    },
  );

  await app.register(async (uploads) => receiveUploads(uploads as Routes, access));
}

/** Takes pictures at signed addresses: the address is the credential, so any page may send to it. */
function receiveUploads(app: Routes, { platform, directory }: CustomerAccess): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  app.post(
    '/profile/photo-upload/:token',
    { bodyLimit: photoBytesMax, config: { permission: 'none', undocumented: true } },
    async (request, reply) => {
      const { token } = request.params as { token: string };
      const upload = readPhotoUpload(token, platform.tools.pepper, platform.clock.now());
      const organization = upload && (await directory.byId(upload.organizationId));
      if (!upload || !organization) {
        throw new Fault('forbidden', 'upload_invalid', 'This upload address is not valid or has expired.');
      }
      const scope = openScope(platform, organization, {
        type: 'customer',
        id: upload.accountId,
        name: 'Customer',
      });
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const storageId = await uploadPhoto(scope, upload, bytes);
      reply.header('access-control-allow-origin', '*');
      return { storageId };
    },
  );
  app.setErrorHandler((error, request, reply) => {
    const { status, code, error: sentence } = tellError(error, request, reply);
    reply.code(uploadStatuses[code] ?? status).header('access-control-allow-origin', '*');
    return reply.send({ success: false, error: sentence, code, requestId: request.id });
  });
}

const uploadStatuses: Record<string, number> = { file_too_large: 413, unsupported_media: 415 };
