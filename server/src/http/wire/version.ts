// A record's version as ETag, and the version a change was made from: `version` in the body, or If-Match with the ETag
// of the last answer.
import { Type } from 'typebox';
import { Fault, invalidField } from '#kit/fault.ts';

/** The header, as every PATCH documents it. */
export const ifMatchHeader = {
  'if-match': Type.Optional(
    Type.String({
      maxLength: 50,
      description: '`ETag` of the record you changed; refused if there is a newer version.',
      examples: ['"1"'],
    }),
  ),
};

/** The ETag of a record's version. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/** The version to insist on, or `undefined`. Throws when body and header disagree or the header can't be read. */
export function versionOf(version: number | undefined, ifMatch: string | undefined): number | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return version;
  const tagged = /^\s*(?:W\/)?"(\d{1,9})"\s*$/.exec(ifMatch)?.[1];
  if (tagged === undefined) throw invalidField('If-Match', 'must be the ETag of an answer, like "3".');
  if (version !== undefined && version !== Number(tagged)) {
    throw new Fault(
      'invalid',
      'conflicting_parameters',
      'version and If-Match name different versions: send one.',
    );
  }
  return Number(tagged);
}
