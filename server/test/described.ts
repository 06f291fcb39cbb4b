// Checks answers against the OpenAPI document the application serves: an answer that the document does not describe
// is a fault of one of the two.
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import type { Answer } from '#test/ask.ts';

interface Description {
  paths: Record<
    string,
    Record<string, { responses: Record<string, { content?: Record<string, { schema: object }> }> }>
  >;
}

interface Checker {
  document: Description;
  ajv: Ajv2020;
  checks: Map<string, ValidateFunction>;
}

const checkers = new WeakMap<FastifyInstance, Map<string, Promise<Checker>>>();

/** Fails unless the document of the area describes this answer to this request. */
export async function checkAnswer(
  app: FastifyInstance,
  documentUrl: string,
  { method, path, answer }: { method: string; path: string; answer: Answer },
): Promise<void> {
  const { document, ajv, checks } = await checkerOf(app, documentUrl);
  const bare = path.split('?')[0]!;
  const template = Object.keys(document.paths)
    .filter((known) => matches(known, bare))
    .sort(mostLiteralFirst)[0];
  const operation = template && document.paths[template]![method.toLowerCase()];
  if (!operation) {
    assert.equal(
      answer.status >= 400,
      true,
      `${method} ${bare} is not described, and answered ${answer.status}`,
    );
    return;
  }
  const described = operation.responses[String(answer.status)];
  assert.ok(described, `${method} ${template} answers ${answer.status}, which is not described`);
  const schema = described.content?.['application/json']?.schema;
  if (!schema) return;
  const name = `${method} ${template} ${answer.status}`;
  let check = checks.get(name);
  if (!check) {
    check = ajv.compile({ ...schema, components: (document as { components?: object }).components });
    checks.set(name, check);
  }
  assert.ok(check(answer.body), `${name} is not as described: ${ajv.errorsText(check.errors)}`);
}

function checkerOf(app: FastifyInstance, url: string): Promise<Checker> {
  const ofApp = checkers.get(app) ?? new Map<string, Promise<Checker>>();
  checkers.set(app, ofApp);
  let checker = ofApp.get(url);
  if (!checker) {
    checker = makeChecker(app, url);
    ofApp.set(url, checker);
  }
  return checker;
}

async function makeChecker(app: FastifyInstance, url: string): Promise<Checker> {
  const document = (await app.inject(url)).json<Description>();
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv as never);
  return { document, ajv, checks: new Map() };
}

function matches(template: string, path: string): boolean {
  const parts = template.split('/');
  const steps = path.split('/');
  return (
    parts.length === steps.length &&
    parts.every((part, place) => part.startsWith('{') || part === steps[place])
  );
}

function mostLiteralFirst(left: string, right: string): number {
  return (left.match(/\{/g) ?? []).length - (right.match(/\{/g) ?? []).length;
}
