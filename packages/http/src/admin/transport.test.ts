import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, type ConnectionOptions } from 'node:tls';
import { createLogger } from '@loyalty/telemetry/logger';
import { createMetrics, type Metrics } from '@loyalty/telemetry/metrics';
import { eventually } from '../testing/eventually.ts';
import { startToy, stopToys, things } from '../testing/toy-server.ts';
import { createAdminServer } from './admin-server.ts';
import type { Listening } from './listening.ts';
import type { TlsFiles } from './transport.ts';

let folder: string;
const made = (name: string): string => join(folder, name);
const openssl = (...given: string[]): void => {
  execFileSync('openssl', given, { cwd: folder, stdio: 'pipe' });
};
const newKey = (name: string): string[] => {
  const kind = ['req', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  return kind.concat('-keyout', `${name}.key`, '-subj', `/CN=${name}`);
};
const sign = (name: string, days: number, authority = 'ca'): void => {
  writeFileSync(made(`${name}.ext`), 'subjectAltName=IP:127.0.0.1\n');
  openssl(...newKey(name), '-out', `${name}.csr`);
  const by = ['-CA', `${authority}.pem`, '-CAkey', `${authority}.key`, '-CAcreateserial'];
  const more = ['-extfile', `${name}.ext`, '-days', days.toString(), '-out', `${name}.pem`];
  openssl('x509', '-req', '-in', `${name}.csr`, ...by, ...more);
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'loyalty-tls-'));
  for (const name of ['ca', 'other-ca'])
    openssl(...newKey(name), '-x509', '-days', '9', '-out', `${name}.pem`);
  sign('first', 3);
  sign('second', 5);
  sign('gateway', 2);
  sign('stranger', 2, 'other-ca');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

let files: TlsFiles;
let metrics: Metrics;
const lines: string[] = [];
const logger = createLogger({
  service: 'toy',
  level: 'info',
  destination: { write: (line) => lines.push(line) },
});
let admin: Listening | undefined;
const serve = (name: string): void => {
  cpSync(made(`${name}.pem`), files.certFile);
  cpSync(made(`${name}.key`), files.keyFile);
};
beforeEach(() => {
  files = { certFile: made('served.pem'), keyFile: made('served.key'), clientCaFile: null };
  metrics = createMetrics({ service: 'toy' });
  serve('first');
});
afterEach(async () => {
  await admin?.stop();
  admin = undefined;
  await stopToys();
});

const health = {
  live: () => ({ name: 'process', ok: false, detail: 'the reason' }),
  ready: () => ({ ready: true, checks: [{ name: 'database', ok: true, detail: 'db.internal' }] }),
};
const startAdmin = async (tls: TlsFiles): Promise<number> => {
  admin = createAdminServer({ port: 0, host: '127.0.0.1', tls, health, metrics, logger });
  await admin.start();
  return admin.port;
};

/** The output of openssl, a client that is not ours, at a port. */
const seenByOpenssl = (port: number, ...more: readonly string[]): Promise<string> =>
  new Promise((resolve) => {
    const given = ['s_client', '-connect', `127.0.0.1:${port.toString()}`, '-CAfile', made('ca.pem')];
    const client = execFile('openssl', [...given, ...more], (_failure, out, err) => {
      resolve(out + err);
    });
    client.stdin?.end();
  });

const get = async (port: number, path: string, by: ConnectionOptions & { readonly as?: string } = {}) => {
  const { as, ...rest } = by;
  const identity = as === undefined ? {} : { cert: read(`${as}.pem`), key: read(`${as}.key`) };
  const options = { host: '127.0.0.1', port, path, agent: false as const, ca: read('ca.pem') };
  const sending = request({ ...options, headers: { 'x-api-key': 'live' }, ...identity, ...rest });
  sending.end();
  const [response] = await (once(sending, 'response') as Promise<
    [NodeJS.ReadableStream & { statusCode: number }]
  >);
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode, text };
};
const read = (name: string): Buffer => execFileSync('cat', [made(name)]);

