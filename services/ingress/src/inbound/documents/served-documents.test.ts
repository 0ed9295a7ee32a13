import { readFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { problemKinds } from '@loyalty/contracts/errors';
import { operations } from '@loyalty/contracts/http';
import { createDocumentRoutes, createProblemOf } from './route-documents.ts';

const health = { live: () => ({ name: 'x', ok: true }), ready: () => ({ ready: true, checks: [] }) };
const pages = createDocumentRoutes({ health, baseUrl: '/v1' });

const isPageId = (operationId: string): operationId is keyof typeof pages => operationId in pages;

/** As the server finds them: paths that are spelt out come first. */
const routes = operations
  .filter(({ isPublic }) => isPublic)
  .toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)
  .map(({ operationId, path }) => ({
    operationId,
    pattern: new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
  }));

const ask = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
  const found = routes.find(({ pattern }) => pattern.test(path));
  if (found === undefined || !isPageId(found.operationId)) return { status: 404, headers: {}, text: '' };
  const answer = await pages[found.operationId](headers, found.pattern.exec(path)?.groups ?? {});
  if ('problem' in answer) return { status: 404, headers: {}, text: answer.problem };
  const bytes = (answer.body ?? Buffer.alloc(0)) as Buffer;
  return { status: answer.status, headers: answer.headers ?? {}, bytes, text: bytes.toString() };
};

/** What is a link in HTML, or in Markdown outside of code. */
const linksIn = (path: string, text: string): readonly string[] => {
  if (/\.(?:md|txt)$/.test(path)) {
    const prose = text.replace(/^```[^]*?^```$/gm, '').replace(/`[^`\n]*`/g, 'code');
    return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  }
  const frame = text.replace(/<script>[^]*?<\/script>/g, '');
  return [...frame.matchAll(/\s(?:href|src)="([^"]*)"/g)].map(([, target = '']) => target);
};

const idsIn = (text: string): ReadonlySet<string | undefined> =>
  new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id));

/** Every path that links lead to from the list of documents, with its text; links that lead nowhere are named. */
const followAll = async (prefix: string) => {
  const texts = new Map<string, string>();
  const dead: string[] = [];
  const outside = new Set<string>();
  const follow = async (path: string): Promise<void> => {
    if (texts.has(path)) return;
    const { status, text } = await ask(path.slice(prefix.length));
    texts.set(path, text);
    if (status !== 200) dead.push(path);
    for (const target of linksIn(path, text)) {
      const url = new URL(target, `https://api.example.com${path}`);
      if (url.protocol === 'data:') continue;
      if (url.host === 'api.example.com' && url.pathname.startsWith(prefix)) await follow(url.pathname);
      else outside.add(url.href);
      const id = decodeURIComponent(url.hash.slice(1));
      const isHtml = texts.get(url.pathname)?.startsWith('<!doctype') === true;
      if (isHtml && id !== '' && !idsIn(texts.get(url.pathname) ?? '').has(id))
        dead.push(`${path}: ${target}`);
    }
  };
  await follow(`${prefix}/llms.txt`);
  return { texts, dead, outside: [...outside] };
};

describe.each(['', '/loyalty'])('the documents, from the list of them, behind %j of a gateway', (prefix) => {
  it('have no link that leads nowhere', async () => {
    const { texts, dead, outside } = await followAll(prefix);
    expect(dead).toEqual([]);
    expect(outside).toEqual(['https://www.standardwebhooks.com/']);
    const reached = [...texts.keys()].map((path) => path.slice(prefix.length));
    const always = [
      '/docs',
      '/docs/schemas',
      '/docs/events',
      '/docs/guide',
      '/docs/guide.md',
      '/docs/client',
      '/docs/client.md',
    ];
    const others = [
      '/docs/errors.md',
      '/docs/changes',
      '/docs/changes.md',
      '/openapi.json',
      '/asyncapi.json',
    ];
    expect(reached).toEqual(expect.arrayContaining([...always, ...others]));
    // A page and its Markdown for each error.
    expect(reached.filter((path) => path.startsWith('/docs/errors/'))).toHaveLength(problemKinds.length * 2);
  });
});

