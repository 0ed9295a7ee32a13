import { setTimeout as pause } from 'node:timers/promises';
import { attackOf, type Attack } from '../attack.ts';
import { inLoops } from '../attacker/blow.ts';
import { closeEndpoints, openEndpoints, register, stream, type Endpoints } from '../attacker/endpoints.ts';
import { manyAddressesName, silentName } from '../attacker/names.ts';
import { receiptOf, times } from '../attacker/receipts.ts';

const secret = 'a secret of the attacker';
const slowMs = 400;
const almostTooLateMs = 9_000;
const events = ['transaction.processed'];

/** Attacks by endpoints, and by what is asked of them. */
export const webhooks: readonly Attack[] = [
  attackOf({
    name: 'hundred-endpoints-thousand-receipts',
    aimsAt: 'webhook-dispatcher',
    does: 'Sends 1,000 receipts a second, each of which goes to 100 endpoints that respond after 0.4 s.',
    isLegalBecause: 'An environment may have 100 endpoints, and send 60,000 items a minute.',
    prepare: (ground) =>
      openEndpoints(ground, 100, (request, response) => {
        request.resume();
        setTimeout(() => response.end(), slowMs);
      }),
    strike: (blow) => stream(blow, 1_000),
    undo: closeEndpoints,
  }),
  attackOf({
    name: 'endpoints-that-hang-at-the-victims-address',
    aimsAt: 'webhook-dispatcher',
    does: 'Sends 50 receipts a second to 100 endpoints at the victim’s own address, which do not respond.',
    isLegalBecause: 'Two tenants may use one provider.',
    prepare: async (ground): Promise<Endpoints> => {
      const ids = await register(ground, 100, (n) => `${ground.victimOrigin}/${n.toString()}/hang`);
      return { ids, server: null };
    },
    strike: (blow) => stream(blow, 50),
    undo: closeEndpoints,
  }),
  attackOf({
    name: 'endpoints-of-thousands-of-addresses',
    aimsAt: 'webhook-dispatcher',
    does: 'Sends 50 receipts a second to 100 endpoints whose names have 4,000 addresses.',
    isLegalBecause: 'A name may have any number of addresses.',
    prepare: async (ground): Promise<Endpoints> => {
      const ids = await register(
        ground,
        100,
        (n) => `http://${manyAddressesName}${n.toString()}.example:${new URL(ground.victimOrigin).port}/in`,
      );
      return { ids, server: null };
    },
    strike: (blow) => stream(blow, 50),
    undo: closeEndpoints,
  }),
  attackOf({
    name: 'endpoints-whose-names-are-silent',
    aimsAt: 'webhook-dispatcher',
    does: 'Sends 50 receipts a second to 100 endpoints whose names get no response for IPv6.',
    isLegalBecause: 'A name server may be broken.',
    prepare: async (ground): Promise<Endpoints> => {
      const ids = await register(
        ground,
        100,
        (n) => `http://${silentName}${n.toString()}.example:${new URL(ground.victimOrigin).port}/in`,
      );
      return { ids, server: null };
    },
    strike: (blow) => stream(blow, 50),
    undo: closeEndpoints,
  }),
  attackOf({
    name: 'replays-of-thirty-days',
    aimsAt: 'webhook-dispatcher',
    does: 'Asks 20 endpoints for all events of 30 days, 100 times and more.',
    isLegalBecause: 'A replay may name any range that is kept.',
    mayGet: [409],
    prepare: async (ground) => {
      const endpoints = await openEndpoints(ground, 20, (request, response) => {
        request.resume();
        response.writeHead(204).end();
      });
      for (let n = 0; n < 3; n += 1) await ground.live.bulk(times(1_000, () => receiptOf()));
      return endpoints;
    },
    strike: (blow, { ids }) => {
      const since = new Date(Date.now() - 29 * 86_400_000).toISOString();
      const pathOf = (n: number): string => `/webhooks/${ids[n % ids.length] ?? ''}/replays`;
      return inLoops(8, blow, (n) => blow.live.post(pathOf(n), { since, only: 'ALL' }));
    },
    undo: closeEndpoints,
  }),
  attackOf({
    name: 'endpoints-that-redirect',
    aimsAt: 'webhook-dispatcher',
    does: 'Sends 100 receipts a second to 20 endpoints that redirect to themselves.',
    isLegalBecause: 'An endpoint may respond what it likes.',
    prepare: (ground) =>
      openEndpoints(ground, 20, (request, response) => {
        request.resume();
        response.writeHead(307, { location: request.url ?? '/' }).end();
      }),
    strike: (blow) => stream(blow, 100),
    undo: closeEndpoints,
  }),
  attackOf({
    name: 'endpoints-that-send-a-megabyte-slowly',
    aimsAt: 'webhook-dispatcher',
    does: 'Sends 50 receipts a second to 100 endpoints that respond with 1 MB, some KiB at a time.',
    isLegalBecause: 'An endpoint may respond what it likes.',
    prepare: (ground) =>
      openEndpoints(ground, 100, (request, response) => {
        request.resume();
        response.writeHead(200, { 'content-length': '1000000' });
        const piece = Buffer.alloc(4_096, 0x78);
        const timer = setInterval(() => response.write(piece), 50);
        response.on('error', () => undefined);
        response.on('close', () => {
          clearInterval(timer);
        });
      }),
    strike: (blow) => stream(blow, 50),
    undo: closeEndpoints,
  }),
  attackOf({
    name: 'endpoints-that-respond-after-nine-seconds',
    aimsAt: 'webhook-dispatcher',
    does: 'Sends 50 receipts a second to 100 endpoints that respond after 9 s.',
    isLegalBecause: 'An endpoint has 10 s (D69).',
    prepare: (ground) =>
      openEndpoints(ground, 100, (request, response) => {
        request.resume();
        setTimeout(() => response.end(), almostTooLateMs);
      }),
    strike: (blow) => stream(blow, 50),
    undo: closeEndpoints,
  }),
  attackOf({
    name: 'endpoints-that-come-and-go',
    aimsAt: 'webhook-dispatcher',
    does: 'Registers and deletes endpoints, four at once, while 50 receipts a second are sent.',
    isLegalBecause: 'Both are calls of the API.',
    mayGet: [409],
    prepare: (ground) =>
      openEndpoints(ground, 1, (request, response) => {
        request.resume();
        setTimeout(() => response.end(), slowMs);
      }),
    strike: async (blow, { server }) => {
      const url = `${server?.origin ?? ''}/fleeting`;
      const exchange = async () => {
        const made = await blow.live.post('/webhooks', { url, secret, events });
        // A hundred within three hours are the limit: later calls are refused, and the loop goes on.
        if (made.status !== 201) return pause(50, made);
        const { id } = JSON.parse(made.text) as { id: string };
        return blow.live.send({ method: 'DELETE', path: `/webhooks/${id}` });
      };
      await Promise.all([stream(blow, 50), inLoops(4, blow, exchange)]);
    },
    undo: closeEndpoints,
  }),
  attackOf({
    name: 'tests-of-endpoints',
    aimsAt: 'webhook-dispatcher',
    does: 'Sends test events to 20 endpoints that respond after 0.4 s, 16 calls at once.',
    isLegalBecause: 'A test is a call of the API.',
    mayGet: [409],
    prepare: (ground) =>
      openEndpoints(ground, 20, (request, response) => {
        request.resume();
        setTimeout(() => response.end(), slowMs);
      }),
    strike: (blow, { ids }) =>
      inLoops(16, blow, (n) => blow.live.post(`/webhooks/${ids[n % ids.length] ?? ''}/test`)),
    undo: closeEndpoints,
  }),
  attackOf({
    name: 'endpoints-that-close-connections',
    aimsAt: 'webhook-dispatcher',
    does: 'Sends 100 receipts a second to 50 endpoints that close each connection without a response.',
    isLegalBecause: 'An endpoint may be broken.',
    prepare: (ground) =>
      openEndpoints(ground, 50, (request) => {
        request.socket.destroy();
      }),
    strike: (blow) => stream(blow, 100),
    undo: closeEndpoints,
  }),
];
