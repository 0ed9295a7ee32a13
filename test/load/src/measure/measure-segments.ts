import { setTimeout as pause } from 'node:timers/promises';
import { withDatabase } from '@loyalty/testkit/database';
import { askOurs } from '../ask-ours.ts';
import type { Contender } from '../contender.ts';
import { openOurTenant } from '../our-service.ts';
import type { BenchRun } from './bench-run.ts';
import { loadBeside } from './beside.ts';
import { fundShoppers } from './fund-shoppers.ts';
import { warmUp } from './warm-up.ts';

/** With a threshold that one member in fifty reaches: 980 cents a day, times the days of purchase in the window. */
const windows = [
  { days: 7, cents: 980 },
  { days: 30, cents: 980 * 5 },
  { days: 90, cents: 980 * 13 },
  { days: 365, cents: 980 * 50 },
] as const;

const membersMax = 1_000_000;
/** The job's burst is free again after it (D118). */
const restMs = 20_000;

/** Measures a refresh of a rolling window, and evaluates beside repeated refreshes. */
export const measureSegments = async (run: BenchRun): Promise<void> => {
  const members = Math.min(membersMax, run.options.members);
  run.say(`Segments of ${members.toLocaleString('en-US')} members with fifty days of purchase each`);
  const tenant = await openOurTenant(run.stack, []);
  await withDatabase(run.stack.databaseUrl, (db) => fundShoppers(db, tenant.environmentId, members));
  const segments = [];
  for (const window of windows) segments.push({ ...window, id: await createSegment(tenant, window) });
  for (const { id } of segments) await refresh(tenant, id);
  for (const { days, id } of segments) {
    for (let round = 0; round < run.options.rounds; round += 1) {
      await pause(restMs);
      const afterRest = await refresh(tenant, id);
      const atOnce = await refresh(tenant, id);
      const title = `refresh, ${days.toString()} days`;
      run.figures.add('engine', { title: `${title}, after a rest of 20 s`, unit: 's' }, afterRest);
      run.figures.add('engine', { title: `${title}, without a rest`, unit: 's' }, atOnce);
      run.say(`  ${days.toString()} days: ${afterRest.toFixed(1)} s; without a rest ${atOnce.toFixed(1)} s`);
    }
  }
  await measureBesideRefreshes(run, tenant, segments.at(-1)?.id ?? '');
};

const measureBesideRefreshes = async (run: BenchRun, tenant: Contender, segmentId: string): Promise<void> => {
  await warmUp(run, [run.contenders[0]]);
  const over = new AbortController();
  const refreshing = (async () => {
    while (!over.signal.aborted) await refresh(tenant, segmentId);
  })();
  const { p50Ms, p99Ms } = await loadBeside(run);
  over.abort();
  await refreshing;
  run.figures.add('engine', { title: 'evaluate at 200/s beside refreshes: p50', unit: 'ms' }, p50Ms);
  run.figures.add('engine', { title: 'evaluate at 200/s beside refreshes: p99', unit: 'ms' }, p99Ms);
  run.say(`  evaluate p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms beside refreshes`);
};

const createSegment = async (
  tenant: Contender,
  { days, cents }: (typeof windows)[number],
): Promise<string> => {
  const field = `spend_cents_${days.toString()}d`;
  const rules = { operator: 'AND', conditions: [{ field, op: 'gte', value: cents }] };
  const segment = { name: field, type: 'DYNAMIC', rules };
  return (await askOurs<{ id: string }>(tenant, 'POST /segments', segment)).id;
};

/** Refreshes and returns the seconds; repeats a refresh that did not finish in time, as a caller does. */
const refresh = async ({ urls, key }: Contender, segmentId: string): Promise<number> => {
  const beganMs = performance.now();
  for (;;) {
    const url = `${segmentsUrl(urls.evaluate)}/${segmentId}/refresh`;
    const answer = await fetch(url, { method: 'POST', headers: { 'X-API-Key': key } });
    const text = await answer.text();
    if (answer.ok) return (performance.now() - beganMs) / 1_000;
    if (answer.status !== 503) throw new Error(`a refresh was answered ${answer.status.toString()}: ${text}`);
  }
};

const segmentsUrl = (evaluateUrl: string): string =>
  evaluateUrl.replace('/transactions/evaluate', '/segments');
