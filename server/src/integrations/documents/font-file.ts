// TrueType files as bytes: which characters one has a glyph for, and a copy under another name. Pure functions.
// Source: OpenType specification, "Organization of an OpenType Font", "cmap", "name".

interface Table {
  tag: string;
  bytes: Buffer;
}

/** The characters the font has a glyph for. Throws for a font whose character map is in neither format 4 nor 12. */
export function charactersOf(font: Buffer): Set<number> {
  const cmap = tablesOf(font).find(({ tag }) => tag === 'cmap')!.bytes;
  const maps = Array.from({ length: cmap.readUInt16BE(2) }, (_, place) =>
    cmap.subarray(cmap.readUInt32BE(4 + 8 * place + 4)),
  );
  const map = maps.find(hasFormat(12)) ?? maps.find(hasFormat(4));
  if (!map) throw new Error('The font maps characters in a way that is not known here');
  return map.readUInt16BE(0) === 12 ? charactersOfFormat12(map) : charactersOfFormat4(map);
}

/** The font under another family name, which is all that layout finds a font by. `weight` 400 or 700. */
export function renamedFont(font: Buffer, family: string, weight: number): Buffer {
  const style = weight >= 600 ? 'Bold' : 'Regular';
  const texts = { 1: family, 2: style, 4: `${family} ${style}`, 6: `${family}-${style}` };
  const tables = tablesOf(font).map((table) =>
    table.tag === 'name' ? { tag: 'name', bytes: nameTable(texts) } : table,
  );
  return fontOf(font.subarray(0, 4), tables);
}

const hasFormat = (format: number) => (map: Buffer) => map.readUInt16BE(0) === format;

function charactersOfFormat12(map: Buffer): Set<number> {
  const characters = new Set<number>();
  const groups = map.readUInt32BE(12);
  for (let place = 16; place < 16 + 12 * groups; place += 12) {
    const last = map.readUInt32BE(place + 4);
    for (let character = map.readUInt32BE(place); character <= last; character += 1)
      characters.add(character);
  }
  return characters;
}

function charactersOfFormat4(map: Buffer): Set<number> {
  const characters = new Set<number>();
  const length = map.readUInt16BE(6);
  const [lasts, firsts] = [14, 16 + length];
  for (let place = 0; place < length; place += 2) {
    const last = map.readUInt16BE(lasts + place);
    for (let character = map.readUInt16BE(firsts + place); character <= last; character += 1) {
      characters.add(character);
    }
  }
  // The last segment is there to end the list.
  characters.delete(0xffff);
  return characters;
}

function tablesOf(font: Buffer): Table[] {
  return Array.from({ length: font.readUInt16BE(4) }, (_, place) => {
    const entry = font.subarray(12 + 16 * place, 28 + 16 * place);
    const start = entry.readUInt32BE(8);
    return {
      tag: entry.toString('latin1', 0, 4),
      bytes: font.subarray(start, start + entry.readUInt32BE(12)),
    };
  });
}

/** A font file of tables, in the order given. Checksums stay 0: who lays out text with it doesn't compare them. */
function fontOf(signature: Buffer, tables: Table[]): Buffer {
  const directory = Buffer.alloc(12 + 16 * tables.length);
  signature.copy(directory);
  directory.writeUInt16BE(tables.length, 4);
  const parts: Buffer[] = [directory];
  let end = directory.length;
  for (const [place, { tag, bytes }] of tables.entries()) {
    const entry = 12 + 16 * place;
    directory.write(tag, entry, 'latin1');
    directory.writeUInt32BE(end, entry + 8);
    directory.writeUInt32BE(bytes.length, entry + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    end += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}

/** A table of names in English for Windows, where texts are UTF-16. */
function nameTable(texts: Record<number, string>): Buffer {
  const entries = Object.entries(texts).map(([id, text]) => ({
    id: Number(id),
    bytes: Buffer.from(text, 'utf16le').swap16(),
  }));
  const header = Buffer.alloc(6 + 12 * entries.length);
  header.writeUInt16BE(entries.length, 2);
  header.writeUInt16BE(header.length, 4);
  let end = 0;
  for (const [place, { id, bytes }] of entries.entries()) {
    const [windows, unicode, english] = [3, 1, 0x409];
    for (const [field, value] of [windows, unicode, english, id, bytes.length, end].entries()) {
      header.writeUInt16BE(value, 6 + 12 * place + 2 * field);
    }
    end += bytes.length;
  }
  return Buffer.concat([header, ...entries.map(({ bytes }) => bytes)]);
}
