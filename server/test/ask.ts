// Asking the application as a client would, with every answer checked against the API's own description.
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { checkAnswer } from '#test/described.ts';

/** An answer, its body read. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of any shape; described.ts checks the shape
  body: any;
}

/** Asks an API; paths are relative to where it is mounted. */
export interface Caller {
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  patch(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string, headers?: Record<string, string>): Promise<Answer>;
}

/** A caller that carries an API key or access token, or none. */
export function askAs(app: FastifyInstance, apiKey?: string, base = '/api/v1'): Caller {
  const credential: Record<string, string> = apiKey ? { authorization: `Bearer ${apiKey}` } : {};
  async function ask(
    method: InjectOptions['method'],
    path: string,
    body: unknown,
    headers = {},
  ): Promise<Answer> {
    const response = await app.inject({
      method,
      url: base + path,
      headers: {
        ...credential,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answer: Answer = {
      status: response.statusCode,
      headers: response.headers as Record<string, string>,
      body: bodyOf(response),
    };
    await checkAnswer(app, `${base}/openapi.json`, { method: String(method), path, answer });
    return answer;
  }
  return {
    get: (path, headers) => ask('GET', path, undefined, headers),
    post: (path, body, headers) => ask('POST', path, body, headers),
    put: (path, body, headers) => ask('PUT', path, body, headers),
    patch: (path, body, headers) => ask('PATCH', path, body, headers),
    delete: (path, headers) => ask('DELETE', path, undefined, headers),
  };
}

/** JSON, read; of a file, its bytes. */
function bodyOf({ body, headers, rawPayload }: LightMyRequestResponse): unknown {
  if (headers['content-type'] === 'application/pdf') return rawPayload;
  return body === '' ? undefined : JSON.parse(body);
}
