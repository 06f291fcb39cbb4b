// Hangs the areas onto one HTTP server: the table of contents of what Frontdesk serves.
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { adminApi } from '#http/admin-api/admin-api.ts';
import { authServer, authServerRoot } from '#http/auth-server/auth-server.ts';
import { customerApi } from '#http/customer-api/customer-api.ts';
import { photoFiles } from '#http/files/files.ts';
import { operations } from '#http/operations/operations.ts';
import { pages } from '#http/pages/pages.ts';
import { tellError } from '#http/wire/faults.ts';
import { lateSerializers } from '#http/wire/late-serializers.ts';
import { answerUnreadable } from '#http/wire/unreadable-request.ts';
import { Fault } from '#kit/fault.ts';
import { randomBase62 } from '#kit/id.ts';
import type { Parts } from '#src/parts.ts';

/** The whole HTTP application, ready to listen or to be asked by `inject`. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, log, platform, keyRing, limiter } = parts;
  const app = fastify({
    // The framework's warnings, without its own lines about listening, one for each address: main.ts says it once.
    loggerInstance: log.child(
      {},
      { level: log.isLevelEnabled('warn') ? 'warn' : log.level },
    ) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => `req_${randomBase62(20)}`,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    bodyLimit: 256 * 1024,
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 512 },
    schemaController: { compilersFactory: { buildSerializer: lateSerializers } },
    frameworkErrors: answerAnyError,
    clientErrorHandler: answerUnreadable,
  });
  app.decorate('describedAreas', []);
  // Hooks of every request take a callback: an async one costs a promise and a turn of the microtasks each.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern, not the path: paths hold email addresses.
    const { method, id, routeOptions } = request;
    const values = { requestId: id, method, route: routeOptions.url, status: reply.statusCode };
    log.info({ ...values, ms: Math.round(reply.elapsedTime) }, 'request');
    done();
  });
  closeConnectionsAtTheEnd(app);
  app.setErrorHandler(answerAnyError);
  app.setNotFoundHandler(() => {
    throw new Fault('missing', 'not_found', 'There is nothing at this address.');
  });

  await app.register(operations, { parts });
  await app.register(adminApi, {
    prefix: '/api/v1',
    parts: { platform, keyRing, limiter, adminRateLimit: config.adminRateLimit },
  });
  await app.register(customerApi, {
    prefix: '/api/client/v1',
    parts: {
      platform,
      limiter,
      sessions: parts.sessions,
      directory: parts.directory,
      publicKeys: parts.publicKeys,
      clients: parts.clients,
    },
  });
  const signIn = { platform, sessions: parts.sessions, directory: parts.directory, clients: parts.clients };
  await app.register(authServer, { prefix: '/api/auth', parts: signIn });
  await app.register(authServerRoot, { parts: signIn });
  await app.register(photoFiles, { prefix: '/files', parts: { platform } });
  await app.register(pages, { parts });
  return app;
}

/** A connection that is in use when the server is told to end goes with its answer, instead of being kept alive. */
function closeConnectionsAtTheEnd(app: FastifyInstance): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isClosing) reply.header('connection', 'close');
    done();
  });
}

/** Errors outside the areas, where nobody has a form of their own, and addresses that name no route at all. */
function answerAnyError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const { error: sentence, code } = tellError(error, request, reply);
  const timestamp = new Date().toISOString();
  reply.header('x-request-id', request.id);
  return reply.send({ success: false, error: sentence, code, requestId: request.id, timestamp });
}
