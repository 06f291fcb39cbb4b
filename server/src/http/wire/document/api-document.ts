// The OpenAPI document of an area, made of the shapes that validate and serialize its routes.
import swagger from '@fastify/swagger';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { nameShapes } from '#http/wire/document/named-shapes.ts';
import type { ApiDocument, Header, Operation, Response, Tag } from '#http/wire/document/open-api.ts';
import { completeOperation, type DescribedRoute } from '#http/wire/document/operation-document.ts';
import { withoutNotes } from '#http/wire/document/response-notes.ts';

/** What an area's document says about the area. */
export interface AreaDescription {
  /** The area's word in file names and addresses: `admin-api`. */
  name: string;
  title: string;
  /** What holds for every operation, in Markdown; its second-level headings are its sections. */
  description: string;
  /** Where the area is mounted, as callers reach it. */
  baseUrl: string;
  /** Every tag that routes use, in the order in which they are read. */
  tags: Tag[];
  /** The bearer credential; samples take it from the environment variable. */
  credential: { name: string; variable: string; description: string };
  /** Every header that responses can have. */
  headers: Record<string, Header>;
  /** Names of the headers that a response has because of its status, its method or its credential. */
  headersOf(response: { status: number; method: string; permission: string }): string[];
}

/** An area's document for those who show it. */
export interface DescribedArea {
  name: string;
  title: string;
  /** Where the document is served, on this host. */
  documentPath: string;
  /** The document; it is there once the application is ready. */
  document(): ApiDocument;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The areas that describe themselves, in the order of their registration. */
    describedAreas: DescribedArea[];
  }
  interface FastifyContextConfig {
    /** Leaves a route out of the area's document. */
    undocumented?: boolean;
  }
}

/**
 * Documents the routes registered after this, and serves the document at `openapi.json`, without a credential. Making
 * the document throws when a route is not fully described.
 */
export async function documentArea(app: FastifyInstance, area: AreaDescription): Promise<void> {
  const routes = new Map<string, DescribedRoute>();
  const { name, variable: _variable, ...scheme } = area.credential;
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: area.title, version: '1', description: area.description },
      servers: [{ url: area.baseUrl }],
      tags: area.tags,
      security: [{ [name]: [] }],
      components: { securitySchemes: { [name]: { type: 'http', scheme: 'bearer', ...scheme } } },
    },
    stripBasePath: true,
    convertConstToEnum: false,
    transform: ({ schema, url, route }) => {
      const path = url.slice(app.prefix.length);
      if (route.config?.undocumented) return { schema: { ...schema, hide: true }, url: path };
      const method = String(route.method);
      const { permission = 'any', tokenOptional = false } = route.config ?? {};
      const template = path.replace(/:(\w+)/g, '{$1}');
      const described = { method, path: template, permission, tokenOptional, schema };
      routes.set(`${method} ${described.path}`, described);
      return { schema: plainSchema(schema), url: path };
    },
    transformObject: (made) =>
      'openapiObject' in made
        ? (completeDocument(made.openapiObject as unknown as ApiDocument, area, routes) as object)
        : made.swaggerObject,
  });
  const documentPath = `${app.prefix}/openapi.json`;
  const document = () => app.swagger() as unknown as ApiDocument;
  app.describedAreas.push({ name: area.name, title: area.title, documentPath, document });
  app.get(
    '/openapi.json',
    { config: { permission: 'none', undocumented: true } },
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=300').header('access-control-allow-origin', '*');
      return document();
    },
  );
}

/** The schema without what only this house writes into it. */
function plainSchema(schema: FastifySchema): FastifySchema {
  const responses = Object.entries((schema.response ?? {}) as Record<string, object>);
  return {
    ...schema,
    response: Object.fromEntries(responses.map(([status, response]) => [status, withoutNotes(response)])),
  };
}

function completeDocument(
  made: ApiDocument,
  area: AreaDescription,
  routes: Map<string, DescribedRoute>,
): ApiDocument {
  const responses: Record<string, Response> = {};
  const schemas: Record<string, object> = {};
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [path, methods] of Object.entries(made.paths)) {
    paths[path] = Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => {
        const route = routes.get(`${method.toUpperCase()} ${path}`)!;
        return [method, completeOperation(operation, route, area, responses)];
      }),
    );
  }
  const { openapi, info, servers, tags, security, components } = made;
  const named = {
    paths: nameShapes(paths, schemas, 'paths'),
    responses: nameShapes(responses, schemas, 'responses'),
  };
  const { securitySchemes } = components;
  return withoutGaps({
    openapi,
    info,
    servers,
    tags,
    security,
    paths: named.paths,
    components: { securitySchemes, headers: area.headers, responses: named.responses, schemas },
  });
}

/** As it is sent: without what has no value, also inside examples. */
function withoutGaps(document: ApiDocument): ApiDocument {
  return JSON.parse(JSON.stringify(document));
}
