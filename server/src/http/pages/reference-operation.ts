// One operation on the reference page: what it does, how to ask, what comes back, what can go wrong.
import { type Html, html } from '#http/pages/html.ts';
import { jsonBlock, sampleBlock } from '#http/pages/reference-code.ts';
import { type Field, fieldsOf, fieldTable } from '#http/pages/reference-fields.ts';
import { inlineMarkdown } from '#http/pages/reference-text.ts';
import {
  type ApiDocument,
  type Header,
  type Media,
  type Operation,
  type Parameter,
  type Reference,
  type Response,
  resolve,
  type Shape,
} from '#http/wire/document/open-api.ts';

/** An operation with its place in the document. */
export interface PlacedOperation {
  method: string;
  path: string;
  operation: Operation;
}

/** The section of one operation; its id is the operation's. */
export function operationSection(document: ApiDocument, { method, path, operation }: PlacedOperation): Html {
  const { operationId, summary, description, requestBody, responses } = operation;
  const samples = operation['x-codeSamples'] ?? [];
  const answers = Object.entries(responses).map(
    ([status, response]) => [status, resolve<Response>(document, response)] as const,
  );
  return html`<section class="operation">
<h3 id="${operationId}"><a class="anchor" href="#${operationId}">${summary}</a></h3>
<p class="address">${methodMark(method)} <code>${pathMarkup(path)}</code></p>
${description && html`<p>${inlineMarkdown(description)}</p>`}
${credentialLine(document, operation)}
${
  samples.length > 0 &&
  html`<h4>Request</h4>
${sampleBlock(operationId, samples)}`
}
${parameterTables(operation)}
${requestBody && bodyTable(document, requestBody.content['application/json']!)}
${answers.filter(([status]) => status < '400').map(([status, response]) => answerPart(document, operation, status, response))}
<h4>Failures</h4>
${answers.filter(([status]) => status >= '400').map(([status, response]) => failurePart(operation, status, response))}
</section>`;
}

/** A method in its colour, as the list of contents and headings show it. */
export function methodMark(method: string): Html {
  return html`<span class="method ${method}">${method.toUpperCase()}</span>`;
}

function pathMarkup(path: string): Html[] {
  return path
    .split(/(\{\w+\})/)
    .map((part) => (part.startsWith('{') ? html`<span class="blank">${part}</span>` : html`${part}`));
}

function credentialLine({ components }: ApiDocument, { security = [] }: Operation): Html {
  const [[name, permissions] = []] = security.map((requirement) => Object.entries(requirement)[0]!);
  const credential = name && components.securitySchemes[name]?.description;
  if (!credential) return html`<p class="facts">Needs no credential.</p>`;
  const needed = credential.replace(/^./, (first) => first.toLowerCase()).replace(/\.$/, '');
  const [permission] = permissions ?? [];
  return html`<p class="facts">Needs ${needed}${permission && html` that may <code>${permission}</code>`}.</p>`;
}

const places = { path: 'In the path', query: 'In the query', header: 'Headers' } as const;

function parameterTables({ parameters = [] }: Operation): (Html | undefined)[] {
  return Object.entries(places).map(([place, caption]) =>
    fieldTable(caption, parameters.filter((parameter) => parameter.in === place).map(parameterField)),
  );
}

function parameterField({ name, required, description, schema }: Parameter): Field {
  return { path: name, shape: { ...schema, description }, mark: required ? 'required' : undefined };
}

function bodyTable(document: ApiDocument, { schema }: Media): Html | undefined {
  return fieldTable('In the body', fieldsOf(document, schema, 'required'));
}

function answerPart(
  document: ApiDocument,
  { operationId }: Operation,
  status: string,
  { description, headers = {}, content }: Response,
): Html {
  const media = content?.['application/json'];
  const fields = media ? dataFields(document, media.schema) : [];
  const headerFields = Object.entries(headers).map(([name, header]) => headerField(document, name, header));
  return html`<h4>Answer</h4>
<p><span class="status">${status}</span> ${inlineMarkdown(description)}</p>
${media?.example !== undefined && jsonBlock('Example', `the answer of ${operationId}`, media.example)}
${fields.length > 0 && html`<details><summary>Fields of <code>data</code></summary>${fieldTable(html`<span class="unseen">Fields of the answer’s data</span>`, fields)}</details>`}
${headerFields.length > 0 && html`<details><summary>Headers</summary>${fieldTable(html`<span class="unseen">Headers of the answer</span>`, headerFields)}</details>`}`;
}

/** The fields of what the envelope holds; the envelope itself is the same everywhere. */
function dataFields(document: ApiDocument, part: Shape | Reference): Field[] {
  const whole = resolve<Shape>(document, part);
  const data = whole.properties?.data;
  return fieldsOf(document, data ?? whole, 'optional').map(({ path, ...field }) => ({
    ...field,
    path: path.replace(/^\[\]\./, ''),
  }));
}

function headerField(document: ApiDocument, name: string, header: Reference): Field {
  const { description, schema } = resolve<Header>(document, header as Header | Reference);
  return { path: name, shape: { ...schema, description }, mark: undefined };
}

function failurePart({ operationId }: Operation, status: string, { description, content }: Response): Html {
  const { example, examples } = content?.['application/json'] ?? {};
  const shown = examples
    ? Object.values(examples).map(({ summary, value }) => ({ title: summary, value }))
    : [{ title: 'Example', value: example }];
  return html`<details class="failure"><summary><span class="status">${status}</span> ${inlineMarkdown(description)}</summary>
${shown.map(({ title, value }) => value !== undefined && jsonBlock(title, `${status} of ${operationId}: ${title}`, value))}
</details>`;
}
