// Reading a text file whose encoding nobody tells: UTF-8, UTF-16 or, for what spreadsheets on Windows save, Windows-1252.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Fault } from '#kit/fault.ts';

const headBytes = 4096;

/**
 * The encoding of a file: what its byte order mark says, UTF-16 when every other byte is zero, UTF-8 when all of it is
 * valid as that, else Windows-1252. Reads the whole file: the first letter beyond ASCII may be the last.
 */
export async function detectEncoding(path: string): Promise<string> {
  const head = await readHead(path);
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8';
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = (parity: number) => head.filter((byte, place) => byte === 0 && place % 2 === parity).length;
  const [even, odd] = [zeros(0), zeros(1)];
  if (Math.max(even, odd) > head.length / 8) return odd >= even ? 'utf-16le' : 'utf-16be';
  return (await isUtf8(path)) ? 'utf-8' : 'windows-1252';
}

/** The encoding that a label names (`latin1`, `windows-1250`), or a Fault. */
export function checkedEncoding(label: string): string {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    const advice =
      'Known are utf-8, utf-16le, windows-1252, windows-1250, iso-8859-15, macintosh and others.';
    throw new Fault('invalid', 'invalid_encoding', `--encoding ${label} is not known. ${advice}`);
  }
}

/** A file's text in pieces, without byte order mark, every line ended by \n alone. */
export async function* readText(path: string, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  let heldBack = '';
  for await (const bytes of createReadStream(path)) {
    const text = heldBack + decoder.decode(bytes as Buffer, { stream: true });
    // A \r at the end may be the first half of a line end.
    heldBack = text.endsWith('\r') ? '\r' : '';
    yield withPlainLineEnds(heldBack ? text.slice(0, -1) : text);
  }
  yield withPlainLineEnds(heldBack + decoder.decode());
}

function withPlainLineEnds(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function isUtf8(path: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const bytes of createReadStream(path)) decoder.decode(bytes as Buffer, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
