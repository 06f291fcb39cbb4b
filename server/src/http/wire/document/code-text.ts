// JSON values as people write them in code: what is short stays on one line, the rest is broken and indented.

/** How names and texts are written. */
interface Notation {
  name(name: string): string;
  text(text: string): string;
  /** What follows the last entry of a broken list. */
  lastComma: string;
}

const json: Notation = { name: JSON.stringify, text: JSON.stringify, lastComma: '' };
const javaScript: Notation = {
  name: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)),
  text: quoted,
  lastComma: ',',
};
const lineWidth = 76;

/** A value as JSON text. */
export function jsonText(value: unknown): string {
  return write(value, json, 0);
}

/** A value as a JavaScript literal. */
export function javaScriptText(value: unknown): string {
  return write(value, javaScript, 0);
}

function write(value: unknown, notation: Notation, depth: number): string {
  if (typeof value === 'string') return notation.text(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  const entries = Array.isArray(value)
    ? value.map((item) => ['', item])
    : Object.entries(value).map(([name, member]) => [`${notation.name(name)}: `, member]);
  if (entries.length === 0) return `${open}${close}`;
  const parts = entries.map(([lead, member]) => lead + write(member, notation, depth + 1));
  const space = Array.isArray(value) ? '' : ' ';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  // The whole of an example is easier to read with a line for each field.
  const fits = depth > 0 && !line.includes('\n') && line.length + 2 * depth <= lineWidth;
  if (fits) return line;
  const indent = '  '.repeat(depth + 1);
  const lines = parts.map((part) => indent + part).join(',\n');
  return `${open}\n${lines}${notation.lastComma}\n${'  '.repeat(depth)}${close}`;
}

function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `'${inner.replaceAll("'", "\\'")}'`;
}
