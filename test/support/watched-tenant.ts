import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eventually } from '@loyalty/testkit/runs';
import type { TestTenant } from './tenant.ts';
import { openWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

/** The waits in milliseconds. */
export interface Waits {
  /** Response times of evaluate. */
  readonly till: readonly number[];
  /** Times from a receipt's request to its event at the endpoint. */
  readonly webhook: readonly number[];
}

/** A tenant whose till and webhook are measured while others work. */
export interface WatchedTenant {
  /** Sends receipts until `work` ends, and waits for all their events. Throws when a till is refused or an event is wrong. */
  watch(work: Promise<unknown>): Promise<Waits>;
  close(): Promise<void>;
}

const everyMs = 50;

interface SentReceipt {
  readonly ref: unknown;
  readonly atMs: number;
  readonly tookMs: number;
}

const sendReceipt = async ({ test }: TestTenant): Promise<SentReceipt> => {
  const [ref, atMs] = [randomUUID(), performance.now()];
  const receipt = { transactionRef: ref, memberRef: `member-${ref.slice(0, 2)}`, amount: 100 };
  const { status } = await test.post('/transactions/evaluate', receipt);
  if (status !== 200) throw new Error(`a till was answered ${status.toString()}`);
  return { ref, atMs, tookMs: performance.now() - atMs };
};

const sendUntilEnd = async (tenant: TestTenant, work: Promise<unknown>): Promise<SentReceipt[]> => {
  const ended = new AbortController();
  const end = (): void => {
    ended.abort();
  };
  work.then(end, end);
  const sent: SentReceipt[] = [];
  while (!ended.signal.aborted) {
    sent.push(await sendReceipt(tenant));
    await sleep(everyMs);
  }
  await work;
  return sent;
};

const waitsOf = async (sent: readonly SentReceipt[], receiver: WebhookReceiver): Promise<Waits> => {
  const arrivals = (): ReadonlyMap<unknown, number> =>
    new Map(receiver.received.map(({ event, atMs }) => [event.data['transactionRef'], atMs]));
  await eventually('all events have arrived', () => sent.every(({ ref }) => arrivals().has(ref)));
  if (receiver.faults.length > 0) throw new Error(receiver.faults.join());
  const arrived = arrivals();
  return {
    till: sent.map(({ tookMs }) => tookMs),
    webhook: sent.map(({ ref, atMs }) => (arrived.get(ref) ?? Infinity) - atMs),
  };
};

/** Opens the tenant; `host` is the endpoint's name, which a name server of the test resolves. */
export const openWatchedTenant = async (tenant: TestTenant, host: string): Promise<WatchedTenant> => {
  const receiver = await openWebhookReceiver(tenant, ['transaction.processed'], 'test');
  const url = receiver.url.replace('127.0.0.1', host);
  await tenant.test.patch(`/webhooks/${receiver.webhookId}`, { url });
  return {
    watch: async (work) => waitsOf(await sendUntilEnd(tenant, work), receiver),
    close: () => receiver.close(),
  };
};

/** Returns the 99th percentile. */
export const p99Of = (waits: readonly number[]): number => {
  const sorted = waits.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? NaN;
};
