// One call of the authorization server as the library's callbacks see it: whose it is, where it came from. The library
// hands its callbacks and storage no such thing, so it travels beside them.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { RateLimiter } from '#core/limits/rate-limiter.ts';
import type { ClientWithSecrets } from '#core/oauth-clients/oauth-client.ts';
import type { Scope } from '#core/scope.ts';
import type { KeptArtifact } from '#core/sign-in/artifacts.ts';

/** A call. */
export interface Call {
  /** The organization's scope; `undefined` where a call names no organization. */
  scope: Scope | undefined;
  /** The client the call names, if there is such a client in that organization. */
  client: ClientWithSecrets | undefined;
  /** Whether all that the call writes is kept together or not at all. */
  isWhole: boolean;
  /** The refresh token that a call uses up, and the one it issues instead: stored together when the call succeeds. */
  renewal?: Renewal;
  ip: string;
  limiter: RateLimiter;
  userAgent: string | undefined;
}

/** What becomes of a refresh token in a call. Empty until the library uses one up. */
export interface Renewal {
  usedId?: string;
  next?: KeptArtifact & { id: string };
}

const calls = new AsyncLocalStorage<Call>();

/** Does work as part of a call. */
export function withinCall<T>(call: Call, work: () => T): T {
  return calls.run(call, work);
}

/** The call that is being answered. */
export function currentCall(): Call {
  const call = calls.getStore();
  if (!call) throw new Error('The authorization server was asked outside a call.');
  return call;
}

/** The scope of the call that is being answered. Throws where the call names no organization. */
export function currentScope(): Scope {
  const { scope } = currentCall();
  if (!scope) throw new Error('This call of the authorization server names no organization.');
  return scope;
}
