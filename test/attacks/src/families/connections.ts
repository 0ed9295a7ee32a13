import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { openSilentClients, readSlowly, requestText, type Misuse } from '../../../support/silent-clients.ts';
import { attackOf, nothing, type Attack } from '../attack.ts';
import { inLoops, untilOver, type Blow } from '../attacker/blow.ts';
import { Caller } from '../attacker/caller.ts';
import { receiptOf, times } from '../attacker/receipts.ts';
import { prepareNotes } from './lists.ts';

/** Keeps connections that are misused until the blow is over. */
const misuse = async (blow: Blow, ...misuses: readonly Omit<Misuse, 'origin'>[]): Promise<void> => {
  const { origin } = new URL(blow.ground.stack.now().baseUrl);
  const clients = misuses.map(({ connections, use }) => openSilentClients({ origin, connections, use }));
  await untilOver(blow);
  for (const client of clients) client.stop();
};

const pathOf = ({ ground: { tenantId } }: Blow, path: string): string => `/v1/tenants/${tenantId}${path}`;

const bulkBytes = 5_000_000;

const bulkHead = (blow: Blow): string =>
  requestText(pathOf(blow, '/transactions/evaluate/bulk'), {
    key: blow.live.credentials.key,
    method: 'POST',
    length: bulkBytes,
  });

/** The most traces of one environment that are followed in a second (D140). */
const followedMax = 10;
/** Services export spans every second. */
const exportedWithinMs = 2_500;

const sampled = (): Record<string, string> => ({
  traceparent: `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`,
});

/** Attacks by connections and by requests as such. */
export const connections: readonly Attack[] = [
  attackOf({
    name: 'idle-connections',
    aimsAt: 'ingress',
    does: 'Opens 10,000 connections and sends nothing.',
    isLegalBecause: 'A connection may wait for its first request.',
    isLimited: false,
    mayBreak: true,
    prepare: nothing,
    strike: (blow) => misuse(blow, { connections: 10_000, use: () => undefined }),
  }),
  attackOf({
    name: 'half-open-connections',
    aimsAt: 'ingress',
    does: 'Opens 2,000 connections, sends half a head on each and closes its own side of half of them.',
    isLegalBecause: 'A network may lose the rest.',
    isLimited: false,
    mayBreak: true,
    prepare: nothing,
    strike: (blow) => {
      const half = requestText(pathOf(blow, '/members'), { key: blow.live.credentials.key }).slice(0, 60);
      const use = (socket: Socket): void => void socket.write(half);
      const useAndEnd = (socket: Socket): void => void socket.end(half);
      return misuse(blow, { connections: 1_000, use }, { connections: 1_000, use: useAndEnd });
    },
  }),
  attackOf({
    name: 'slow-bodies',
    aimsAt: 'ingress',
    does: 'Sends 600 bodies of 5 MB, a byte a second each.',
    isLegalBecause: 'A line may be slow.',
    isLimited: false,
    mayBreak: true,
    prepare: nothing,
    strike: (blow) => {
      const head = bulkHead(blow);
      const use = (socket: Socket): void => {
        socket.write(`${head}{`);
        const timer = setInterval(() => socket.write(' '), 1_000);
        socket.once('close', () => {
          clearInterval(timer);
        });
      };
      return misuse(blow, { connections: 600, use });
    },
  }),
  attackOf({
    name: 'readers-that-do-not-read',
    aimsAt: 'ingress',
    does: 'Asks for pages of 12 MB on 150 connections and reads little or nothing; sends most of 5 MB on 100 more.',
    isLegalBecause: 'A caller may be slow.',
    mayBreak: true,
    prepare: (ground) => prepareNotes(ground),
    strike: (blow) => {
      const list = requestText(pathOf(blow, '/events?limit=200'), { key: blow.live.credentials.key });
      const head = bulkHead(blow);
      const most = Buffer.alloc(bulkBytes - 100_000, 0x20);
      return misuse(
        blow,
        { connections: 100, use: (socket) => void socket.pause().write(list.repeat(50)) },
        { connections: 50, use: (socket) => (readSlowly(socket), void socket.write(list.repeat(5))) },
        { connections: 100, use: (socket) => (socket.write(head), void socket.write(most)) },
      );
    },
  }),
  attackOf({
    name: 'pipelined-requests',
    aimsAt: 'ingress',
    does: 'Sends 100 requests ahead of their responses on each of 64 connections.',
    isLegalBecause: 'HTTP/1.1 allows it.',
    mayBreak: true,
    prepare: nothing,
    strike: (blow) => {
      const request = requestText(pathOf(blow, '/transactions/burn-rate'), {
        key: blow.live.credentials.key,
      });
      const use = (socket: Socket): void => {
        socket.write(request.repeat(100));
        const timer = setInterval(() => socket.write(request.repeat(50)), 200);
        socket.once('close', () => {
          clearInterval(timer);
        });
      };
      return misuse(blow, { connections: 64, use });
    },
  }),
  attackOf({
    name: 'largest-headers',
    aimsAt: 'ingress',
    does: 'Sends requests with 15 KB of headers, from 64 callers.',
    isLegalBecause: 'A head may have 16 KiB.',
    mayGet: [431],
    prepare: nothing,
    strike: (blow) => {
      const headers = { 'x-request-id': 'r'.repeat(100), 'x-baggage': 'b'.repeat(15_000) };
      return inLoops(64, blow, () => blow.live.send({ method: 'GET', path: '/tiers', headers }));
    },
  }),
  attackOf({
    name: 'made-up-keys',
    aimsAt: 'ingress',
    does: 'Asks with keys that do not exist, each time another one, from 64 callers.',
    isLegalBecause: 'Anybody may try a key.',
    isLimited: false,
    mayGet: [401],
    prepare: nothing,
    strike: (blow) => {
      const { pool, tenantId } = blow.ground;
      return inLoops(64, blow, () => {
        const key = `sk_live_${randomBytes(32).toString('hex')}`;
        return new Caller(pool, { tenantId, key }, blow.live.tally).get('/tiers');
      });
    },
  }),
  attackOf({
    name: 'sampled-traces',
    aimsAt: 'ingress',
    does: 'Asks that each of its requests be traced through all services, bulk calls too, from 64 callers.',
    isLegalBecause: 'A caller may sample its own traces.',
    prepare: nothing,
    strike: async (blow) => {
      const { collector } = blow.ground;
      collector.take();
      const beganMs = Date.now();
      await inLoops(64, blow, (n) =>
        n % 50 === 0
          ? blow.live.bulk(
              times(100, () => receiptOf()),
              sampled(),
            )
          : blow.live.evaluate(receiptOf(), sampled()),
      );
      const seconds = (Date.now() - beganMs) / 1_000;
      await pause(exportedWithinMs);
      const traces = new Set(collector.take().map(({ traceId }) => traceId)).size;
      const tracesMax = Math.ceil(seconds + 1) * followedMax;
      if (traces > tracesMax)
        throw new Error(`${traces.toString()} traces were followed, at most ${tracesMax.toString()}`);
    },
  }),
  attackOf({
    name: 'flood-with-a-test-key',
    aimsAt: 'ingress',
    does: 'Sends receipts with a test key from 128 callers, and does not wait as `Retry-After` says.',
    isLegalBecause: 'A caller who is refused may ask again.',
    prepare: nothing,
    strike: async (blow) => {
      const flood = async (): Promise<void> => {
        while (!blow.signal.aborted) await blow.test.evaluate(receiptOf());
      };
      await Promise.all(Array.from({ length: 128 }, flood));
    },
  }),
];
