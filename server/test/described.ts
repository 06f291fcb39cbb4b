// Checks answers against the OpenAPI document the application serves: an answer that the document does not describe,
// down to its last property, is a fault of one of the two.
import assert from 'node:assert/strict';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { type ApiDocument, type Operation, type Response, resolve } from '#http/wire/document/open-api.ts';
import type { Answer } from '#test/ask.ts';

/** A document, and the checks made from it so far. */
interface Checker {
  document: ApiDocument;
  /** The document's components, closed. */
  components: object;
  checks: Map<string, ValidateFunction>;
}

const checkers = new WeakMap<FastifyInstance, Map<string, Promise<Checker>>>();

/** Fails unless the document of the area describes this answer to this request: status, headers and body. */
export async function checkAnswer(
  app: FastifyInstance,
  documentUrl: string,
  { method, path, answer }: { method: string; path: string; answer: Answer },
): Promise<void> {
  const checker = await checkerOf(app, documentUrl);
  const { document } = checker;
  const bare = path.split('?')[0]!;
  const found = operationAt(document, method, bare);
  if (!found) {
    assert.ok(answer.status >= 400, `${method} ${bare} is not described, and answered ${answer.status}`);
    return;
  }
  const name = `${method} ${found.template} ${answer.status}`;
  const described = found.operation.responses[String(answer.status)];
  assert.ok(described, `${name} is not described: ${JSON.stringify(answer.body)}`);
  const response = resolve<Response>(document, described);
  checkHeaders(document, response, answer, name);
  checkBody(checker, response, answer, name);
}

/** The operation that answers a path, with the path as the document writes it. */
function operationAt(
  document: ApiDocument,
  method: string,
  path: string,
): { template: string; operation: Operation } | undefined {
  const template = Object.keys(document.paths)
    .filter((known) => matches(known, path))
    .sort(mostLiteralFirst)[0];
  const operation = template && document.paths[template]![method.toLowerCase()];
  return operation ? { template, operation } : undefined;
}

function checkHeaders(document: ApiDocument, { headers = {} }: Response, answer: Answer, name: string): void {
  for (const [header, described] of Object.entries(headers)) {
    if (!resolve(document, described as never as { required?: boolean }).required) continue;
    assert.ok(answer.headers[header.toLowerCase()], `${name} lacks the header ${header}`);
  }
}

function checkBody(checker: Checker, { content }: Response, answer: Answer, name: string): void {
  if (content && 'application/pdf' in content) {
    assert.equal(answer.headers['content-type'], 'application/pdf', name);
    return;
  }
  const schema = content?.['application/json']?.schema;
  if (!schema) {
    assert.equal(answer.body, undefined, `${name} has a body, and none is described`);
    return;
  }
  assert.match(answer.headers['content-type'] ?? '', /^application\/json\b/, name);
  let check = checker.checks.get(name);
  if (!check) {
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv as never);
    check = ajv.compile({ ...closed(schema), components: checker.components });
    checker.checks.set(name, check);
  }
  check(answer.body);
  const faults = (check.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`,
  );
  assert.deepEqual(faults, [], `${name} is not as described`);
}

/**
 * The shape with every object closed that names its properties: callers have to put up with properties that are added
 * later, but what is answered today is described today.
 */
function closed(shape: object): object {
  if (Array.isArray(shape)) return shape.map((item) => (isObject(item) ? closed(item) : item));
  const members = Object.entries(shape).map(([name, member]) => [
    name,
    isObject(member) && name !== 'example' && name !== 'examples' ? closed(member) : member,
  ]);
  const copy = Object.fromEntries(members);
  const isOpen =
    copy.type === 'object' && isObject(copy.properties) && copy.additionalProperties === undefined;
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
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
  const document = (await app.inject(url)).json<ApiDocument>();
  const components = { schemas: closed(document.components.schemas) };
  return { document, components, checks: new Map() };
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
