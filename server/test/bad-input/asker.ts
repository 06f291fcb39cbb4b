// Sends requests to described operations with one part of them replaced, and expects refusals.
import type { Answer } from '#test/ask.ts';
import { expectRefusal, type Refusal } from '#test/bad-input/refusals.ts';
import { type Operation, sampleBody } from '#test/operations.ts';
import type { House } from '#test/tenancy/houses.ts';
import type { World } from '#test/world.ts';

/** What is said otherwise than in a good request. */
export interface Oddity {
  /** Stands for every parameter of the path, as it is written in the URL. */
  reference?: string;
  query?: string;
  headers?: Record<string, string>;
  /** Sends no key of its own accord. */
  anonymous?: boolean;
}

/** Asks the Admin API over a house's key. */
export interface Asker {
  ask(operation: Operation, oddity: Oddity): Promise<Answer>;
  expect(operation: Operation, oddity: Oddity, refusal: Refusal): Promise<void>;
  inject(method: Operation['method'], path: string, headers?: Headers, payload?: string): Promise<Answer>;
}

type Headers = Record<string, string | undefined>;

/** An asker for a house. */
export function openAsker({ app }: World, house: House, key: string): Asker {
  const asker: Asker = {
    async expect(operation, oddity, refusal) {
      const what = `${operation.operationId} ${oddity.query ?? ''} ${JSON.stringify(oddity.headers ?? {})}`;
      expectRefusal(await asker.ask(operation, oddity), refusal, what.slice(0, 200));
    },
    ask(operation, { reference, query = '', headers = {}, anonymous }) {
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name) => {
        const choices = operation.parameters.find((one) => one.name === name)?.schema.enum;
        return reference ?? String(choices?.[0] ?? house.own.id);
      });
      const body = operation.body ? JSON.stringify(sampleBody(operation)) : undefined;
      const credential = anonymous ? { authorization: undefined } : {};
      return asker.inject(operation.method, path + query, { ...credential, ...headers }, body);
    },
    async inject(method, path, headers = {}, payload) {
      const type = payload === undefined ? {} : { 'content-type': 'application/json' };
      const response = await app.inject({
        method,
        url: `/api/v1${path}`,
        headers: withoutNone({ authorization: `Bearer ${key}`, ...type, ...headers }),
        ...(payload === undefined ? {} : { payload }),
      });
      return {
        status: response.statusCode,
        headers: response.headers as Record<string, string>,
        body: response.body === '' ? undefined : response.json(),
      };
    },
  };
  return asker;
}

function withoutNone(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
