// Shapes as a document shows them: titled ones under their name in the components, and what only the checker reads
// taken out.

// Members of a shape that hold data, where a title is only a title.
const dataMembers = new Set(['example', 'examples', 'default', 'enum', 'const', 'x-codeSamples']);
// Members whose own members are named by the document's author, so that no name means anything there.
const namedMembers = new Set(['properties', 'patternProperties', 'paths', 'responses', 'headers', 'schemas']);

/**
 * The part of a document with every shape that has a title moved to `named` under it, so that generated clients have
 * names for them. `place` is what the part is in its document: `paths`, `responses`. Throws when two shapes differ
 * under one title.
 */
export function nameShapes<Part>(part: Part, named: Record<string, object>, place: string): Part {
  return visit(part, named, place) as Part;
}

function visit(value: unknown, named: Record<string, object>, place: string): unknown {
  if (Array.isArray(value)) return value.map((item) => visit(item, named, ''));
  if (typeof value !== 'object' || value === null) return value;
  const isNamed = namedMembers.has(place);
  const visited = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      !isNamed && dataMembers.has(name) ? member : visit(member, named, isNamed ? '' : name),
    ]),
  );
  if (isNamed) return visited;
  const { title, ...shape } = tidied(visited);
  return typeof title === 'string' ? reference(title, shape, named) : shape;
}

/** Without words for the checker alone, and with the type that values of an enumeration have anyway. */
function tidied({ patternMeaning, ...shape }: Record<string, unknown>): Record<string, unknown> {
  const { enum: values, type } = shape;
  if (type || !Array.isArray(values) || !values.every((value) => typeof value === 'string')) return shape;
  return { type: 'string', ...shape };
}

function reference(title: string, shape: object, named: Record<string, object>): object {
  const known = named[title];
  if (known && JSON.stringify(known) !== JSON.stringify(shape)) {
    throw new Error(`Two different shapes have the title ${title}.`);
  }
  named[title] = shape;
  return { $ref: `#/components/schemas/${title}` };
}
