// The import of enquiries, as the command line runs it.
import type { Enquiry } from '#core/enquiries/enquiry.ts';
import { getEnquiryMetadata } from '#core/enquiries/settings/enquiry-metadata.ts';
import { importEnquiries, previewEnquiryImport } from '#core/imports/enquiries/enquiry-import.ts';
import { mapColumns, requireColumn } from '#src/cli/imports/column-mapping.ts';
import {
  enquiryFieldNamed,
  enquiryFields,
  enquiryLists,
} from '#src/cli/imports/enquiries/enquiry-headings.ts';
import { type EnquiryFileRow, enquiryRowReader } from '#src/cli/imports/enquiries/enquiry-rows.ts';
import { gatherRowIds } from '#src/cli/imports/file-survey.ts';
import { foldHeading } from '#src/cli/imports/heading-names.ts';
import type { ImportKind } from '#src/cli/imports/import-kind.ts';
import { withRepeatedId } from '#src/cli/imports/row-reading.ts';

/** Enquiries: one a row. */
export const enquiriesImport: ImportKind<EnquiryFileRow, Enquiry> = {
  noun: 'enquiry',
  updates: true,
  headings: ['id', 'asked at', 'name', 'email', 'about', 'status', 'resolved at', 'priority', 'staff'],
  cellsOf: ({ externalId, createdAt, name, email, subject, message, ...enquiry }) => [
    externalId ?? '',
    createdAt.toISOString().slice(0, 16),
    name ?? '',
    email,
    subject ?? message ?? '',
    enquiry.status.key,
    enquiry.resolvedAt?.toISOString().slice(0, 16) ?? '',
    enquiry.priority,
    enquiry.staff.map((one) => one.name).join(', '),
  ],
  async open(scope, headings, settings) {
    const { statuses, customFields } = (await getEnquiryMetadata(scope)).settings;
    const columns = mapColumns(
      headings,
      {
        fields: enquiryFields,
        fieldNamed: enquiryFieldNamed,
        lists: enquiryLists,
        parameters: customFields,
        hasFreeFields: customFields.every(({ archived }) => archived),
      },
      settings,
    );
    requireColumn(columns, ['customerNumber', 'email'], 'who asked');
    requireColumn(columns, ['subject', 'message'], 'what was asked');
    const names = new Set(statuses.flatMap(({ key, label }) => [foldHeading(key), foldHeading(label)]));
    const read = enquiryRowReader(columns, (text) => names.has(text));
    const ids = gatherRowIds(columns);
    return {
      columns,
      look: ids.look,
      async *read(rows) {
        for await (const row of rows) yield withRepeatedId(read(row), ids.isRepeated(row));
      },
      preview: (rows) => previewEnquiryImport(scope, rows),
      run: (rows) => importEnquiries(scope, rows),
    };
  },
};
