import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { securedUrlText } from '@loyalty/kernel';
import { startNameServer } from '@loyalty/testkit/servers';
import type { Egress } from '../egress.ts';
import { createResolver } from '../names/resolver.ts';
import { makeCertificates } from '../testing/certificates.ts';
import { createLoopbackEgress, requestTo } from '../testing/loopback-egress.ts';
import { answer, type Receiver, startReceiver } from '../testing/receiver.ts';

const { ca, good } = makeCertificates();

interface Proxy {
  readonly port: number;
  /** Targets of its CONNECT requests. */
  readonly asked: readonly string[];
  close(): void;
}

/** A real CONNECT proxy: dials what it is asked for. `refuses` says for what it responds with 502. */
const startProxy = async ({
  identity = '',
  isSecure = false,
  refuses = (target: string): boolean => target === '',
} = {}): Promise<Proxy> => {
  const server: Server = isSecure ? createHttpsServer(good) : createServer();
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const keep = (socket: Socket): void => {
    sockets.add(socket.on('error', () => undefined));
  };
  server.on('connect', (request: IncomingMessage, client: Socket, rest: Buffer) => {
    const target = request.url ?? '';
    asked.push(target);
    if ((request.headers['proxy-authorization'] ?? '') !== identity)
      return client.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    if (refuses(target)) return client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    const { hostname, port } = new URL(`http://${target}`);
    const upstream = connect(Number(port), hostname.replace(/^\[|\]$/g, ''), () => {
      client.write('HTTP/1.1 200 Connection established\r\nVia: toy\r\n\r\n');
      upstream.write(rest);
      upstream.pipe(client).pipe(upstream);
    });
    keep(upstream);
    return upstream.on('error', () => client.destroy());
  });
  server.on('connection', keep);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, asked, close };
};

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loyalty-proxy-'));
  writeFileSync(join(folder, 'ca.pem'), ca);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

let proxy: Proxy | undefined;
let egress: Egress;
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver((socket) => socket.write(answer(200)), { tls: good });
});
afterEach(async () => {
  await egress.close();
  await receiver.close();
  proxy?.close();
  proxy = undefined;
});

const urlOf = (host: string): string => `https://${host}:${receiver.port.toString()}/hook`;
const proxyUrl = ({ port }: Proxy, user = '', scheme = 'http'): string =>
  `${scheme}://${user}127.0.0.1:${port.toString()}`;

/** Through the proxy, with names as a name server says them. */
const callNamed = async (
  through: string,
  addresses: readonly string[],
  { host = 'good.example', allow = '127.0.0.0/8' } = {},
) => {
  const names = await startNameServer((_name, family) =>
    addresses.filter((address) => address.includes(':') === (family === 6)),
  );
  egress = createLoopbackEgress({
    ca,
    allow,
    attemptMs: 4_000,
    proxy: through,
    resolver: createResolver({ servers: names.servers }),
  });
  const result = await egress.post(requestTo(urlOf(host)));
  await names.close();
  return result;
};

