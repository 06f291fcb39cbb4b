// One operation of a document, completed with what its route knows: credential, headers, examples, code samples.
import type { FastifySchema } from 'fastify';
import type { AreaDescription } from '#http/wire/document/api-document.ts';
import { codeSamples } from '#http/wire/document/code-samples.ts';
import type { Operation, Parameter, Reference, Response, Shape } from '#http/wire/document/open-api.ts';
import { notesOf, type ResponseNotes } from '#http/wire/document/response-notes.ts';

/** A route as its area describes it. */
export interface DescribedRoute {
  method: string;
  /** With `{parameters}`, relative to the area. */
  path: string;
  permission: string;
  /** Whether it is asked without a credential too. */
  tokenOptional: boolean;
  schema: FastifySchema;
}

/** The operation as the document shows it. Adds responses that are the same everywhere to `responses`. */
export function completeOperation(
  operation: Operation,
  route: DescribedRoute,
  area: AreaDescription,
  responses: Record<string, Response>,
): Operation {
  const { operationId, summary, description, tags, requestBody } = operation;
  if (!operationId || !summary || !tags) throw new Error(`${route.method} ${route.path} is not described.`);
  const parameters = operation.parameters?.map(completeParameter);
  return {
    operationId,
    summary,
    ...(description && { description }),
    tags,
    security: securityOf(route, area),
    ...(parameters && { parameters }),
    ...(requestBody && { requestBody }),
    responses: completeResponses(operation, route, area, responses),
    'x-codeSamples': codeSamples(exampleRequest(route, area, parameters ?? [])),
  };
}

function securityOf({ permission, tokenOptional }: DescribedRoute, area: AreaDescription) {
  if (permission === 'none') return [];
  const credential = { [area.credential.name]: permission === 'any' ? [] : [permission] };
  return tokenOptional ? [credential, {}] : [credential];
}

/** Headers are written as people write them; a parameter of the path or the query keeps its name. */
function completeParameter({
  name,
  in: place,
  required,
  description,
  schema,
  example,
}: Parameter): Parameter {
  return {
    name: place === 'header' ? headerName(name) : name,
    in: place,
    required: required ?? false,
    ...(description && { description }),
    schema,
    ...(example !== undefined && { example }),
  };
}

function headerName(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (start) => start.toUpperCase());
}

function completeResponses(
  operation: Operation,
  route: DescribedRoute,
  area: AreaDescription,
  responses: Record<string, Response>,
): Record<string, Response | Reference> {
  const schemas = route.schema.response as Record<string, object>;
  const completed = Object.entries(operation.responses).map(([status, response]) => {
    const notes = notesOf(schemas[status]!);
    if (!notes) throw new Error(`${operation.operationId} does not say what ${status} means.`);
    const whole = completeResponse(response as Response, Number(status), notes, route, area);
    return [status, notes.component ? shared(notes.component, whole, responses) : whole];
  });
  return Object.fromEntries(completed);
}

function completeResponse(
  { content }: Response,
  status: number,
  { description, headers = [], example, examples, component }: ResponseNotes,
  { method, permission }: DescribedRoute,
  area: AreaDescription,
): Response {
  // What is the same everywhere can't depend on the one route.
  const facts = component ? { method: 'GET', permission: 'any' } : { method, permission };
  const names = [...area.headersOf({ status, ...facts }), ...headers];
  const media = Object.entries(content ?? {}).map(([type, { schema }]) => [
    type,
    { schema, ...(example !== undefined && { example }), ...(examples && { examples }) },
  ]);
  return {
    description,
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
    ...(media.length > 0 && { content: Object.fromEntries(media) }),
  };
}

function shared(name: string, response: Response, responses: Record<string, Response>): Reference {
  const known = responses[name];
  if (known && JSON.stringify(known) !== JSON.stringify(response)) {
    throw new Error(`Two different responses have the name ${name}.`);
  }
  responses[name] = response;
  return { $ref: `#/components/responses/${name}` };
}

/** The request that the route's examples describe: each part of its schema holds its own. */
function exampleRequest(
  { method, path, permission, tokenOptional, schema }: DescribedRoute,
  { baseUrl, credential }: AreaDescription,
  parameters: Parameter[],
) {
  const exampleFor = (name: string) => {
    const example = parameters.find((parameter) => parameter.name === name)?.example;
    if (example === undefined) throw new Error(`${method} ${path} has no example of ${name}.`);
    return String(example);
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(exampleFor(name)));
  const query = new URLSearchParams(textsOf(exampleOf(schema.querystring)));
  // A browser sends its origin unasked; a sample runs anywhere.
  const needed = parameters.filter(
    (parameter) => parameter.in === 'header' && (parameter.required || parameter.name === 'Origin'),
  );
  return {
    method,
    url: baseUrl + filled + (query.size > 0 ? `?${query}` : ''),
    credentialVariable: permission === 'none' || tokenOptional ? undefined : credential.variable,
    headers: Object.fromEntries(needed.map(({ name }) => [name, exampleFor(name)])),
    body: exampleOf(schema.body),
    fileName: fileNameOf(path, schema),
    isEmpty: '204' in (schema.response as object),
  };
}

/** What to keep the answer as, when it is a file: `/bookings/{bookingId}/ticket` gives `ticket.pdf`. */
function fileNameOf(path: string, { response }: FastifySchema): string | undefined {
  const answer = (response as Record<string, { content?: object }>)['200'];
  const isPdf = answer?.content !== undefined && 'application/pdf' in answer.content;
  return isPdf ? `${path.split('/').at(-1)}.pdf` : undefined;
}

function exampleOf(shape: unknown): unknown {
  return (shape as Shape | undefined)?.examples?.[0];
}

function textsOf(values: unknown): [string, string][] {
  return Object.entries(values ?? {}).map(([name, value]) => [name, String(value)]);
}
