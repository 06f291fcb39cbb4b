// How bodies are read: JSON and nothing else, with text that can be stored.
import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Fault, invalidField } from '#kit/fault.ts';
import { isStorableText } from '#kit/text.ts';

/** The deepest that objects and lists of a body may be nested; no shape comes near it. */
const depthMax = 32;

/** Makes an area read JSON bodies, and only them, and refuse text in them that could not be stored as it is. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, readBody);
  app.addContentTypeParser('*', async () => {
    const message = 'must be JSON, sent with Content-Type: application/json.';
    throw invalidField('', message, 'unsupported_media');
  });
}

async function readBody({ method }: FastifyRequest, bytes: Buffer): Promise<unknown> {
  // Many clients announce JSON with every request, also with one that has no body.
  if (bytes.length === 0 && method === 'DELETE') return undefined;
  const body = parseBody(bytes);
  checkText(body);
  return body;
}

// Property names such as __proto__ are left in: they become plain properties here, and the shapes refuse them by name.
function parseBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw invalidBody('must be JSON in UTF-8; it has bytes that are not.');
  // Some clients put a byte order mark before what they send.
  const text = bytes.toString().replace(/^\ufeff/, '');
  if (text.trim() === '') throw invalidBody('is empty: send a JSON object.');
  try {
    return JSON.parse(text);
  } catch {
    throw invalidBody('is not valid JSON.');
  }
}

/** Refuses queries and paths with text that could not be stored: nothing can match it, and the database says so rudely. */
export function checkAddressText(values: unknown): void {
  checkText(values);
}

function checkText(value: unknown): void {
  const path = unstorablePath(value, '', 0);
  if (path !== undefined) throw invalidField(path, 'must not hold control characters or broken letters.');
}

function invalidBody(message: string): Fault {
  return invalidField('', message, 'invalid_request');
}

/** Where the first text is that can't be stored, or `undefined`. */
function unstorablePath(value: unknown, path: string, depth: number): string | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth === depthMax) throw invalidBody(`is nested more than ${depthMax} levels deep.`);
  for (const [name, member] of Object.entries(value)) {
    const memberPath = Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name;
    const found = isStorableText(name) ? unstorablePath(member, memberPath, depth + 1) : path;
    if (found !== undefined) return found;
  }
  return undefined;
}
