// A measured request, and that both servers answer it alike.
import type { LoadRequest } from '#bench/load/load.ts';

/** The two servers. */
export type ServerName = 'bare' | 'frontdesk';

/** A measured request. */
export interface Case {
  name: string;
  title: string;
  /** The share of the bare limit to reach. */
  leastShare: number;
  /** Of every request. */
  headers: Record<string, string>;
  /** Or what makes new ones for each slice, when each can be sent but once. */
  requests: LoadRequest[] | (() => LoadRequest[]);
  /** Refresh tokens that stand for {token}, for each server its own: a token works once, its answer brings the next. */
  tokens?: Record<ServerName, string[]>;
  /** An answer without what must differ between the servers: ids, numbers and times of what is new. */
  comparable(answer: string): string;
}

/** The requests of a case, for one slice. */
export function requestsOf({ requests }: Pick<Case, 'requests'>): LoadRequest[] {
  return typeof requests === 'function' ? requests() : requests;
}

/** Asks both servers the first questions of each case and throws when an answer differs in a byte that it shares. */
export async function compareAnswers(cases: Case[], urls: Record<ServerName, string>): Promise<void> {
  for (const one of cases) {
    const toFrontdesk = requestsOf(one);
    for (const [place, request] of requestsOf(one).slice(0, 50).entries()) {
      const [bare, frontdesk] = [
        await answerTo(urls, 'bare', one, request),
        await answerTo(urls, 'frontdesk', one, toFrontdesk[place]!),
      ];
      if (bare !== frontdesk)
        throw new Error(`The servers answer ${one.name} differently:\n${bare}\n${frontdesk}`);
    }
  }
}

async function answerTo(
  urls: Record<ServerName, string>,
  server: ServerName,
  { headers, tokens, comparable }: Case,
  { method, path, body, headers: more }: LoadRequest,
): Promise<string> {
  // What is new belongs to one server, and so does a refresh token.
  const sent = body?.replaceAll('{new}', server).replace('{token}', () => tokens![server].pop()!);
  const key = more?.['idempotency-key']?.replace('{new}', server);
  const answer = await fetch(urls[server] + path, {
    method,
    headers: { ...headers, ...more, ...(key ? { 'idempotency-key': key } : {}) },
    ...(sent === undefined ? {} : { body: sent }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} was answered ${answer.status}: ${text}`);
  return comparable(text);
}
