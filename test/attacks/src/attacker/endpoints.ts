import { inParallel } from '../../../support/in-parallel.ts';
import type { RequestListener } from 'node:http';
import { startTestServer, type TestServer } from '@loyalty/testkit/servers';
import type { Blow } from './blow.ts';
import type { Ground } from './ground.ts';
import { receiptOf, times } from './receipts.ts';
import { setTimeout as pause } from 'node:timers/promises';

/** Endpoints of the attacker, and the server behind them; null: somebody else's. */
export interface Endpoints {
  readonly ids: readonly string[];
  readonly server: TestServer | null;
}

const secret = 'a secret of the attacker';

/** Registers so many endpoints of the live environment for receipts; `urlOf` names each. */
export const register = ({ live }: Ground, count: number, urlOf: (n: number) => string): Promise<string[]> =>
  inParallel(
    times(count, (n) => n),
    8,
    async (n) =>
      (await live.make('/webhooks', { url: urlOf(n), secret, events: ['transaction.processed'] })).id,
  );

/** Starts a server that behaves like this, and registers so many endpoints at it. */
export const openEndpoints = async (
  ground: Ground,
  count: number,
  serve: RequestListener,
): Promise<Endpoints> => {
  const server = await startTestServer(serve);
  const ids = await register(ground, count, (n) => `${server.origin}/${n.toString()}`);
  return { ids, server };
};

/** Deletes the endpoints, with what waits for them, and stops their server. */
export const closeEndpoints = async ({ live }: Ground, { ids, server }: Endpoints): Promise<void> => {
  await inParallel(ids, 8, (id) => live.send({ method: 'DELETE', path: `/webhooks/${id}?drop=true` }));
  await server?.close();
};

/** Sends so many receipts a second in calls of many, one call a second. */
export const stream = async ({ live, signal }: Blow, perSecond: number): Promise<void> => {
  while (!signal.aborted) {
    const next = pause(1_000, undefined, { signal }).catch(() => undefined);
    await live.bulk(times(perSecond, () => receiptOf()));
    await next;
  }
};
