import { gunzipSync } from 'node:zlib';
import { contractPage } from './contract-page.ts';

type Asked = Parameters<ReturnType<typeof contractPage>>[0];

const serverOf = async (baseUrl: string, asked: Asked): Promise<unknown> => {
  const { body } = await contractPage(baseUrl)(asked);
  const { servers } = JSON.parse((body as Buffer).toString()) as { servers: readonly { url: string }[] };
  return servers.map(({ url }) => url);
};

describe('the server that the contract names', () => {
  it.each<[string, readonly [baseUrl: string, asked: Asked], string]>([
    [
      'is the configured address',
      ['https://api.example.com/v1', { host: 'other' }],
      'https://api.example.com/v1',
    ],
    ['is where it was asked for', ['/v1', { host: '127.0.0.1:8080' }], 'http://127.0.0.1:8080/v1'],
    ['is where it was asked for by IPv6', ['/v1', { host: '[::1]:8080' }], 'http://[::1]:8080/v1'],
    [
      'is what the gateway was asked for',
      ['/v1', { host: 'api.example.com', 'x-forwarded-proto': 'https' }],
      'https://api.example.com/v1',
    ],
    ['is a path for who names no host', ['/v1', {}], '/v1'],
    ['is a path for who names more than a host', ['/v1', { host: 'a"/../b' }], '/v1'],
  ])('%s', async (_fact, given, url) => {
    expect(await serverOf(...given)).toEqual([url]);
  });
});

test('samples of calls name the address of the document, in both languages', async () => {
  const { body } = await contractPage('/v1')({ host: '127.0.0.1:8080' });
  const text = (body as Buffer).toString();
  expect(text).not.toContain('api.example.com');
  const { paths } = JSON.parse(text) as {
    readonly paths: Readonly<
      Record<string, { readonly get: { readonly 'x-codeSamples': readonly unknown[] } }>
    >;
  };
  const address = expect.stringContaining("'http://127.0.0.1:8080/v1") as string;
  expect(paths['/tenants/{tenantId}/tiers']?.get['x-codeSamples']).toEqual([
    { lang: 'Shell', label: 'curl', source: address },
    { lang: 'TypeScript', label: 'TypeScript', source: address },
  ]);
});

describe('the contract by the address of the request', () => {
  const asked = (host: string) => ({ host, 'accept-encoding': 'gzip' });
  const named = async (page: ReturnType<typeof contractPage>, host: string): Promise<string> => {
    const { body } = await page(asked(host));
    const document = JSON.parse(gunzipSync(body as Buffer).toString()) as {
      readonly servers: readonly { readonly url: string }[];
    };
    return document.servers.map(({ url }) => url).join();
  };

  it('is compressed once for each address', async () => {
    const page = contractPage('/v1', () => 0);
    const [first, again] = [await page(asked('a.example')), await page(asked('a.example'))];
    expect(first.body).toBe(again.body);
    expect(first.headers).toMatchObject({ Vary: 'Accept-Encoding, X-Forwarded-Proto' });
  });

  it('is kept for eight addresses; a further one gets the path until one was not used for a minute', async () => {
    let nowMs = 0;
    const page = contractPage('/v1', () => nowMs);
    for (let at = 0; at < 8; at += 1) expect(await named(page, `h${at.toString()}`)).toMatch(/^http:/);
    expect(await named(page, 'h8')).toBe('/v1');
    nowMs = 60_000;
    expect(await named(page, 'h0')).toBe('http://h0/v1');
    expect(await named(page, 'h8')).toBe('http://h8/v1');
    expect(await named(page, 'h0')).toBe('http://h0/v1');
    const first = await page(asked('h9'));
    const again = await page(asked('h9'));
    expect(first.body).toBe(again.body);
  });
});
