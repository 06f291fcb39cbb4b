// A browser without scripts, as far as signing in needs one: cookies by path, redirects, forms. It speaks to the
// application itself or, through `visit`, to anything that answers requests.
import type { FastifyInstance } from 'fastify';

/** What a browser is asking. */
export interface Visit {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** What it got. */
export interface Visited {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

/** A page, or the address outside at which the browser was sent away. */
export interface Place {
  status: number;
  url: string;
  headers: Visited['headers'];
  html: string;
}

/** A browser. */
export interface Browser {
  open(url: string): Promise<Place>;
  /** Sends the form whose action ends in `ending`, with its hidden fields and these. */
  submit(place: Place, ending: string, fields?: Record<string, string>): Promise<Place>;
  cookies: { name: string; value: string; path: string }[];
  /** Headers that go with every request, such as a forged Host. */
  headers: Record<string, string>;
}

/** A browser that follows redirects as long as they stay at `origin`. */
export function openBrowser(origin: string, visit: (visit: Visit) => Promise<Visited>): Browser {
  const browser: Browser = { open: (url) => go('GET', url), submit, cookies: [], headers: {} };

  async function go(method: Visit['method'], url: string, body?: string): Promise<Place> {
    if (!url.startsWith(`${origin}/`)) return { status: 0, url, headers: {}, html: '' };
    const answer = await visit({ method, url, headers: headersFor(url, body), body });
    keepCookies(url, answer.headers['set-cookie']);
    const { location } = answer.headers;
    if (answer.status >= 300 && answer.status < 400 && typeof location === 'string') {
      return go('GET', new URL(location, url).href);
    }
    return { status: answer.status, url, headers: answer.headers, html: answer.body };
  }

  function submit(place: Place, ending: string, fields: Record<string, string> = {}): Promise<Place> {
    const form = formsOf(place.html).find(({ action }) => action.endsWith(ending));
    if (!form) throw new Error(`There is no form for ${ending} at ${place.url}:\n${place.html}`);
    const body = String(new URLSearchParams({ ...form.hidden, ...fields }));
    return go('POST', new URL(form.action, place.url).href, body);
  }

  function headersFor(url: string, body: string | undefined): Record<string, string> {
    const { pathname } = new URL(url);
    const sent = browser.cookies.filter(
      ({ path }) => pathname === path || pathname.startsWith(path.replace(/\/?$/, '/')),
    );
    return {
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      ...(sent.length > 0 ? { cookie: sent.map(({ name, value }) => `${name}=${value}`).join('; ') } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...browser.headers,
    };
  }

  function keepCookies(url: string, header: string | string[] | undefined): void {
    for (const line of header === undefined ? [] : [header].flat()) {
      const [pair = '', ...attributes] = line.split(/;\s*/);
      const [name = '', value = ''] = pair.split(/=(.*)/);
      const path = attributes.find((text) => /^path=/i.test(text))?.slice(5) ?? new URL(url).pathname;
      const isGone = attributes.some((text) => /^expires=Thu, 01 Jan 1970/i.test(text));
      browser.cookies = browser.cookies.filter((cookie) => cookie.name !== name || cookie.path !== path);
      if (!isGone) browser.cookies.push({ name, value, path });
    }
  }
  return browser;
}

/** A way to visit an application without a network. */
export function visitApp(app: FastifyInstance, ip = '192.0.2.1'): (visit: Visit) => Promise<Visited> {
  return async ({ method, url, headers, body }) => {
    const { pathname, search, host } = new URL(url);
    const answer = await app.inject({
      method,
      url: pathname + search,
      headers: { host, ...headers },
      remoteAddress: ip,
      ...(body === undefined ? {} : { payload: body }),
    });
    return { status: answer.statusCode, headers: answer.headers as Visited['headers'], body: answer.body };
  };
}

/** The way to visit a server over the network. */
export async function visitNetwork({ method, url, headers, body }: Visit): Promise<Visited> {
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body === undefined ? {} : { body }),
  });
  return {
    status: answer.status,
    headers: { ...Object.fromEntries(answer.headers), 'set-cookie': answer.headers.getSetCookie() },
    body: await answer.text(),
  };
}

function formsOf(html: string): { action: string; hidden: Record<string, string> }[] {
  return [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([, action, inner]) => ({
      action: plain(action!),
      hidden: Object.fromEntries(
        [...inner!.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
          ([, name, value]) => [name, plain(value!)],
        ),
      ),
    }),
  );
}

function plain(text: string): string {
  return text
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&');
}
