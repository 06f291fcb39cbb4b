// Texts that a change can empty. Null does it as an empty text does, so that a program need not know which of a record's
// fields are texts to clear one. Source: G-218.
import { type TProperties, Type } from 'typebox';

/** The fields of a change, those that are named taking null too. They are texts that an empty one clears. */
export function clearable<Properties extends TProperties, Name extends keyof Properties>(
  fields: Properties,
  names: readonly Name[],
): Omit<Properties, Name> & Record<Name, ReturnType<typeof textOrNull>> {
  const cleared = names.map((name) => [name, textOrNull(fields[name] as TextShape)]);
  return { ...fields, ...Object.fromEntries(cleared) };
}

/** What was sent, with an empty text wherever null was sent for one of these fields. */
export function emptied<Body extends object, Name extends keyof Body>(
  body: Body,
  names: readonly Name[],
): { [Key in keyof Body]: Key extends Name ? Exclude<Body[Key], null> : Body[Key] } {
  const nulls = names.filter((name) => body[name] === null);
  return { ...body, ...Object.fromEntries(nulls.map((name) => [name, ''])) } as never;
}

interface TextShape {
  maxLength?: number;
  description?: string;
}

function textOrNull({ maxLength, description }: TextShape) {
  return Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength,
      description: `${description} Null or an empty text clears it.`,
    }),
  );
}
