import { withDatabase } from '@loyalty/testkit/database';
import { openOurTenant } from '../our-service.ts';
import { percentile } from '../percentile.ts';
import type { BenchRun } from './bench-run.ts';
import { enrolMany, untilFilled } from './named-members.ts';

/** Filters of a list of members, each titled by whom it finds. */
const filters: readonly (readonly [title: string, filter: string])[] = [
  ['the beginning of a reference', 'search=card-1999'],
  ['a rare word', 'search=pieter-777777'],
  ['a rare word, of a member without a telephone number', 'search=aisha-777778'],
  ['of many', 'search=gmail.com'],
  ['of nobody', 'search=qqqqqqqq'],
  ['the oldest member', 'search=card-0-'],
  ['two characters', 'search=zw'],
  ['the end of a telephone number', 'search=0777777'],
  ['a telephone number', 'phone=%2B27820777777'],
  ['an e-mail address of a member with a telephone number', 'email=pieter-777777@gmail.com'],
  ['an e-mail address of a member without one', 'email=aisha-777778@gmail.com'],
];
const askedTimes = 30;

/** Measures a search among `--members` members: each text several times, in sequence. */
export const measureSearch = async (run: BenchRun): Promise<void> => {
  const { members } = run.options;
  run.say(`Searching ${members.toLocaleString('en-US')} members`);
  const tenant = await openOurTenant(run.stack);
  await withDatabase(run.stack.databaseUrl, async (db) => {
    await enrolMany(db, tenant.environmentId, members);
    await untilFilled(run, db, { environmentId: tenant.environmentId, members });
    await db.query('ANALYZE');
  });
  const url = `${run.stack.baseUrl}/tenants/${tenant.tenantId}/members`;
  for (const [title, filter] of filters) {
    const tookMs: number[] = [];
    for (let n = 0; n < askedTimes; n += 1) tookMs.push(await ask(`${url}?${filter}`, tenant.key));
    const sorted = Float64Array.from(tookMs).sort();
    const [p50Ms, p99Ms] = [percentile(sorted, 0.5), percentile(sorted, 0.99)];
    run.figures.add('engine', { title: `search, ${title}: p50`, unit: 'ms' }, p50Ms);
    run.figures.add('engine', { title: `search, ${title}: p99`, unit: 'ms' }, p99Ms);
    run.say(`  ${title.padEnd(53)}p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`);
  }
};

const ask = async (url: string, key: string): Promise<number> => {
  const beganMs = performance.now();
  const answer = await fetch(url, { headers: { 'X-API-Key': key } });
  await answer.text();
  if (!answer.ok) throw new Error(`a search was answered ${answer.status.toString()}`);
  return performance.now() - beganMs;
};