describe('a port with TLS files (D159)', () => {
  it('shows its certificate, speaks TLS 1.3 and 1.2 with forward secrecy, and nothing older or weaker', async () => {
    const { server } = await startToy({}, { tls: files });
    const said = await seenByOpenssl(server.port, '-tls1_3', '-verify_return_error');
    expect(said).toMatch(/Verify return code: 0 \(ok\)/);
    expect(said).toContain('CN = first');
    expect(await seenByOpenssl(server.port, '-tls1_2')).toMatch(/Cipher is ECDHE-ECDSA-AES/);
    const weak = ['-tls1_2', '-cipher', 'ECDHE-ECDSA-AES128-SHA:@SECLEVEL=0'];
    expect(await seenByOpenssl(server.port, ...weak)).toContain('Cipher is (NONE)');
    const old = ['-tls1_1', '-cipher', 'ALL:@SECLEVEL=0'];
    expect(await seenByOpenssl(server.port, ...old)).toContain('Cipher is (NONE)');
  });

  it('▲ serves the interface, and refuses plain HTTP, which is counted', async () => {
    const { server, metrics: own } = await startToy({}, { tls: files });
    expect((await get(server.port, things)).status).toBe(200);
    await expect(fetch(`http://127.0.0.1:${server.port.toString()}${things}`)).rejects.toThrow();
    await eventually('the count', async () => {
      const { body } = await own.render();
      return body.includes('loyalty_tls_refused_total{port="http"} 1');
    });
  });

  it('▲ takes new files without a restart, and keeps those from before while new ones do not fit each other', async () => {
    const port = await startAdmin(files);
    const expiresAtS = async (): Promise<number> => {
      const { text } = await get(port, '/metrics');
      return Number(/loyalty_certificate_expiration_timestamp_seconds\{.*\} (\S+)/.exec(text)?.[1]);
    };
    const days = async () => Math.round((await expiresAtS()) / 86_400 - Date.now() / 86_400_000);
    expect(await days()).toBe(3);
    cpSync(made('second.pem'), files.certFile);
    await eventually('the new certificate is looked at', async () => {
      expect(await seenByOpenssl(port)).toContain('CN = first');
      return lines.some((line) => line.includes('new TLS files do not serve'));
    });
    expect(await seenByOpenssl(port)).toContain('CN = first');
    cpSync(made('second.key'), files.keyFile);
    await eventually('the second serves', async () => (await seenByOpenssl(port)).includes('CN = second'));
    expect(await days()).toBe(5);
  });

  it('asks callers of the interface for a certificate of the client authorities, where there are some', async () => {
    const { server } = await startToy({}, { tls: { ...files, clientCaFile: made('ca.pem') } });
    expect((await get(server.port, things, { as: 'gateway' })).status).toBe(200);
    // With TLS 1.3 the client learns it when it reads.
    await expect(get(server.port, things)).rejects.toThrow();
    await expect(get(server.port, things, { as: 'stranger' })).rejects.toThrow();
  });

  it('shows probes without a certificate whether the process is well, and nothing more', async () => {
    const port = await startAdmin({ ...files, clientCaFile: made('ca.pem') });
    for (const by of [{}, { as: 'stranger' }]) {
      expect(await get(port, '/health/live', by)).toEqual({ status: 503, text: '{"status":"unavailable"}' });
      expect(await get(port, '/health/ready', by)).toEqual({ status: 200, text: '{"status":"ok"}' });
      expect((await get(port, '/metrics', by)).status).toBe(403);
    }
    expect((await get(port, '/metrics', { as: 'gateway' })).text).toContain('loyalty_ready');
    expect((await get(port, '/health/live', { as: 'gateway' })).text).toContain('the reason');
  });

  it('▲ bounds handshakes that nobody ends, and closes them at a stop', async () => {
    const port = await startAdmin(files);
    const sockets: Socket[] = [];
    let closed = 0;
    for (let opened = 0; opened < 1_100; opened += 1) {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.once('close', () => (closed += 1));
      sockets.push(socket);
      if (opened % 100 === 99) await once(socket, 'connect');
    }
    await eventually('the oldest make way', () => closed >= 76);
    expect((await get(port, '/health/ready')).status).toBe(200);
    const idle = connectTls({ port, host: '127.0.0.1', ca: read('ca.pem') });
    await once(idle, 'secureConnect');
    idle.on('error', () => undefined);
    const gone = once(idle, 'close');
    idle.resume();
    await admin?.stop();
    await gone;
    await eventually('all are closed', () => closed === 1_100);
    for (const socket of sockets) socket.destroy();
  });

  it('is refused before it listens when its files do not fit', () => {
    cpSync(made('second.key'), files.keyFile);
    const start = () => createAdminServer({ port: 0, tls: files, health, metrics, logger });
    expect(start).toThrow(expect.objectContaining({ code: 'CONFIG_INVALID' }) as Error);
  });
});
