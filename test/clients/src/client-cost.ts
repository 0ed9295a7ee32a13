import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createLoyalty } from '@loyalty/client';
import { printLine } from '@loyalty/stack';

/** Calls in a block; blocks of both ways alternate, because the machine is not always equally fast. */
const blockOf = 10;
const blocks = 1_000;
/** Beyond that a change has made the client dearer: it was 8 % on Node 20 and 7 % on Node 24. */
const ratioMax = 1.2;

type Way = (at: number) => Promise<unknown>;

/**
 * Compares the caller's processor time of 10,000 evaluates by the client with bare `fetch`, with and without a time-out.
 * Returns a sentence. Throws where the client costs more than it may.
 */
export const tryCost = async (): Promise<string> => {
  const server = fork(join(import.meta.dirname, 'serve-result/main.js'));
  try {
    const [port] = (await once(server, 'message')) as [number];
    const baseUrl = `http://127.0.0.1:${port.toString()}/v1`;
    const byClient = clientWay(baseUrl);
    printLine('Comparing 10,000 evaluates with bare fetch, twice …');
    const bare = await compared(byClient, fetchWay(baseUrl));
    const timed = await compared(
      byClient,
      fetchWay(baseUrl, () => ({ signal: AbortSignal.timeout(10_000) })),
    );
    const said = `${percentOf(bare)} than bare fetch, ${percentOf(timed)} than fetch with a time-out`;
    if (bare.ratio > ratioMax) throw new Error(`The client costs ${said}.`);
    return `${bare.micros.toFixed(0)} µs of processor time a call, ${said} (Node ${process.versions.node})`;
  } finally {
    server.disconnect();
  }
};

const percentOf = ({ ratio }: { readonly ratio: number }): string =>
  `${((ratio - 1) * 100).toFixed(1)} % more`;

const tenantId = '0198c0de-0000-7000-8000-000000000001';

const receipt = (at: number) => ({
  transactionRef: `receipt-${at.toString()}`,
  memberRef: `customer-${(at % 100).toString()}`,
  amount: 15_000,
});

const clientWay = (baseUrl: string): Way => {
  const loyalty = createLoyalty({ baseUrl, tenantId, apiKey: 'sk_test_1' });
  return (at) => loyalty.evaluateTransaction({ body: receipt(at) });
};

const fetchWay =
  (baseUrl: string, more: () => RequestInit = () => ({})): Way =>
  async (at) => {
    const headers = { 'Content-Type': 'application/json', 'X-API-Key': 'sk_test_1' };
    const init = { method: 'POST', headers, body: JSON.stringify(receipt(at)) };
    const url = `${baseUrl}/tenants/${tenantId}/transactions/evaluate`;
    const response = await fetch(url, Object.assign(init, more()));
    if (!response.ok) throw new Error(response.status.toString());
    return response.json();
  };

/** Compares the quieter six tenths of the blocks. */
const compared = async (one: Way, other: Way) => {
  for (const way of [one, other]) await microsOf(way, 150 * blockOf);
  const times: [number[], number[]] = [[], []];
  for (let block = 0; block < blocks; block += 1) {
    const isTurned = block % 2 === 1;
    if (isTurned) times[1].push(await microsOf(other));
    times[0].push(await microsOf(one));
    if (!isTurned) times[1].push(await microsOf(other));
  }
  const [micros = 0, base = 0] = times.map(quieter);
  return { micros, ratio: micros / base };
};

const microsOf = async (way: Way, calls = blockOf): Promise<number> => {
  const before = process.cpuUsage();
  for (let at = 0; at < calls; at += 1) await way(at);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
};

const quieter = (times: readonly number[]): number => {
  const kept = times.toSorted((a, b) => a - b).slice(0, Math.floor(times.length * 0.6));
  return kept.reduce((sum, micros) => sum + micros, 0) / kept.length;
};
