// PDF files as answers: how a route describes one, and how it is sent.
import type { FastifyReply } from 'fastify';
import { withNotes } from '#http/wire/document/response-notes.ts';

const pdf = 'application/pdf';

/** The shape of an answer that is a PDF to be kept. `description` says of what, in a sentence. */
export function pdfFile(description: string) {
  const schema = { type: 'string', contentEncoding: 'binary', contentMediaType: pdf };
  const shape = { description, content: { [pdf]: { schema } } };
  return withNotes(shape, { description, headers: ['Content-Disposition'] });
}

/** Sends a PDF as an attachment that nobody in between keeps: it says who comes where, and when. */
export function sendPdf(reply: FastifyReply, { bytes, fileName }: { bytes: Buffer; fileName: string }) {
  return reply
    .type(pdf)
    .header('content-disposition', attachmentNamed(fileName))
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .send(bytes);
}

/** The header for a file name of any characters: in ASCII for old clients, and as it is. Source: RFC 6266, RFC 8187. */
export function attachmentNamed(fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/\p{Mn}/gu, '');
  const ascii = plain
    .replace(/[^\x20-\x7e]+/g, ' ')
    .replace(/["\\%]/g, '')
    .replace(/ +/g, ' ')
    .trim();
  const exact = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${exact}`;
}
