// What a route says of a response besides its shape: meaning, headers, and what the body looks like.
import type { NamedExample } from '#http/wire/document/open-api.ts';

/** What the document tells of one status of one route. */
export interface ResponseNotes {
  /** When this is answered, in a sentence. */
  description: string;
  /** Names of headers that this response has besides those of every response, among the area's described ones. */
  headers?: string[];
  /** A whole body as it is sent. */
  example?: unknown;
  /** Several, by name, instead of one. */
  examples?: Record<string, NamedExample>;
  /** The name under which responses that are the same everywhere stand in the components. */
  component?: string;
}

const key = 'x-response';

/** The response's schema with notes. They mean nothing to the serializer. */
export function withNotes<Schema extends object>(schema: Schema, notes: ResponseNotes): Schema {
  return { ...schema, [key]: notes };
}

/** The notes of a response's schema. */
export function notesOf(schema: object): ResponseNotes | undefined {
  return (schema as { [key]?: ResponseNotes })[key];
}

/** The response's schema without notes. */
export function withoutNotes(schema: object): object {
  const { [key]: _notes, ...rest } = schema as { [key]?: ResponseNotes };
  return rest;
}
