// Everything that can be wrong with a body, generated from the shape the document gives for it.
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type Shape, sampleOf } from '#test/operations.ts';

/** A body with one thing wrong, as JSON text, and the property that the refusal must name. */
export interface BadBody {
  what: string;
  json: string;
  names: string;
}

/** Where a value goes: takes JSON text for it and gives the JSON text of the whole body. */
type Place = (json: string) => string;

const ajv = new Ajv2020({ strict: false });
formats.default(ajv as never);

const strangers = ['null', 'true', '12.5', '"text"', '[]', '{}', '[null]', '{"a":1}', '[[]]', '-1', '1e400'];

/** Property names that have tripped JavaScript programs. */
const trickyNames = ['zzz', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', ''];

/** Bodies of this shape with one thing wrong each. */
export function badBodiesOf(shape: Shape): BadBody[] {
  return inside(shape, '', (json) => json);
}

function inside(shape: Shape, path: string, place: Place): BadBody[] {
  if (shape.properties && Object.keys(shape.properties).length > 0) return insideObject(shape, path, place);
  if (shape.items) return insideArray(shape, path, place);
  return [];
}

function insideObject(shape: Shape, path: string, place: Place): BadBody[] {
  const { properties = {}, required = [] } = shape;
  const base = Object.fromEntries(required.map((name) => [name, sampleOf(properties[name]!)]));
  const bad: BadBody[] = [];
  for (const [name, property] of Object.entries(properties)) {
    const { [name]: _, ...rest } = base;
    const put: Place = (json) => place(withMember(rest, name, json));
    const full = path ? `${path}.${name}` : name;
    bad.push(...badValues(property, full, put), ...inside(property, full, put));
    if (required.includes(name)) {
      bad.push({ what: `${full} missing`, json: place(JSON.stringify(rest)), names: full });
    }
  }
  if (shape.additionalProperties === false) {
    for (const name of trickyNames) {
      bad.push({
        what: `unknown ${name}`,
        json: place(withMember(base, name, '1')),
        names: path ? `${path}.${name}` : name,
      });
    }
  }
  return bad;
}

function insideArray({ items, maxItems }: Shape, path: string, place: Place): BadBody[] {
  const sample = JSON.stringify(sampleOf(items!));
  const put: Place = (json) => place(`[${sample},${json}]`);
  const bad = [...badValues(items!, `${path}[1]`, put), ...inside(items!, `${path}[1]`, put)];
  if (maxItems !== undefined) {
    const json = place(`[${Array.from({ length: maxItems + 1 }, () => sample).join(',')}]`);
    bad.push({ what: `${path} with ${maxItems + 1} entries`, json, names: path });
  }
  return bad;
}

/** Values that the shape does not take. */
function badValues(shape: Shape, names: string, place: Place): BadBody[] {
  const accepts = ajv.compile(shape);
  const refused = strangers.filter((json) => !accepts(JSON.parse(json)));
  const texts = acceptsText(shape) ? badTexts(shape) : [];
  return [...refused, ...numbersOutside(shape), ...texts].map((json) => ({
    what: `${names} = ${json.length > 60 ? `${json.slice(0, 60)}… (${json.length})` : json}`,
    json: place(json),
    names,
  }));
}

function badTexts({ enum: choices, minLength, maxLength }: Shape): string[] {
  const texts = ['"a\\u0000b"', '"a\\ud800b"', '"\\udc00"', '"a\\u001bb"'];
  if (choices) texts.push('"nonsense"', JSON.stringify(String(choices[0]).toUpperCase()), '""');
  if (minLength !== undefined && minLength > 0) texts.push(JSON.stringify('x'.repeat(minLength - 1)));
  if (maxLength !== undefined) texts.push(JSON.stringify('x'.repeat(maxLength + 1)));
  return texts;
}

function numbersOutside({ minimum, maximum, type }: Shape): string[] {
  const numbers: number[] = [];
  if (minimum !== undefined) numbers.push(minimum - 1);
  if (maximum !== undefined) numbers.push(maximum + 1);
  if (type === 'integer') numbers.push(1.5);
  return numbers.map(String);
}

function acceptsText({ type, enum: choices }: Shape): boolean {
  return (
    type === 'string' || (Array.isArray(type) && type.includes('string')) || typeof choices?.[0] === 'string'
  );
}

function withMember(object: object, name: string, json: string): string {
  const rest = JSON.stringify(object).slice(1, -1);
  return `{${rest}${rest ? ',' : ''}${JSON.stringify(name)}:${json}}`;
}
