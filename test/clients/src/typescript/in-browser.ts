import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createReadStream, existsSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join, normalize } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ClientContext } from '../client-context.ts';
import type { PackedClient } from './packed-client.ts';

/** The part of playwright-core that this needs. */
interface Playwright {
  readonly chromium: {
    launch(options: { readonly executablePath: string; readonly args: readonly string[] }): Promise<Browser>;
  };
}
interface Browser {
  newPage(): Promise<Page>;
  close(): Promise<void>;
}
interface Page {
  goto(url: string): Promise<unknown>;
  evaluate(script: string): Promise<string>;
}

const page = `<!doctype html><title>A page of the shop</title>
<script type="importmap">{ "imports": { "@loyalty/client": "/client/index.js" } }</script>`;

/**
 * Lets a page run the program with a token. The page and the API have one origin, as behind a gateway: the API allows no
 * other. Throws where a key is accepted in a page. Returns the program's sentence.
 */
export const runInChromium = async (
  context: ClientContext,
  client: PackedClient,
  parts: { readonly chromium: string; readonly playwright: string; readonly token: string },
): Promise<string> => {
  const server = await startOrigin(context, client);
  const { chromium } = (await import(pathToFileURL(parts.playwright).href)) as Playwright;
  const browser = await chromium.launch({ executablePath: parts.chromium, args: ['--no-sandbox'] });
  try {
    const opened = await browser.newPage();
    await opened.goto(`${server.origin}/`);
    const said = await opened.evaluate(tryKey);
    if (!said.startsWith('TypeError'))
      throw new Error(`In a page a key is refused by a TypeError, not: ${said}`);
    const settings = { baseUrl: `${server.origin}/v1`, tenantId: context.tenantId, token: parts.token };
    return await opened.evaluate(`(${runProgram})(${JSON.stringify(settings)})`);
  } finally {
    await browser.close();
    await server.close();
  }
};

const tryKey = `import('@loyalty/client').then(({ createLoyalty }) => {
  try {
    createLoyalty({ baseUrl: location.origin + '/v1', tenantId: 'tenant', apiKey: 'sk_test_1' });
    return 'nothing';
  } catch (error) {
    return String(error);
  }
})`;

const runProgram = `async (settings) => (await import('/shop.js')).run(settings, 'chromium')`;

const startOrigin = async ({ baseUrl }: ClientContext, { folder }: PackedClient) => {
  const server = createServer((asked, response) => {
    const path = normalize(new URL(asked.url ?? '/', 'http://page').pathname);
    if (path.startsWith('/v1/')) passOn(new URL(asked.url ?? '/', baseUrl), asked, response);
    else if (path === '/') response.setHeader('Content-Type', 'text/html').end(page);
    else sendScript(fileOf(folder, path), response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${port.toString()}`, close };
};

const fileOf = (folder: string, path: string): string =>
  path.startsWith('/client/')
    ? join(folder, 'node_modules/@loyalty/client/dist', path.slice('/client/'.length))
    : join(folder, 'compiled', path);

const sendScript = (file: string, response: ServerResponse): void => {
  if (!existsSync(file)) response.writeHead(404).end();
  else createReadStream(file).pipe(response.setHeader('Content-Type', 'text/javascript'));
};

const passOn = (to: URL, asked: IncomingMessage, response: ServerResponse): void => {
  const onward = request(
    to,
    { method: asked.method, headers: { ...asked.headers, host: to.host } },
    (from) => {
      response.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(response);
    },
  );
  onward.on('error', () => response.destroy());
  asked.pipe(onward);
};
