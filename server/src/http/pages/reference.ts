// /docs: the reference pages of the areas that describe themselves, made once of their documents.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicUrls } from '#core/scope.ts';
import { referenceIndex, referencePage } from '#http/pages/reference-page.ts';
import type { DescribedArea } from '#http/wire/document/api-document.ts';
import { type Area, unframed } from '#http/wire/request.ts';
import { missing } from '#kit/fault.ts';
import { sha256 } from '#kit/hash.ts';

/** What the pages need. */
export interface ReferenceParts {
  urls: PublicUrls;
  production: boolean;
}

/** A file as it is sent, again and again. */
interface MadeFile {
  type: string;
  tag: string;
  plain: Buffer;
  zipped: Buffer;
}

// Nothing but the page's own style and script; nothing is sent anywhere.
const referenceCsp = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The reference at /docs: of the only area, or a list of the areas, each at /docs/<name>. */
export const referencePages: Area<ReferenceParts> = async (app, { parts }) => {
  const assets = [assetAt('reference.css', 'text/css'), assetAt('reference.js', 'text/javascript')];
  const root = `${new URL(parts.urls.public).pathname.replace(/\/$/, '')}/docs`;
  const [style, script] = assets.map(({ address }) => root + address) as [string, string];
  const made = new Map<string, MadeFile>();

  function once(name: string, make: () => string): MadeFile {
    const file = made.get(name) ?? fileOf('text/html; charset=utf-8', Buffer.from(make()));
    made.set(name, file);
    return file;
  }

  function pageOf(area: DescribedArea): MadeFile {
    const index = app.describedAreas.length > 1 ? root : undefined;
    const document = root.replace(/\/docs$/, area.documentPath);
    const addresses = { style, script, document, index };
    return once(area.name, () => referencePage(area.document(), { addresses, keyField: !parts.production }));
  }

  function indexOf(areas: DescribedArea[]): MadeFile {
    return once('', () =>
      referenceIndex(
        areas.map(({ name, title, document }) => {
          const { description } = document().info;
          return { title, description, address: `${root}/${name}` };
        }),
        { style },
      ),
    );
  }

  app.get('/docs', async (request, reply) => {
    const [first, ...others] = app.describedAreas;
    if (!first) throw missing('The reference');
    return sendPage(request, reply, others.length === 0 ? pageOf(first) : indexOf(app.describedAreas));
  });

  app.get<{ Params: { area: string } }>('/docs/:area', async (request, reply) => {
    const area = app.describedAreas.find(({ name }) => name === request.params.area);
    if (!area) throw missing('The reference');
    return sendPage(request, reply, pageOf(area));
  });

  for (const { address, file } of assets) {
    app.get(`/docs${address}`, async (request, reply) => {
      reply.header('cache-control', 'public, max-age=31536000, immutable');
      return send(request, reply, file);
    });
  }
};

/** A file of this folder, under a name that changes with what is in it. */
function assetAt(name: string, type: string): { address: string; file: MadeFile } {
  const bytes = readFileSync(new URL(`./${name}`, import.meta.url));
  const file = fileOf(`${type}; charset=utf-8`, bytes);
  const [stem, ending] = name.split('.');
  return { address: `/assets/${stem}-${file.tag}.${ending}`, file };
}

function fileOf(type: string, plain: Buffer): MadeFile {
  const tag = sha256(plain).toString('hex').slice(0, 16);
  return { type, tag, plain, zipped: gzipSync(plain, { level: 9 }) };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, file: MadeFile): FastifyReply {
  unframed(reply).header('content-security-policy', referenceCsp);
  // Asked anew each time, and answered in a line when nothing changed.
  const etag = `W/"${file.tag}"`;
  reply.header('cache-control', 'no-cache').header('etag', etag);
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return send(request, reply, file);
}

function send(request: FastifyRequest, reply: FastifyReply, file: MadeFile): FastifyReply {
  reply.type(file.type).header('vary', 'accept-encoding').header('x-content-type-options', 'nosniff');
  if (!/\bgzip\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(file.plain);
  return reply.header('content-encoding', 'gzip').send(file.zipped);
}
