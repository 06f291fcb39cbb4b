// The OpenAPI document of an area, made of the shapes that validate and serialize its routes.
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';

/** What an area's document says about the area. */
export interface AreaDescription {
  title: string;
  description: string;
  /** Where the area is mounted, as callers reach it. */
  baseUrl: string;
  credential: { type: 'http'; scheme: 'bearer'; description: string };
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Leaves a route out of the area's document. */
    undocumented?: boolean;
  }
}

/** Documents the routes registered after this, and serves the document at `openapi.json`, without a credential. */
export async function documentArea(app: FastifyInstance, area: AreaDescription): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: area.title, description: area.description, version: '1' },
      servers: [{ url: area.baseUrl }],
      components: { securitySchemes: { credential: area.credential } },
      security: [{ credential: [] }],
    },
    stripBasePath: true,
    transform: ({ schema, url, route }) => ({
      schema: route.config?.undocumented ? { ...schema, hide: true } : schema,
      url: url.slice(app.prefix.length),
    }),
    transformObject: (document) =>
      'openapiObject' in document ? nameShapes(document.openapiObject) : document.swaggerObject,
  });
  app.get(
    '/openapi.json',
    { config: { permission: 'none', undocumented: true } },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*');
      return app.swagger();
    },
  );
}

/** Moves every shape with a title into the components under that name, so that generated clients have names for them. */
function nameShapes<Document extends object>(document: Document): Document {
  const named: Record<string, unknown> = {};
  function visit(value: unknown, place: string): unknown {
    if (Array.isArray(value)) return value.map((item) => visit(item, ''));
    if (typeof value !== 'object' || value === null) return value;
    const visited = Object.fromEntries(
      Object.entries(value).map(([name, member]) => [name, visit(member, name)]),
    );
    const { title } = visited;
    if (typeof title !== 'string' || place === 'info') return visited;
    const { title: _title, ...shape } = visited;
    const known = named[title];
    if (known && JSON.stringify(known) !== JSON.stringify(shape)) {
      throw new Error(`Two different shapes have the title ${title}.`);
    }
    named[title] = shape;
    return { $ref: `#/components/schemas/${title}` };
  }
  const visited = visit(document, 'document') as Document & { components?: { schemas?: object } };
  return { ...visited, components: { ...visited.components, schemas: named } };
}