const framed = [
  '/docs/guide',
  '/docs/schemas',
  '/docs/client',
  '/docs/errors',
  '/docs/changes',
  '/docs/events',
];

test.each([...framed, '/docs', '/docs/errors/rate-limited'])(
  '%s has the line of links, with its own place in it',
  async (path) => {
    const { text } = await ask(path);
    const line = /<nav class="bar"[^]*?<\/nav>/.exec(text)?.[0] ?? '';
    expect(linksIn(path, line)).toHaveLength(7);
    const current = [...line.matchAll(/href="([^"]*)" aria-current="page"/g)].map(([, href = '']) => href);
    const resolved = current.map((href) => new URL(href, `https://x.example${path}`).pathname);
    expect(resolved).toEqual(path.startsWith('/docs/errors/') ? [] : [path]);
  },
);

test.each([...framed, '/docs/errors/rate-limited'])(
  '%s runs no script, has its own style only, and loads nothing',
  async (path) => {
    const { text, headers } = await ask(path);
    const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers).toMatchObject({
      'Content-Security-Policy': expect.stringContaining(
        `default-src 'none'; style-src 'sha256-${hash}'; connect-src 'self'; img-src data:;`,
      ) as string,
    });
    expect(text.match(/<(?:script|img|iframe)|<[^>]*\s(?:style|on\w+)=/gi)).toBeNull();
    expect([...text.matchAll(/<link[^>]*href="([^"]*)"/g)].map(([, href]) => href)).toEqual(['data:,']);
  },
);

describe('the reference', () => {
  const hashOf = (content = ''): string =>
    `'sha256-${createHash('sha256').update(content).digest('base64')}'`;

  it('runs its one script and no other, and has its own style only', async () => {
    const { text, headers } = await ask('/docs');
    const scripts = [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, content]) => content);
    expect(scripts).toHaveLength(1);
    const [, style] = /<style>([^]*?)<\/style>/.exec(text) ?? [];
    const policy = `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(scripts[0])}; connect-src 'self'; img-src data:;`;
    expect(headers).toMatchObject({
      'Content-Security-Policy': expect.stringContaining(policy) as string,
    });
    expect(text.match(/<(?:img|iframe)|<[^>]*\s(?:style|on\w+)=/gi)).toBeNull();
  });

  it.each(['/docs', '/docs/schemas'])('takes at most 125 kB on the way to %s', async (path) => {
    const { bytes } = await ask(path, { 'accept-encoding': 'gzip' });
    expect(bytes?.length).toBeLessThan(125_000);
  });
});

describe('a document', () => {
  it('is compressed for those who accept that, and 304 for those who have it in that coding', async () => {
    for (const path of [
      '/docs',
      '/docs/guide',
      '/docs/guide.md',
      '/llms.txt',
      '/asyncapi.json',
      '/openapi.json',
    ]) {
      const plain = await ask(path);
      const zipped = await ask(path, { 'accept-encoding': 'deflate, gzip;q=0.5' });
      expect(gunzipSync(zipped.bytes ?? '').equals(plain.bytes ?? Buffer.alloc(0))).toBe(true);
      expect(zipped.headers).toMatchObject({ 'Content-Encoding': 'gzip', 'Cache-Control': 'max-age=300' });
      expect(zipped.headers).toMatchObject({ Vary: expect.stringMatching(/^Accept-Encoding/) as string });
      const { ETag: tag = '' } = plain.headers as { readonly ETag?: string };
      const { ETag: zippedTag = '' } = zipped.headers as { readonly ETag?: string };
      expect(tag).toMatch(/^"[\w-]+"$/);
      expect(zippedTag).not.toBe(tag);
      const known = await ask(path, { 'if-none-match': `"other", ${tag}` });
      expect([known.status, known.text]).toEqual([304, '']);
      expect(known.headers).toMatchObject({ ETag: tag, 'Cache-Control': 'max-age=300' });
      expect((await ask(path, { 'if-none-match': `W/${zippedTag}`, 'accept-encoding': 'gzip' })).status).toBe(
        304,
      );
      expect((await ask(path, { 'if-none-match': tag, 'accept-encoding': 'gzip' })).status).toBe(200);
    }
  });

  it.each(['gzip;q=0', 'gzip; q=0.000', 'br', 'identity', 'agzip', ''])(
    'is not compressed for %j',
    async (accepted) => {
      const { headers } = await ask('/docs/guide', { 'accept-encoding': accepted });
      expect(headers).not.toHaveProperty('Content-Encoding');
    },
  );

  it('that does not exist is 404', async () => {
    for (const path of [
      '/docs/errors/nothing',
      '/docs/nothing',
      '/docs/__proto__',
      '/docs/errors%2Frate-limited',
    ])
      expect(await ask(path)).toMatchObject({ status: 404, text: 'ROUTE_NOT_FOUND' });
  });
});

