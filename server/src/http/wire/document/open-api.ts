// The parts of an OpenAPI 3.1 document that Frontdesk writes and its reference page reads, as types.

/** An area's document. */
export interface ApiDocument {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string; description?: string }[];
  tags: Tag[];
  security: SecurityRequirement[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    securitySchemes: Record<string, { description?: string }>;
    schemas: Record<string, Shape>;
    responses: Record<string, Response>;
    headers: Record<string, Header>;
  };
}

/** A group of operations; the description is Markdown. */
export interface Tag {
  name: string;
  description: string;
}

/** Which credential opens an operation, with the permissions it needs. An empty list of these means none is needed. */
type SecurityRequirement = Record<string, string[]>;

/** One method of one path. */
export interface Operation {
  operationId: string;
  summary: string;
  description?: string;
  tags: string[];
  security?: SecurityRequirement[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; description?: string; content: Record<string, Media> };
  responses: Record<string, Response | Reference>;
  'x-codeSamples'?: CodeSample[];
}

/** A parameter in the path, the query or a header. */
export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema: Shape;
  example?: unknown;
}

/** A body: its shape and what it looks like. */
export interface Media {
  schema: Shape | Reference;
  example?: unknown;
  examples?: Record<string, NamedExample>;
}

/** One of several examples; the summary says what it shows. */
export interface NamedExample {
  summary: string;
  value: unknown;
}

/** What an operation answers under one status. */
export interface Response {
  description: string;
  headers?: Record<string, Reference>;
  content?: Record<string, Media>;
}

/** A header of a response. */
export interface Header {
  description: string;
  /** Whether every response that lists the header has it. */
  required?: boolean;
  schema: Shape;
  example?: unknown;
}

/** How to make the example's request in one language. */
export interface CodeSample {
  lang: string;
  label: string;
  source: string;
}

/** A pointer into the same document. */
export interface Reference {
  $ref: string;
}

/** A JSON Schema (2020-12), as far as shapes use it. */
export interface Shape {
  title?: string;
  description?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  multipleOf?: number;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  pattern?: string;
  properties?: Record<string, Shape | Reference>;
  required?: string[];
  additionalProperties?: boolean | Shape | Reference;
  items?: Shape | Reference;
  anyOf?: (Shape | Reference)[];
}

/** The part a pointer names, or the part itself. Throws when the pointer leads nowhere. */
export function resolve<Part extends object>(document: ApiDocument, part: Part | Reference): Part {
  if (!('$ref' in part)) return part;
  const steps = part.$ref.replace(/^#\//, '').split('/');
  // biome-ignore lint/suspicious/noExplicitAny: a walk through JSON of any shape
  const found = steps.reduce((place: any, step) => place?.[step], document);
  if (!found) throw new Error(`${part.$ref} leads nowhere.`);
  return found;
}
