// Fields of a request or an answer as a table: name and type in one column, meaning and bounds in the other.
import { type Html, html } from '#http/pages/html.ts';
import { inlineMarkdown } from '#http/pages/reference-text.ts';
import { type ApiDocument, type Reference, resolve, type Shape } from '#http/wire/document/open-api.ts';

/** One row. */
export interface Field {
  /** Where it is, as errors write it: `emails[].address`. */
  path: string;
  shape: Shape;
  /** What stands beside the type: `required`, `optional`. */
  mark: string | undefined;
}

/** Which fields are worth a mark: a caller asks what to send, and what may be missing in what comes back. */
export type Marking = 'required' | 'optional';

/** A table of fields, or nothing when there are none. */
export function fieldTable(caption: string | Html, fields: Field[]): Html | undefined {
  if (fields.length === 0) return undefined;
  return html`<table class="fields">
<caption>${caption}</caption>
<colgroup><col><col></colgroup>
<thead class="unseen"><tr><th scope="col">Field</th><th scope="col">Meaning</th></tr></thead>
<tbody>
${fields.map(fieldRow)}</tbody>
</table>`;
}

/** The fields of a shape and of the shapes in it, in their order. */
export function fieldsOf(
  document: ApiDocument,
  part: Shape | Reference,
  marking: Marking,
  prefix = '',
): Field[] {
  const shape = resolve<Shape>(document, part);
  if (shape.items) return fieldsOf(document, shape.items, marking, `${prefix}[]`);
  return Object.entries(shape.properties ?? {}).flatMap(([name, member]) => {
    const path = prefix && !prefix.endsWith('.') ? `${prefix}.${name}` : prefix + name;
    const isRequired = shape.required?.includes(name) ?? false;
    const mark = isRequired === (marking === 'required') ? marking : undefined;
    const own = resolve<Shape>(document, member);
    return [{ path, shape: named(document, own), mark }, ...fieldsOf(document, own, marking, path)];
  });
}

/** The shape with what its entries are put in place, so that its type can be told. */
function named(document: ApiDocument, shape: Shape): Shape {
  return shape.items ? { ...shape, items: resolve<Shape>(document, shape.items) } : shape;
}

function fieldRow({ path, shape, mark }: Field): Html {
  const end = path.lastIndexOf('.') + 1;
  return html`<tr><th scope="row"><code>${end > 0 && html`<span class="path">${path.slice(0, end)}</span>`}${path.slice(end)}</code> <span class="type">${typeOf(shape)}${mark && html`, <span class="${mark}">${mark}</span>`}</span></th><td>${meaningOf(shape)}</td></tr>
`;
}

function meaningOf(shape: Shape): Html {
  const bounds = boundsOf(shape);
  const values = (shape.enum ?? shapeOfItems(shape)?.enum ?? []).map(
    (value) => html` <code>${String(value)}</code>`,
  );
  return html`${shape.description && inlineMarkdown(shape.description)}${values.length > 0 && html` <span class="bounds">${shape.enum ? 'One of' : 'Each one of'}${values}.</span>`}${bounds.length > 0 && html` <span class="bounds">${bounds.join(', ').replace(/^./, (first) => first.toUpperCase())}.</span>`}`;
}

/** The type in a word or two: `string`, `array of objects`, `string or number`. */
function typeOf(shape: Shape): string {
  if (shape.anyOf) return listed(shape.anyOf.map((choice) => typeOf(choice as Shape)));
  const items = shapeOfItems(shape);
  if (items) return `array of ${plural(typeOf(items))}`;
  if (shape.type === undefined) return 'any value';
  return [shape.type].flat().join(' or ');
}

function shapeOfItems(shape: Shape): Shape | undefined {
  return shape.items as Shape | undefined;
}

function plural(type: string): string {
  return /^\w+$/.test(type) ? `${type}s` : type;
}

function listed(words: string[]): string {
  return words.join(', ').replace(/, ([^,]*)$/, ' or $1');
}

/** The bounds of a value, in words. */
function boundsOf(shape: Shape): string[] {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, format } = shape;
  return [
    ...(format === 'date-time' ? ['a time with its offset, like 2026-03-31T09:00:00Z'] : []),
    ...(format === 'uri' ? ['a whole URL'] : []),
    ...(shape.const === undefined ? [] : [`always ${String(shape.const)}`]),
    ...range(minimum, maximum, ''),
    ...range(minLength === 1 ? undefined : minLength, shortest(maxLength), ' characters'),
    ...range(minItems === 1 ? undefined : minItems, maxItems, ' entries'),
    ...(minItems === 1 ? ['not empty'] : []),
    ...(shape.default === undefined ? [] : [`by default ${String(shape.default)}`]),
  ];
}

/** Nobody counts the letters of a megabyte. */
function shortest(maxLength: number | undefined): number | undefined {
  return maxLength !== undefined && maxLength < 100_000 ? maxLength : undefined;
}

function range(from: number | undefined, to: number | undefined, unit: string): string[] {
  if (from !== undefined && to !== undefined) return [`${from} to ${to}${unit}`];
  if (to !== undefined) return [`at most ${to}${unit}`];
  return from === undefined ? [] : [`at least ${from}${unit}`];
}
