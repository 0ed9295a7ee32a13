import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { withDatabase } from '@loyalty/testkit/database';
import { askOurs } from '../ask-ours.ts';
import type { Contender } from '../contender.ts';
import { loyaltyctl } from '../loyaltyctl.ts';
import { openOurTenant } from '../our-service.ts';
import { percentile } from '../percentile.ts';
import { residentMb } from '../resident-mb.ts';
import type { BenchRun } from './bench-run.ts';
import { type BesideLoad, loadBeside } from './beside.ts';

const beside: BesideLoad = { bodies: 'evaluate', ratePerSecond: 100 };

/** Imports members beside evaluates at the default limit, then alone at the highest one (D341). */
export const measureImport = async (run: BenchRun): Promise<void> => {
  const { imported } = run.options;
  run.say(`Importing ${imported.toString()} members`);
  const folder = mkdtempSync(join(tmpdir(), 'bench-import-'));
  try {
    const alone = await loadBeside(run, beside);
    const [usual, quick] = [await openOurTenant(run.stack, []), await openOurTenant(run.stack, [])];
    const file = await writeMembers(folder, imported, await staticSegment(usual));
    const watched = watchMemory(usual);
    const began = performance.now();
    const importing = importFile(run, usual, file);
    const [{ p99Ms }] = await Promise.all([loadBeside(run, beside), importing]);
    noteRate(run, 'import beside 100 evaluates/s, default limit', { count: imported, began });
    noteRatio(run, 'evaluates’ p99 beside an import to that without', p99Ms / alone.p99Ms);
    noteRatio(run, 'memory of ingress during an import to that before', watched());
    await measureCalls(run, quick);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Exports the members and entries of one environment, and everything about a member with many entries (D342). */
export const measureExport = async (run: BenchRun): Promise<void> => {
  const { imported } = run.options;
  run.say(`Exporting ${imported.toString()} members`);
  const tenant = await openOurTenant(run.stack, []);
  await fillMembers(run, tenant, imported);
  const alone = await loadBeside(run, beside);
  for (const list of ['members', 'ledger']) {
    const watched = watchMemory(tenant);
    const began = performance.now();
    const exporting = exportList(run, tenant, ['--list', list]);
    const [{ p99Ms }] = await Promise.all([loadBeside(run, beside), exporting]);
    noteRate(run, `export of ${list}`, { count: imported, began });
    noteRatio(run, `evaluates’ p99 beside an export of ${list} to that without`, p99Ms / alone.p99Ms);
    noteRatio(run, `memory of ingress during an export of ${list} to that before`, watched());
  }
  const began = performance.now();
  await exportList(run, tenant, [crowdedMember]);
  noteRate(run, 'export of a member with as many entries', { count: imported, began });
};

const noteRate = (
  run: BenchRun,
  title: string,
  { count, began }: { readonly count: number; readonly began: number },
): void => {
  const seconds = (performance.now() - began) / 1_000;
  run.figures.add('engine', { title, unit: '/s' }, count / seconds);
  run.say(`  ${title}: ${seconds.toFixed(0)} s, ${(count / seconds).toFixed(0)}/s`);
};

const noteRatio = (run: BenchRun, title: string, ratio: number): void => {
  run.figures.add('engine', { title, unit: '×' }, ratio);
  run.say(`  ${title}: ${ratio.toFixed(2)} ×`);
};

/** Returns what gives the most memory that ingress had since, as a part of what it has now. */
const watchMemory = (ours: Contender): (() => number) => {
  const mb = (): number => residentMb(ours.processes()['ingress'] ?? 0);
  const before = mb();
  let most = before;
  const timer = setInterval(() => {
    most = Math.max(most, mb());
  }, 250);
  return () => {
    clearInterval(timer);
    return most / before;
  };
};

const lineOf = (n: number, segmentId: string | null): object => ({
  externalRef: `imported-${n.toString()}`,
  name: `Member ${n.toString()}`,
  email: `member-${n.toString()}@example.com`,
  phone: `+2782${n.toString().padStart(7, '0').slice(-7)}`,
  enrolledAt: '2024-05-01',
  balance: 1_000 + (n % 500),
  lots: [
    { points: 300, expiresAt: '2098-12-31' },
    { points: 200, expiresAt: '2099-06-30' },
  ],
  lifetimePoints: 4_000 + (n % 9_000),
  consents: [{ channels: ['EMAIL'], granted: true, source: 'a form', grantedAt: '2024-05-01' }],
  ...(segmentId === null ? {} : { segmentIds: [segmentId] }),
});

const staticSegment = async (ours: Contender): Promise<string> =>
  (await askOurs<{ id: string }>(ours, 'POST /segments', { name: 'Imported', type: 'STATIC' })).id;

const writeMembers = async (folder: string, count: number, segmentId: string): Promise<string> => {
  const path = join(folder, 'members.ndjson');
  function* lines(): Generator<string> {
    for (let n = 0; n < count; n += 1) yield `${JSON.stringify(lineOf(n, segmentId))}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
  return path;
};

const placeOf = ({ stack }: BenchRun, { tenantId, key }: Contender): string[] => [
  '--tenant',
  tenantId,
  '--mode',
  'live',
  '--key',
  key,
  '--base-url',
  stack.baseUrl,
];

const importFile = (run: BenchRun, ours: Contender, file: string): Promise<unknown> =>
  loyaltyctl(run.stack, 'members', 'import', file, '--source', 'bench', ...placeOf(run, ours));

const exportList = (run: BenchRun, ours: Contender, what: readonly string[]): Promise<unknown> =>
  loyaltyctl(run.stack, 'members', 'export', ...what, '--out', '/dev/null', ...placeOf(run, ours));

/** The lines of the calls whose times are measured. */
const linesMeasured = 60_000;

/** One sender, as an environment runs one call at a time. */
const measureCalls = async (run: BenchRun, ours: Contender): Promise<void> => {
  const setting = ['settings', 'set', 'importLinesPerMinute', '120000'];
  await loyaltyctl(run.stack, ...setting, '--tenant', ours.tenantId, '--mode', 'live');
  await askOurs(ours, 'PUT /imports/alone', { signedUp: true });
  const times: number[] = [];
  const began = performance.now();
  for (let n = 0; n < linesMeasured; n += 100) {
    const lines = Array.from({ length: 100 }, (_, at) => lineOf(n + at, null));
    const sentMs = performance.now();
    await askOurs(ours, 'POST /imports/alone/lines', { lines });
    times.push(performance.now() - sentMs);
  }
  noteRate(run, 'import alone, 120,000 lines a minute allowed', { count: linesMeasured, began });
  for (const part of [0.5, 0.99]) {
    const title = `a call of 100 lines: p${(part * 100).toString()}`;
    const ms = percentile(Float64Array.from(times).sort(), part);
    run.figures.add('engine', { title, unit: 'ms' }, ms);
    run.say(`  ${title} ${ms.toFixed(0)} ms`);
  }
};

const crowdedMember = 'ffffffff-0000-7000-8000-000000000001';

/** An entry for each member, and as many for one more. */
const fillMembers = (run: BenchRun, { environmentId }: Contender, count: number): Promise<void> =>
  withDatabase(run.stack.databaseUrl, async (db) => {
    const idOf = `('01980000-0000-7000-8000-' || lpad(to_hex(i), 12, '0'))::uuid`;
    const members = `INSERT INTO members (environment_id, id, member_key, external_ref, points_balance, lifetime_points,
                                          ledger_seq, enrolled_at, created_at, updated_at)`;
    await db.query(
      `${members} SELECT $1::int, ${idOf}, decode(md5($1::int || ' ' || i), 'hex'), 'exported-' || i, 10, 10, 1, now(), now(), now()
                    FROM generate_series(1, $2::int) AS i`,
      [environmentId, count],
    );
    await db.query(
      `${members} VALUES ($1::int, $3, decode(md5($1::int || ' crowded'), 'hex'), 'crowded', $2::int, $2::int, $2::int, now(), now(), now())`,
      [environmentId, count, crowdedMember],
    );
    const entries = `INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, description,
                                                 created_at)`;
    await db.query(
      `${entries} SELECT $1::int, ${idOf}, 1, gen_random_uuid(), 'ADJUST', 10, 10, 'Filled', now()
                    FROM generate_series(1, $2::int) AS i`,
      [environmentId, count],
    );
    await db.query(
      `${entries} SELECT $1::int, $3::uuid, i, gen_random_uuid(), 'ADJUST', 1, i, 'Filled', now() FROM generate_series(1, $2::int) AS i`,
      [environmentId, count, crowdedMember],
    );
    await db.query('ANALYZE members, ledger_entries');
  });
