// The Customer API's success body, as a shape and as a value. Source: Spec, Endpoints, Conventions.
import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { withNotes } from '#http/wire/document/response-notes.ts';

/** What the document says of a success. */
export interface SuccessNotes<Data> {
  description: string;
  /** Names of headers it can have besides those of every answer. */
  headers?: string[];
  /** Without one, the first example of the shape. */
  example?: Data;
}

/** The body of a success; `beside` are members that stand beside `data`, as the contract repeats some. */
export function success<Data extends TSchema, Beside extends TProperties = Record<never, never>>(
  data: Data,
  notes: SuccessNotes<Static<Data>> & { beside?: Beside; exampleBeside?: object },
) {
  const { description, headers, beside = {} as Beside, exampleBeside } = notes;
  const example = notes.example ?? (data as { examples?: Static<Data>[] }).examples?.[0];
  const shape = Type.Object({ success: Type.Literal(true), data, ...beside });
  return withNotes(shape, {
    description,
    headers,
    example: { success: true, data: example, ...exampleBeside },
  });
}

/** A shape that refuses properties it does not name. */
export function strict<Properties extends TProperties>(
  properties: Properties,
  options: object = {},
): TObject<Properties> {
  return Type.Object(properties, { additionalProperties: false, ...options });
}

/** A record or document, in the envelope. */
export function enveloped<Data>(data: Data) {
  return { success: true as const, data };
}
