import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer as createTlsServer, type TlsOptions, type TLSSocket } from 'node:tls';
import type { Egress } from '../egress.ts';
import type { PostResult } from '../posts/post-result.ts';
import { makeCertificates } from '../testing/certificates.ts';
import { groupOf8192Bits } from '../testing/dhe-group.ts';
import { callerOf, createLoopbackEgress, requestTo } from '../testing/loopback-egress.ts';
import { answer } from '../testing/receiver.ts';

const { ca, good, goodOfRsa } = makeCertificates();

let egress: Egress;
let close: () => Promise<void>;
/** Why receivers could not shake hands. */
let refusals: unknown[];
beforeEach(() => {
  egress = createLoopbackEgress({ ca, attemptMs: 5_000 });
  refusals = [];
});
afterEach(async () => {
  await egress.close();
  await close();
});

/** Responds with the negotiated protocol and cipher. */
const startTls = async (options: TlsOptions, onSocket?: (socket: TLSSocket) => void): Promise<string> => {
  const sockets = new Set<TLSSocket>();
  const server = createTlsServer({ ...good, ...options }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onSocket?.(socket);
    socket.on('data', () =>
      socket.write(answer(200, `${socket.getProtocol() ?? ''} ${socket.getCipher().name}`)),
    );
  });
  server.on('tlsClientError', (error: Error & { readonly code?: string }) => refusals.push(error.code));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  return `https://127.0.0.1:${(server.address() as AddressInfo).port.toString()}/`;
};
const bodyOf = (result: PostResult): string => (result.outcome === 'answered' ? result.body.toString() : '');

it.each([
  [{ maxVersion: 'TLSv1.2' }, /^TLSv1\.2 ECDHE-/],
  [{ maxVersion: 'TLSv1.2', ecdhCurve: 'P-384' }, /^TLSv1\.2 ECDHE-/],
  [{}, /^TLSv1\.3 TLS_/],
  [{ ecdhCurve: 'P-384' }, /^TLSv1\.3 TLS_/],
] as const)('is spoken with a receiver of %j', async (options, agreed) => {
  expect(bodyOf(await egress.post(requestTo(await startTls(options))))).toMatch(agreed);
});

it.each<[string, TlsOptions]>([
  [
    'DHE alone, of a group of its own',
    {
      ...goodOfRsa,
      maxVersion: 'TLSv1.2',
      ciphers: 'DHE-RSA-AES128-GCM-SHA256',
      dhparam: groupOf8192Bits(),
    },
  ],
  ['no key exchange but that of RSA', { ...goodOfRsa, maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }],
  ['TLS 1.1 at most', { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT:@SECLEVEL=0' }],
  ['the curve P-521 alone', { maxVersion: 'TLSv1.2', ecdhCurve: 'P-521' }],
])(
  '▲ is not spoken with a receiver that has %s: it is TLS_FAILED at the first greeting (D114)',
  async (_what, options) => {
    const url = await startTls(options);
    const failed = { outcome: 'failed', failure: 'TLS_FAILED', tlsFailure: 'PROTOCOL', wasSent: false };
    expect(await egress.post(requestTo(url))).toMatchObject(failed);
    // They had nothing in common, so neither of them came to compute anything.
    expect(refusals).toHaveLength(1);
    expect(refusals[0]).toMatch(/NO_SHARED_CIPHER|UNSUPPORTED_PROTOCOL|NO_SHARED_GROUP/);
  },
);

it('▲ is not begun anew on an open connection, though a receiver asks for it', async () => {
  const outcomes: string[] = [];
  const url = await startTls({ maxVersion: 'TLSv1.2' }, (socket) => {
    const again = (): void => {
      socket.renegotiate({}, (error) => {
        outcomes.push(error === null ? 'agreed' : 'refused');
        if (error === null && outcomes.length < 5) again();
      });
    };
    socket.once('data', again);
    socket.on('error', () => outcomes.push('refused'));
  });
  await egress.post(requestTo(url));
  for (let turn = 0; turn < 200 && outcomes.length === 0; turn += 1) await sleep(10);
  expect(outcomes).toEqual(['refused']);
});

describe('▲ handshakes', () => {
  /** Takes connections and says nothing; tells how many are open. */
  const startStalling = async (): Promise<{ readonly port: number; most: number }> => {
    const seen = { port: 0, most: 0 };
    const sockets = new Set<{ destroy(): void }>();
    const server = createServer((socket) => {
      sockets.add(socket);
      seen.most = Math.max(seen.most, sockets.size);
      socket.on('close', () => sockets.delete(socket));
      socket.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    seen.port = (server.address() as AddressInfo).port;
    close = async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    };
    return seen;
  };

  it('that stall are TIMED_OUT in their own time, and keep nobody else from shaking hands', async () => {
    const stalling = await startStalling();
    const closeStalling = close;
    const url = await startTls({});
    const stalled = Array.from({ length: 40 }, (_, place) =>
      egress.post(
        requestTo(`https://127.0.0.1:${stalling.port.toString()}/`, {
          endpoint: `stalling ${(place % 20).toString()}`,
        }),
      ),
    );
    const other = await egress.post(requestTo(url, { endpoint: 'other', caller: callerOf(2) }));
    expect(other).toMatchObject({ outcome: 'answered' });
    expect(stalling.most).toBeLessThanOrEqual(8);
    await egress.close();
    await Promise.all(stalled);
    await closeStalling();
  });
});