describe('calls through a CONNECT proxy (D161)', () => {
  it('ask it for the address that was judged, and prove the receiver by its name', async () => {
    proxy = await startProxy();
    expect(await callNamed(proxyUrl(proxy), ['127.0.0.1'])).toMatchObject({
      outcome: 'answered',
      status: 200,
    });
    expect(proxy.asked).toEqual([`127.0.0.1:${receiver.port.toString()}`]);
    await egress.close();
    const other = await callNamed(proxyUrl(proxy), ['127.0.0.1'], { host: 'bad.example' });
    expect(other).toMatchObject({ failure: 'TLS_FAILED', wasSent: false });
  });

  it('reach a receiver without TLS, where that is allowed', async () => {
    proxy = await startProxy();
    const plain = await startReceiver((socket) => socket.write(answer(200)));
    egress = createLoopbackEgress({ proxy: proxyUrl(proxy) });
    expect(await egress.post(requestTo(plain.url))).toMatchObject({ outcome: 'answered', status: 200 });
    expect(proxy.asked).toEqual([`127.0.0.1:${plain.port.toString()}`]);
    expect(plain.received()).toContain(`host: 127.0.0.1:${plain.port.toString()}`);
    await egress.close();
    await plain.close();
  });

  it.each([
    ['a name of a private address', 'good.example', ['10.0.0.7']],
    ['a name of a public and a private address', 'good.example', ['127.0.0.1', '169.254.169.254']],
    ['a private address', '10.0.0.7', []],
    ['an address of this machine', '[::1]', []],
  ])('▲ are refused for %s before the proxy hears of it', async (_, host, addresses) => {
    proxy = await startProxy();
    const result = await callNamed(proxyUrl(proxy), addresses, { host });
    expect(result).toMatchObject({ outcome: 'failed', wasSent: false });
    expect([proxy.asked, receiver.connections()]).toEqual([[], 0]);
  });

  it('▲ never go around it: a proxy that is unavailable, refuses or speaks something else ends the call', async () => {
    proxy = await startProxy({ identity: basic('app:secret') });
    expect(await callNamed(proxyUrl(proxy), ['127.0.0.1'])).toMatchObject({ failure: 'CONNECT_FAILED' });
    await egress.close();
    for (const words of [
      '',
      'SSH-2.0-toy\r\n\r\n',
      'HTTP/1.1 301 X\r\nLocation: http://x\r\n\r\n',
      'x'.repeat(20_000),
    ]) {
      const odd = createTcpServer((socket) => socket.on('error', () => undefined).end(words));
      await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve));
      const through = `http://127.0.0.1:${(odd.address() as AddressInfo).port.toString()}`;
      expect(await callNamed(through, ['127.0.0.1'])).toMatchObject({
        failure: 'CONNECT_FAILED',
        wasSent: false,
      });
      await egress.close();
      odd.close();
    }
    expect(await callNamed('http://127.0.0.1:1', ['127.0.0.1'])).toMatchObject({ failure: 'CONNECT_FAILED' });
    expect(receiver.connections()).toBe(0);
  });

  it('end with the attempt when it never responds', async () => {
    const silent = await startReceiver(() => undefined);
    const through = `http://127.0.0.1:${silent.port.toString()}`;
    expect(await callNamed(through, ['127.0.0.1'])).toMatchObject({ failure: 'TIMED_OUT', wasSent: false });
    await silent.freed();
    await silent.close();
  });

  it('prove who we are by a password that is read again from its file', async () => {
    proxy = await startProxy({ identity: basic('app:second') });
    const passwordFile = join(folder, 'password');
    writeFileSync(passwordFile, 'first\n');
    const through = securedUrlText(proxyUrl(proxy, 'app@'), { passwordFile, caFile: null });
    expect(await callNamed(through, ['127.0.0.1'])).toMatchObject({ failure: 'CONNECT_FAILED' });
    writeFileSync(passwordFile, 'second\n');
    expect(await egress.post(requestTo(urlOf('127.0.0.1')))).toMatchObject({ status: 200 });
  });

  it('speak TLS with a proxy that is proven by its own authority', async () => {
    proxy = await startProxy({ isSecure: true });
    const through = proxyUrl(proxy, '', 'https');
    const trusted = securedUrlText(through, { passwordFile: null, caFile: join(folder, 'ca.pem') });
    expect(await callNamed(trusted, ['127.0.0.1'])).toMatchObject({ status: 200 });
    await egress.close();
    expect(await callNamed(through, ['127.0.0.1'])).toMatchObject({ failure: 'CONNECT_FAILED' });
  });

  it('ask for the next address where it cannot reach one', async () => {
    proxy = await startProxy({ refuses: (target) => target.startsWith('127.0.0.2') });
    expect(await callNamed(proxyUrl(proxy), ['127.0.0.2', '127.0.0.1'])).toMatchObject({ status: 200 });
    expect(proxy.asked.at(-1)).toContain('127.0.0.1');
  });
});
