// How JavaScript arrays become PostgreSQL arrays. Queries read arrays back through to_json, which the client knows.

const quoted = (item: unknown) =>
  item === null || item === undefined ? 'NULL' : `"${String(item).replace(/[\\"]/g, '\\$&')}"`;

const arrayOf = (oid: number) => ({
  to: oid,
  from: [],
  serialize: (items: unknown) =>
    typeof items === 'string' ? items : `{${(items as unknown[]).map(quoted).join(',')}}`,
  parse: (text: string) => text,
});

/** Serializers of text[], uuid[] and bigint[] parameters, keyed as the client wants them. */
export const arrayTypes = {
  textArray: arrayOf(1009),
  uuidArray: arrayOf(2951),
  integer8Array: arrayOf(1016),
};
