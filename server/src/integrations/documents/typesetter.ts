// Lays out documents with Typst: a template of this folder, filled with texts.
import { join } from 'node:path';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import { type FontSlice, openFontShelf } from './font-shelf.ts';
import { printable } from './printable.ts';

/** What a template is filled with. */
export interface Filling {
  /** A file of this folder. */
  template: string;
  /** The template finds it as `data`. Every text in it is set as it stands; none is markup. */
  data: object;
  /** Pictures, by the name the template knows them under. */
  pictures: Record<string, Buffer>;
  /** ISO 3166-1 alpha-2: where the document is read. */
  countryCode: string;
}

/** Makes PDF documents, one at a time. */
export interface Typesetter {
  typeset(filling: Filling): Promise<Buffer>;
}

/** More slices of fonts than this are not held by one compiler: the next starts with what its text needs. */
const slicesLoadedMax = 120;
/** How many documents a laid-out piece is remembered for without being used again. */
const rememberedDocuments = 10;
/** Where the templates are. Pictures are put beside them, in memory. */
const folder = import.meta.dirname;
const shownForMissing = '\ufffd';

/** Opens a typesetter. */
export function openTypesetter(): Typesetter {
  const shelf = openFontShelf();
  const press = openPress();
  return {
    async typeset({ template, data, pictures, countryCode }) {
      const text = JSON.stringify(data, (_key, value) =>
        typeof value === 'string' ? printable(value) : value,
      );
      const { slices, missing } = await shelf.outfit(text + shownForMissing, countryCode);
      const shown = [...text]
        .map((character) => (missing.has(character) ? shownForMissing : character))
        .join('');
      const compiler = press.with(slices);
      // Nothing waits from here on, so no other document's pictures are in the way.
      for (const [name, bytes] of Object.entries(pictures)) compiler.mapShadow(join(folder, name), bytes);
      const fonts = JSON.stringify(slices.map(({ family }) => family));
      const bytes = compiler.pdf(
        { mainFilePath: join(folder, template), inputs: { data: shown, fonts }, resetRead: true },
        { pdfStandard: 'ua-1', creationTimestamp: 0 },
      );
      compiler.evictCache(rememberedDocuments);
      return bytes;
    },
  };
}

/** A compiler learns of fonts when it is made: 10 to 40 ms, so it is kept until a text needs another font. */
function openPress() {
  const loaded = new Set<FontSlice>();
  let compiler: NodeCompiler | undefined;
  return {
    with(slices: FontSlice[]): NodeCompiler {
      if (compiler && slices.every((slice) => loaded.has(slice))) return compiler;
      if (loaded.size + slices.length > slicesLoadedMax) loaded.clear();
      for (const slice of slices) loaded.add(slice);
      const fontBlobs = [...loaded].flatMap(({ files }) => files);
      compiler = NodeCompiler.create({ workspace: folder, fontArgs: [{ fontBlobs }] });
      return compiler;
    },
  };
}
