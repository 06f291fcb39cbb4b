// GET and PUT /metadata/enquiries. Source: Spec, C, Metadata; PUT is additive (G-103).
import { Type } from 'typebox';
import { getEnquiryMetadata, setEnquirySettings } from '#core/enquiries/settings/enquiry-metadata.ts';
import {
  changedMetadataExample,
  enquiryMetadataShape,
  enquiryMetadataView,
  enquirySettingsBody,
  settingsChangesOf,
} from '#http/admin-api/enquiries/enquiry-settings-view.ts';
import { envelopedVersion, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';
import { ifMatchHeader, versionOf } from '#http/wire/version.ts';

/** What enquiries are sorted by. */
export async function metadataEnquiries(app: Routes): Promise<void> {
  app.get(
    '/metadata/enquiries',
    {
      config: { permission: 'metadata:read' },
      schema: {
        operationId: 'getEnquiryMetadata',
        summary: 'Get what enquiries are sorted by',
        description:
          'Statuses, types, categories, priorities, sources, reasons of loss and custom fields, and the staff who can answer.',
        tags: ['Metadata'],
        response: {
          200: success(enquiryMetadataShape, { description: 'The lists.', headers: ['ETag'] }),
          ...failures(),
        },
      },
    },
    async ({ scope }, reply) => {
      const metadata = await getEnquiryMetadata(scope);
      return envelopedVersion(reply, metadata.settings, enquiryMetadataView(metadata), scope.clock.now());
    },
  );

  app.put(
    '/metadata/enquiries',
    {
      config: { permission: 'enquiries:write' },
      schema: {
        operationId: 'setEnquirySettings',
        summary: 'Set what enquiries are sorted by',
        description:
          'Each list that is sent is replaced whole; the others stay. What GET shows can be sent back. Refused with `status_in_use` when a status that enquiries have is left out or gets another category: set its `active` to false instead.',
        tags: ['Metadata'],
        headers: Type.Object(ifMatchHeader),
        body: enquirySettingsBody,
        response: {
          200: success(enquiryMetadataShape, {
            description: 'The lists, as they are now.',
            headers: ['ETag'],
            example: changedMetadataExample,
          }),
          ...failures(409),
        },
      },
    },
    async ({ scope, body, headers }, reply) => {
      const version = versionOf(body.version, headers['if-match']);
      const settings = await setEnquirySettings(scope, { ...settingsChangesOf(body), version });
      const { staff } = await getEnquiryMetadata(scope);
      return envelopedVersion(reply, settings, enquiryMetadataView({ settings, staff }), scope.clock.now());
    },
  );
}
