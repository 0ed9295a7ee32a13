import { withDatabase } from '@loyalty/testkit/database';
import { openOurTenant } from '../our-service.ts';
import { percentile } from '../percentile.ts';
import type { BenchRun } from './bench-run.ts';
import { enrolMany, untilFilled } from './named-members.ts';

/** The searched texts, each titled by whether it matches a whole page. */
const needles: readonly (readonly [title: string, needle: string])[] = [
  ['the beginning of a reference', 'card-1999'],
  ['a rare word', 'pieter-777777'],
  ['of many', 'gmail.com'],
  ['of nobody', 'qqqqqqqq'],
  ['the oldest member', 'card-0-'],
  ['two characters', 'zw'],
];
const askedTimes = 30;

/** Measures a search among `--members` members: each text several times, in sequence. */
export const measureSearch = async (run: BenchRun): Promise<void> => {
  const { members } = run.options;
  run.say(`Searching ${members.toLocaleString('en-US')} members`);
  const tenant = await openOurTenant(run.stack);
  await withDatabase(run.stack.databaseUrl, async (db) => {
    await enrolMany(db, tenant.environmentId, members);
    await untilFilled(run, db, tenant.environmentId);
    await db.query('ANALYZE');
  });
  const url = `${run.stack.baseUrl}/tenants/${tenant.tenantId}/members`;
  for (const [title, needle] of needles) {
    const tookMs: number[] = [];
    for (let n = 0; n < askedTimes; n += 1) tookMs.push(await ask(`${url}?search=${needle}`, tenant.key));
    const sorted = Float64Array.from(tookMs).sort();
    const [p50Ms, p99Ms] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
    run.figures.add('engine', { title: `search, ${title}: p50`, unit: 'ms' }, p50Ms);
    run.figures.add('engine', { title: `search, ${title}: p99`, unit: 'ms' }, p99Ms);
    run.say(`  ${title.padEnd(30)}p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`);
  }
};

const ask = async (url: string, key: string): Promise<number> => {
  const beganMs = performance.now();
  const answer = await fetch(url, { headers: { 'X-API-Key': key } });
  await answer.text();
  if (!answer.ok) throw new Error(`a search was answered ${answer.status.toString()}`);
  return performance.now() - beganMs;
};
