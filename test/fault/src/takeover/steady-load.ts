import { Pool } from 'undici';
import type { FaultTenant } from '../fault-tenant.ts';
import { runOpenLoop } from '../load/open-loop.ts';
import { receiptOf } from '../load/operations.ts';
import { spreadOf, type Spread } from '../load/spread.ts';

/** How callers were served. Nobody waited longer for their partition than the longest of these times. */
export interface Served extends Spread {
  readonly sent: number;
  /** Responses with a status other than 200, and broken connections. */
  readonly failed: number;
}

const perSecond = 200;
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
  await runOpenLoop(perSecond, send, signal);
  await pool.close();
  return { sent: took.length, failed, ...spreadOf(took) };
};
