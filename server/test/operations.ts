// The operations an area's OpenAPI document describes, in a form that tests can be generated from.
import type { World } from '#test/world.ts';

/** A part of a JSON Schema, as far as tests look into it. */
export interface Shape {
  $ref?: string;
  type?: string | string[];
  properties?: Record<string, Shape>;
  required?: string[];
  additionalProperties?: boolean | Shape;
  items?: Shape;
  anyOf?: Shape[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** A value that travels in the path, the query or a header. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: Shape;
}

/** One method of one path, relative to the area: `GET /customers/{customerId}`. */
export interface Operation {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  operationId: string;
  parameters: Parameter[];
  /** The shape of the body, if the operation takes one. */
  body: Shape | undefined;
  /** Whether an API key is asked for. */
  needsKey: boolean;
  /** Statuses the document names. */
  statuses: number[];
  /** Whether the answer is a page of a list. */
  isPaged: boolean;
}

interface Document {
  paths: Record<string, Record<string, DescribedOperation>>;
  components?: { schemas?: Record<string, Shape> };
}

interface DescribedOperation {
  security?: object[];
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Shape }> };
  responses: Record<string, { content?: Record<string, { schema: Shape }> }>;
}

/** All operations of the Admin API, with references in their shapes put in place. */
export async function describedOperations({ app }: World): Promise<Operation[]> {
  const document = (await app.inject('/api/v1/openapi.json')).json<Document>();
  const whole = (shape: Shape | undefined) => shape && (inPlace(shape, document) as Shape);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const answer = Object.entries(described.responses).find(([status]) => status.startsWith('2'))?.[1];
      return {
        method: method.toUpperCase() as Operation['method'],
        path,
        operationId: described.operationId,
        parameters: (described.parameters ?? []).map((parameter) => ({
          ...parameter,
          required: parameter.required ?? false,
          schema: whole(parameter.schema)!,
        })),
        body: whole(described.requestBody?.content['application/json']?.schema),
        needsKey: described.security === undefined || described.security.length > 0,
        statuses: Object.keys(described.responses).map(Number),
        isPaged: 'pagination' in (whole(answer?.content?.['application/json']?.schema)?.properties ?? {}),
      };
    }),
  );
}

/** A body the operation takes: what is required, and one text more, so that a change would show. */
export function sampleBody({ body }: Operation): Record<string, unknown> {
  const { properties = {}, required = [] } = body ?? {};
  const aText = Object.keys(properties).find((name) => properties[name]!.type === 'string');
  const names = new Set([...required, ...(aText === undefined ? [] : [aText])]);
  return Object.fromEntries([...names].map((name) => [name, sampleOf(properties[name]!)]));
}

/** A value of a shape. */
export function sampleOf(shape: Shape): unknown {
  const { type, format, minimum = 1, minLength = 1, items, properties = {}, required = [] } = shape;
  if (shape.const !== undefined) return shape.const;
  if (shape.enum) return shape.enum[0];
  if (shape.anyOf) return sampleOf(shape.anyOf[0]!);
  if (format === 'uri') return 'https://hooks.zapier.com/hooks/sample';
  if (format === 'date-time') return '2026-03-31T09:00:00Z';
  if (format === 'date') return '2026-03-31';
  if (shape.pattern && shape.examples) return shape.examples[0];
  switch (Array.isArray(type) ? type[0] : type) {
    case 'string':
      return 'sample'.padEnd(minLength, 'x');
    case 'integer':
    case 'number':
      return minimum;
    case 'boolean':
      return true;
    case 'array':
      return items ? [sampleOf(items)] : [];
    case 'object':
      return Object.fromEntries(required.map((name) => [name, sampleOf(properties[name]!)]));
    default:
      return 'sample';
  }
}

function inPlace(value: unknown, document: Document): unknown {
  if (Array.isArray(value)) return value.map((item) => inPlace(item, document));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as Shape;
  if (typeof $ref === 'string') {
    return inPlace(document.components?.schemas?.[$ref.slice($ref.lastIndexOf('/') + 1)], document);
  }
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, inPlace(member, document)]));
}