describe('every error', () => {
  it.each(problemKinds.map(({ code }) => code))('has a page that says what to do: %s', async (code) => {
    const { link = '' } = createProblemOf('https://api.example.com/loyalty/v1')(code);
    const [, path = ''] =
      /^<https:\/\/api\.example\.com\/loyalty(\/docs\/errors\/[a-z-]+)>; rel="help"$/.exec(link) ?? [];
    const { status, text } = await ask(`${path}.md`);
    expect(status).toBe(200);
    const [, advice = ''] = /^## What to do\n\n([^\n]+)\n/m.exec(text) ?? [];
    expect(advice).toMatch(/\.$/);
    expect(text).not.toContain('undefined');
  });

  it('is linked from the root where only the path of the API is known', () => {
    expect(createProblemOf('/v1')('RATE_LIMITED').link).toBe('</docs/errors/rate-limited>; rel="help"');
  });

  it('says whether the same request may be sent again', async () => {
    const answerOf = async (slug: string): Promise<string> =>
      (await ask(`/docs/errors/${slug}.md`)).text.split('## May the same request be sent again?\n\n')[1] ??
      '';
    expect(await answerOf('rate-limited')).toMatch(/^Yes, with the same bytes/);
    expect(await answerOf('not-yet-available')).toMatch(/^Yes, with the same bytes/);
    expect(await answerOf('internal-error')).toMatch(/^Yes, .*It is not known whether/);
    expect(await answerOf('member-suspended')).toMatch(/^Not unchanged/);
  });
});

describe('what is written for the repository', () => {
  const served = ['/docs/guide.md', '/docs/client.md', '/docs/changes.md'];

  it('is served without what only the repository explains', async () => {
    for (const path of served) {
      const { text } = await ask(path);
      const prose = text.replace(/^```[^]*?^```$/gm, '');
      expect(prose.match(/.*\bD\d{1,3}\b.*/g)).toBeNull();
    }
  });

  it('keeps its code as it is', async () => {
    const blocksOf = (text: string): readonly string[] =>
      [...text.matchAll(/^```\w+[^\n]*\n([^]*?)^```$/gm)].map(([, code = '']) => code);
    const source = readFileSync('docs/integration.md', 'utf8');
    expect(blocksOf((await ask('/docs/guide.md')).text)).toEqual(blocksOf(source));
    const { text } = await ask('/docs/guide');
    expect(text).toContain('-d &#39;{&#34;transactionRef&#34;:&#34;receipt-1&#34;');
  });

  it('lists what changed of the interface by release, as the changelog does', async () => {
    const releasesIn = (text: string): readonly string[] =>
      [...text.matchAll(/^## (\d.*)$/gm)].map(([, name = '']) => name);
    const changelog = releasesIn(readFileSync('CHANGELOG.md', 'utf8'));
    expect(releasesIn((await ask('/docs/changes.md')).text)).toEqual(changelog);
  });
});

test('the list of documents names guides before references', async () => {
  const { text } = await ask('/llms.txt');
  expect(linksIn('/llms.txt', text)).toEqual([
    'docs/guide.md',
    'docs/errors.md',
    'docs/client.md',
    'docs/changes.md',
    'openapi.json',
    'asyncapi.json',
    'docs',
    'docs/schemas',
    'docs/events',
  ]);
});
