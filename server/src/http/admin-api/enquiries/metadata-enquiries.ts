// GET and PUT /metadata/enquiries. Source: Spec, C, Metadata; PUT is additive (G-103).
import { getEnquiryMetadata, setEnquirySettings } from '#core/enquiries/settings/enquiry-metadata.ts';
import {
  changedMetadataExample,
  enquiryMetadataShape,
  enquiryMetadataView,
  enquirySettingsBody,
  settingsChangesOf,
} from '#http/admin-api/enquiries/enquiry-settings-view.ts';
import { enveloped, success } from '#http/admin-api/envelope.ts';
import { failures } from '#http/admin-api/errors.ts';
import type { Routes } from '#http/wire/request.ts';

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
          200: success(enquiryMetadataShape, { description: 'The lists.' }),
          ...failures(),
        },
      },
    },
    async ({ scope }) => enveloped(enquiryMetadataView(await getEnquiryMetadata(scope)), scope.clock.now()),
  );

  app.put(
    '/metadata/enquiries',
    {
      config: { permission: 'enquiries:write' },
      schema: {
        operationId: 'setEnquirySettings',
        summary: 'Set what enquiries are sorted by',
        description:
          'Each list that is sent is replaced whole; the others stay. Refused with `status_in_use` when a status that enquiries have is left out or gets another category: set its `active` to false instead.',
        tags: ['Metadata'],
        body: enquirySettingsBody,
        response: {
          200: success(enquiryMetadataShape, {
            description: 'The lists, as they are now.',
            example: changedMetadataExample,
          }),
          ...failures(409),
        },
      },
    },
    async ({ scope, body }) => {
      await setEnquirySettings(scope, settingsChangesOf(body));
      return enveloped(enquiryMetadataView(await getEnquiryMetadata(scope)), scope.clock.now());
    },
  );
}
