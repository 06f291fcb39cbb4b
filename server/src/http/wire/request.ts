// What areas add to the framework's request and routes.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  ContextConfigDefault,
  FastifyBaseLogger,
  FastifyInstance,
  FastifyPluginAsync,
  FastifyReply,
  FastifySchema,
  RawServerDefault,
  RouteGenericInterface,
  RouteShorthandOptionsWithHandler,
} from 'fastify';
import type { Permission } from '#core/api-keys/api-key.ts';
import type { Scope } from '#core/scope.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, for which organization; set by the area before the handler runs. */
    scope: Scope;
  }
  interface FastifySchema {
    operationId?: string;
    summary?: string;
    description?: string;
    tags?: string[];
    security?: Record<string, string[]>[];
  }
  interface FastifyContextConfig {
    /** What an API key must be allowed; `any` for every key, `none` for routes that need no key. */
    permission?: Permission | 'any' | 'none';
    /** Whether a route of customers is also asked by those who are not signed in. */
    tokenOptional?: boolean;
    /** Whether the operation itself knows keyed requests again, so that no answer is stored beside it. */
    keepsAnswers?: boolean;
  }
}

/** An application whose routes take their types from their shapes. */
export type Routes = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** The options of a route with its handler, made by a function that serves several routes of the same form. */
export type WholeRoute = RouteShorthandOptionsWithHandler<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  ContextConfigDefault,
  FastifySchema,
  TypeBoxTypeProvider,
  FastifyBaseLogger
>;

/** An area: a plugin with its parts. */
export type Area<Parts> = FastifyPluginAsync<{ parts: Parts }>;

/** Sends a page or document that no shared cache and no frame may hold. */
export function unframed(reply: FastifyReply): FastifyReply {
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('x-frame-options', 'DENY')
    .header('referrer-policy', 'no-referrer');
}
