// PDF files as a reader takes them: their text, where it stands, and what they say of themselves.
import { getDocumentProxy, getMeta } from 'unpdf';

/** A piece of text on a page. Lengths in points, from the lower left corner. */
export interface PlacedText {
  text: string;
  page: number;
  x: number;
  y: number;
  width: number;
  direction: string;
}

/** A PDF, read. */
export interface ReadPdf {
  title: string;
  language: string;
  /** Part of PDF/UA that it says it keeps. */
  accessibility: string | undefined;
  /** Width and height of each page, in points. */
  pages: [width: number, height: number][];
  texts: PlacedText[];
  /** All its text, with single spaces. */
  text: string;
}

/** Reads a PDF. */
export async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(Uint8Array.from(bytes));
  const { info, metadata } = await getMeta(pdf);
  const pages: ReadPdf['pages'] = [];
  const texts: PlacedText[] = [];
  let read = '';
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const page = await pdf.getPage(number);
    const { width, height } = page.getViewport({ scale: 1 });
    pages.push([width, height]);
    const { items } = await page.getTextContent();
    for (const item of items) {
      if (!('str' in item)) continue;
      const { str: text, dir: direction, width: length, transform } = item;
      read += item.hasEOL ? `${text} ` : text;
      if (text.trim() === '') continue;
      texts.push({ text, page: number, x: transform[4], y: transform[5], width: length, direction });
    }
  }
  return {
    title: info.Title,
    language: info.Language,
    accessibility: metadata?.get?.('pdfuaid:part') ?? undefined,
    pages,
    texts,
    text: read.replace(/\s+/g, ' '),
  };
}
