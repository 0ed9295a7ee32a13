import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import type { FaultTenant } from '../fault-tenant.ts';
import { receiptOf } from '../load/operations.ts';

/** How callers were served. */
export interface Served {
  readonly sent: number;
  /** Responses with another status than 200, and broken connections. */
  readonly failed: number;
  readonly p99Ms: number;
  /** The longest time between a request and its response: nobody waited longer for their partition. */
  readonly longestMs: number;
}

const perSecond = 200;
const everyMs = 1_000 / perSecond;
/** Enough that every partition is asked for several times a second. */
const members = 300;
const patienceMs = 15_000;

/** Sends evaluates at a steady rate, whatever becomes of those before, until `signal` aborts. */
export const runSteadyLoad = async (
  {
    baseUrl,
    tenant,
    name,
  }: { readonly baseUrl: string; readonly tenant: FaultTenant; readonly name: string },
  signal: AbortSignal,
): Promise<Served> => {
  const pool = new Pool(new URL(baseUrl).origin, { connections: 256, headersTimeout: patienceMs });
  const took: number[] = [];
  let failed = 0;
  const send = async (n: number): Promise<void> => {
    const memberRef = `steady-${(n % members).toString()}`;
    const { path, body } = receiptOf({ tenant, ref: `${name}-${n.toString()}`, memberRef }, 10_000);
    const sentMs = performance.now();
    const headers = { 'x-api-key': tenant.key, 'content-type': 'application/json' };
    const isDone = await pool
      .request({ path, method: 'POST', headers, body })
      .then(async ({ statusCode, body: answered }) => {
        await answered.dump();
        return statusCode === 200;
      })
      .catch(() => false);
    took.push(performance.now() - sentMs);
    if (!isDone) failed += 1;
  };
  const beganMs = performance.now();
  const sending: Promise<void>[] = [];
  for (let n = 0; !signal.aborted; n += 1) {
    sending.push(send(n));
    await pause(Math.max(0, beganMs + (n + 1) * everyMs - performance.now()));
  }
  await Promise.all(sending);
  await pool.close();
  return { sent: took.length, failed, ...spreadOf(took) };
};

const spreadOf = (took: readonly number[]): Pick<Served, 'p99Ms' | 'longestMs'> => {
  const sorted = took.toSorted((one, other) => one - other);
  return { p99Ms: sorted[Math.floor(sorted.length * 0.99)] ?? 0, longestMs: sorted.at(-1) ?? 0 };
};
