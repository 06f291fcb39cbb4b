// The same request in the languages that callers read, made from an operation's examples.
import { javaScriptText, jsonText } from '#http/wire/document/code-text.ts';
import type { CodeSample } from '#http/wire/document/open-api.ts';

/** A request as an example shows it. */
export interface ExampleRequest {
  method: string;
  url: string;
  /** Name of the environment variable that holds the caller's credential; without one none is sent. */
  credentialVariable: string | undefined;
  headers: Record<string, string>;
  body: unknown;
  /** What to keep the answer as, when it is a file and not JSON. */
  fileName: string | undefined;
  /** Whether the answer has no body. */
  isEmpty: boolean;
}

/** The request for a shell and for JavaScript. Both run as they stand, with the credential in the environment. */
export function codeSamples(request: ExampleRequest): CodeSample[] {
  const { body, headers } = request;
  const typed = body === undefined ? headers : { 'Content-Type': 'application/json', ...headers };
  return [
    { lang: 'Shell', label: 'curl', source: curlOf({ ...request, headers: typed }) },
    { lang: 'JavaScript', label: 'JavaScript', source: fetchOf({ ...request, headers: typed }) },
  ];
}

function curlOf({ method, url, credentialVariable, headers, body, fileName }: ExampleRequest): string {
  // GET is what curl sends by itself, and POST when there is a body.
  const isPlain = method === (body === undefined ? 'GET' : 'POST');
  const parts = [`curl ${isPlain ? '' : `-X ${method} `}${shellText(url)}`];
  if (credentialVariable) parts.push(`-H "Authorization: Bearer $${credentialVariable}"`);
  for (const [name, value] of Object.entries(headers)) parts.push(`-H ${shellText(`${name}: ${value}`)}`);
  if (body !== undefined) parts.push(`-d ${singleQuoted(jsonText(body).replaceAll('\n', '\n  '))}`);
  if (fileName) parts.push(`--output ${fileName}`);
  return parts.join(' \\\n  ');
}

/** In double quotes, or in single ones when the text holds what a shell would read between double ones. */
function shellText(text: string): string {
  return /[$`"\\!]/.test(text) ? singleQuoted(text) : `"${text}"`;
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function fetchOf(request: ExampleRequest): string {
  const { method, url, credentialVariable, headers, body, fileName, isEmpty } = request;
  const options = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...headerLines(headers, credentialVariable),
    ...(body === undefined
      ? []
      : [`body: JSON.stringify(${javaScriptText(body).replaceAll('\n', '\n  ')}),`]),
  ];
  const address = javaScriptText(url);
  const call = options.length === 0 ? address : `${address}, {\n  ${options.join('\n  ')}\n}`;
  const asking = `const response = await fetch(${call});`;
  return isEmpty ? asking : `${asking}\nconst answer = await response.${fileName ? 'bytes' : 'json'}();`;
}

function headerLines(headers: Record<string, string>, credentialVariable: string | undefined): string[] {
  // Of an object in three lines, the one with the member.
  const lines = Object.entries(headers).map(
    ([name, value]) => javaScriptText({ [name]: value }).split('\n')[1]!,
  );
  if (credentialVariable) lines.unshift(`  Authorization: \`Bearer \${process.env.${credentialVariable}}\`,`);
  return lines.length === 0 ? [] : ['headers: {', ...lines, '},'];
}
