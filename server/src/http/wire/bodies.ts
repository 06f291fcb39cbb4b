// How bodies are read: JSON and nothing else, with text that can be stored.
import type { FastifyInstance } from 'fastify';
import { type Fault, invalidField } from '#kit/fault.ts';
import { isStorableText } from '#kit/text.ts';

// What JSON escapes that a stored text can't hold: NUL and other control characters, halves of surrogate pairs.
const suspicious = /\\u(00[01]|007f|d[89a-f])|\\[bf]/i;

/** Makes an area read JSON bodies, and only them, and refuse text in them that could not be stored as it is. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text.trim() === '') {
      done(invalidBody('is empty: send a JSON object.'), undefined);
      return;
    }
    parse(request, text, (_error: Error | null, body?: unknown) => {
      if (_error) {
        done(invalidBody('is not valid JSON.'), undefined);
        return;
      }
      const path = suspicious.test(text) || !isStorableText(text) ? unstorablePath(body, '') : undefined;
      if (path === undefined) done(null, body);
      else done(invalidField(path, 'must not hold control characters or broken letters.'), undefined);
    });
  });
  app.addContentTypeParser('*', (_request, _payload, done) => {
    const message = 'must be JSON, sent with Content-Type: application/json.';
    done(invalidField('The body', message, 'unsupported_media'), undefined);
  });
}

/** Refuses queries and paths with text that could not be stored: nothing can match it, and the database says so rudely. */
export function checkAddressText(values: unknown): void {
  const path = unstorablePath(values, '');
  if (path !== undefined) throw invalidField(path, 'must not hold control characters or broken letters.');
}

function invalidBody(message: string): Fault {
  return invalidField('The body', message, 'invalid_request');
}

/** Where the first text is that can't be stored, or `undefined`. */
function unstorablePath(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : path || 'The body';
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const memberPath = Array.isArray(value) ? `${path}[${name}]` : path ? `${path}.${name}` : name;
    const found = isStorableText(name) ? unstorablePath(member, memberPath) : path || 'The body';
    if (found !== undefined) return found;
  }
  return undefined;
}
