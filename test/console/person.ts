import { type IncomingHttpHeaders, request } from 'node:http';

/** A browser's cookies and headers, without one. */
export interface Person {
  /** Follows redirects, as an address bar does. */
  visit(url: string, headers?: Readonly<Record<string, string>>): Promise<Visited>;
  /** Posts as a form of a page does. */
  post(url: string, form: Readonly<Record<string, string>>): Promise<Visited>;
  /** Calls as a page of the console does. */
  ask(path: string, sent?: Asked): Promise<Visited>;
  readonly cookies: Map<string, string>;
  /** All that came from the console: heads without `Set-Cookie`, bodies, and the text of cookies apart. */
  readonly received: readonly string[];
  readonly cookieTexts: readonly string[];
}

interface Asked {
  readonly method?: string;
  readonly body?: string;
  readonly mode?: 'live' | 'test';
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Visited {
  /** The last address. */
  readonly url: string;
  /** All addresses, the first one too. */
  readonly urls: readonly string[];
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

const redirectsMax = 12;

interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly cookies: readonly string[];
  readonly text: string;
}

/** Follows no redirect. A plain client, because fetch sets `Sec-Fetch-Mode` by itself. */
export const send = (url: string, { method = 'GET', headers = {}, body }: Sent = {}): Promise<Got> =>
  new Promise((resolve, reject) => {
    const call = request(url, { method, headers, agent: false });
    call.once('error', reject);
    call.once('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('error', reject);
      response.once('end', () => {
        const text = Buffer.concat(chunks).toString();
        const cookies = response.headers['set-cookie'] ?? [];
        resolve({ status: response.statusCode ?? 0, headers: response.headers, cookies, text });
      });
    });
    call.end(body);
  });

/** A jar takes what `Set-Cookie` says. */
export const keepCookies = (jar: Map<string, string>, lines: readonly string[]): void => {
  for (const line of lines) {
    const [pair = ''] = line.split(';');
    const at = pair.indexOf('=');
    if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(line)) jar.delete(pair.slice(0, at));
    else jar.set(pair.slice(0, at), pair.slice(at + 1));
  }
};

export const cookieOf = (jar: ReadonlyMap<string, string>): Readonly<Record<string, string>> =>
  jar.size === 0 ? {} : { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };

export const createPerson = (origin: string): Person => {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (url: string): Map<string, string> => {
    const { hostname } = new URL(url);
    const jar = jars.get(hostname) ?? new Map<string, string>();
    jars.set(hostname, jar);
    return jar;
  };
  const received: string[] = [];
  const cookieTexts: string[] = [];
  const sendAs = async (url: string, sent: Sent): Promise<Got> => {
    const jar = jarOf(url);
    const got = await send(url, { ...sent, headers: { ...sent.headers, ...cookieOf(jar) } });
    keepCookies(jar, got.cookies);
    if (url.startsWith(origin)) {
      cookieTexts.push(...got.cookies);
      const heads = Object.entries(got.headers).filter(([name]) => name !== 'set-cookie');
      received.push(JSON.stringify(heads) + got.text);
    }
    return got;
  };
  return {
    cookies: jarOf(origin),
    received,
    cookieTexts,
    visit: async (first, headers = {}) => {
      const urls = [first];
      for (let url = first; ;) {
        const response = await sendAs(url, { headers });
        const { location } = response.headers;
        if (location === undefined || urls.length > redirectsMax) return { ...response, url, urls };
        url = new URL(location, url).href;
        urls.push(url);
      }
    },
    post: async (url, form) => {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const body = new URLSearchParams(form).toString();
      return { ...(await sendAs(url, { method: 'POST', headers, body })), url, urls: [url] };
    },
    ask: async (path, { method = 'GET', body, mode = 'live', headers = {} } = {}) => {
      const url = origin + path;
      const ours = {
        'x-console': '1',
        'loyalty-mode': mode,
        ...(method === 'GET' ? {} : { origin, 'content-type': 'application/json' }),
      };
      const sent = { method, headers: { ...ours, ...headers }, ...(body === undefined ? {} : { body }) };
      return { ...(await sendAs(url, sent)), url, urls: [url] };
    },
  };
};

/** Returns the code of a problem. */
export const codeOf = ({ text }: Visited): unknown => (JSON.parse(text) as { readonly code: unknown }).code;

/** Empty where nobody is signed in. */
export const sessionCookie = (person: Person): string =>
  [...person.cookies].find(([name]) => /^__Host-console-\d+$/.test(name))?.[1] ?? '';
