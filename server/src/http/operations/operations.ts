// What operators watch: /healthz, /readyz and /metrics.
import type { FastifyRequest } from 'fastify';
import { openMetrics } from '#http/operations/metrics.ts';
import type { Area } from '#http/wire/request.ts';
import { equalDigests, sha256 } from '#kit/hash.ts';

/** What the routes need. */
export interface OperationsParts {
  config: { metricsToken: string | undefined; production: boolean };
  db: { ping(): Promise<void> };
}

const readyTimeoutMs = 3_000;

/** Health for balancers, metrics for Prometheus. */
export const operations: Area<OperationsParts> = async (app, { parts }) => {
  app.get('/healthz', async () => ({ status: 'ok' }));

  // Migrations are done before the server listens, so a database that answers is all there is to ask.
  app.get('/readyz', async (request, reply) => {
    try {
      await Promise.race([parts.db.ping(), timeout()]);
      return { status: 'ready' };
    } catch (error) {
      request.log.warn({ err: error }, 'Not ready: the database does not answer.');
      return reply.code(503).send({ status: 'unavailable', error: 'The database does not answer.' });
    }
  });

  const metrics = openMetrics(app);
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, parts.config)) {
      return reply.code(401).header('www-authenticate', 'Bearer realm="metrics"').send({
        error: 'Metrics need METRICS_TOKEN, sent as Authorization: Bearer <token>.',
      });
    }
    return reply.type(metrics.contentType).send(await metrics.text());
  });
};

/** With the token; without one set, in development, from this machine and not through a proxy. */
function mayReadMetrics(
  request: FastifyRequest,
  { metricsToken, production }: OperationsParts['config'],
): boolean {
  const sent = request.headers.authorization ?? '';
  if (metricsToken) return equalDigests(sha256(sent), sha256(`Bearer ${metricsToken}`));
  const proxied = 'x-forwarded-for' in request.headers || 'forwarded' in request.headers;
  return !production && !proxied && /^(::1|127\.|::ffff:127\.)/.test(request.socket.remoteAddress ?? '');
}

async function timeout(): Promise<never> {
  await new Promise((resolve) => setTimeout(resolve, readyTimeoutMs).unref());
  throw new Error(`No answer within ${readyTimeoutMs} ms.`);
}
