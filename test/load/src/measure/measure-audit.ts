import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'undici';
import { type StartedService, startService } from '@loyalty/stack';
import { withDatabase } from '@loyalty/testkit/database';
import type { Contender } from '../contender.ts';
import { openOurTenant } from '../our-service.ts';
import { percentile } from '../percentile.ts';
import type { BenchRun } from './bench-run.ts';
import { fundMembers } from './fund-members.ts';
import { untilFollowed } from './until-followed.ts';
import { totalOf, usedSince, usesOf } from './uses.ts';

const members = 5_000;
const callers = 16;

/** Replaces the module that inserts the rows with one that inserts none. */
const hooks = `export const load = (url, context, next) => url.endsWith('/tables/dist/audit/note.js')
  ? { format: 'module', shortCircuit: true, source: 'export const note = () => Promise.resolve();' }
  : next(url, context);`;

const dataUrl = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;

const withoutRows = {
  NODE_OPTIONS: `--import ${dataUrl(`import { register } from 'node:module'; register(${JSON.stringify(dataUrl(hooks))});`)}`,
};

/** An ingress of its own, with the tenant as it is called through it. */
interface Side {
  readonly title: string;
  readonly ingress: StartedService;
  readonly contender: Contender;
  readonly pool: Pool;
}

/** Measures adjustments whose rows of the audit log are written against adjustments without, in turn, each by an ingress of its own. */
export const measureAudit = async (run: BenchRun): Promise<void> => {
  const ours = await openOurTenant(run.stack);
  await fundMembers(ours, { members, memberPrefix: 'adjusted-' }, () => 0);
  const ids = await memberIds(ours);
  const sides = [
    await openSide(run, ours, { title: 'with its row', env: {} }),
    await openSide(run, ours, { title: 'without', env: withoutRows }),
  ] as const;
  try {
    for (const side of sides) await adjustFor(side, ids, run.options.seconds * 1_000);
    const ratios: number[] = [];
    for (let round = 1; round <= run.options.rounds; round += 1)
      ratios.push(
        await measureRound(run, { ours, ids, sides: round % 2 === 0 ? sides : swapped(sides), round }),
      );
    run.say(
      `  an adjustment with its row: ${percentile(Float64Array.from(ratios).sort(), 0.5).toFixed(3)} × the processor time of one without (median)`,
    );
  } finally {
    for (const { ingress, pool } of sides) {
      await pool.destroy();
      await ingress.stop();
    }
  }
};

type Sides = readonly [Side, Side];

const swapped = ([one, other]: Sides): Sides => [other, one];

const memberIds = ({ databaseUrl, environmentId }: Contender): Promise<readonly string[]> =>
  withDatabase(databaseUrl, async (db) => {
    const rows = await db.query<{ id: string }>('SELECT id FROM members WHERE environment_id = $1', [
      environmentId,
    ]);
    return rows.map(({ id }) => id);
  });

const openSide = async (
  { stack }: BenchRun,
  ours: Contender,
  { title, env }: { readonly title: string; readonly env: Readonly<Record<string, string>> },
): Promise<Side> => {
  const ingress = await startService({ name: 'ingress', stack, env });
  const pool = new Pool(`http://127.0.0.1:${ingress.httpPort.toString()}`, { connections: callers });
  // The stack's own ingress stands idle.
  const processes = () => Object.assign({}, ours.processes(), { ingress: ingress.pid });
  return { title, ingress, pool, contender: Object.assign({}, ours, { processes }) };
};

interface Round {
  readonly ours: Contender;
  readonly ids: readonly string[];
  readonly sides: Sides;
  readonly round: number;
}

/** Returns how many times as much processor time an adjustment takes with its row. */
const measureRound = async (run: BenchRun, { ours, ids, sides, round }: Round): Promise<number> => {
  const cost = new Map<string, number>();
  for (const side of sides) {
    await pause(1_000);
    const rowsBefore = await countRows(ours);
    const before = usesOf(side.contender);
    const done = await adjustFor(side, ids, run.options.seconds * 1_000);
    // Its facts are followed by then, and belong to it.
    await untilFollowed(run.stack);
    const { cpuSeconds } = totalOf(usedSince(before, side.contender));
    requireRows(side, { done, rows: (await countRows(ours)) - rowsBefore });
    const perTenThousand = (cpuSeconds * 10_000) / done;
    cost.set(side.title, perTenThousand);
    const title = `adjust, ${side.title}: CPU of 10,000`;
    run.figures.add('engine', { title, unit: 's' }, perTenThousand);
    run.say(
      `  round ${round.toString()}, ${side.title.padEnd(12)}: ${(done / run.options.seconds).toFixed(0)}/s, ${perTenThousand.toFixed(2)} s for 10,000`,
    );
  }
  const ratio = (cost.get('with its row') ?? 0) / (cost.get('without') ?? 1);
  run.figures.add('engine', { title: 'adjust: CPU with its row to that without', unit: '×' }, ratio);
  return ratio;
};

const countRows = ({ databaseUrl, environmentId }: Contender): Promise<number> =>
  withDatabase(databaseUrl, async (db) => {
    const text = 'SELECT count(*)::int AS count FROM audit_entries WHERE environment_id = $1';
    const [row] = await db.query<{ count: number }>(text, [environmentId]);
    return row?.count ?? 0;
  });

const requireRows = (
  { title }: Side,
  { done, rows }: { readonly done: number; readonly rows: number },
): void => {
  const expected = title === 'without' ? 0 : done;
  if (rows !== expected)
    throw new Error(`${done.toString()} adjustments ${title} have left ${rows.toString()} rows`);
};

/** Adjusts members in turn for so long. Returns how many adjustments were made. */
const adjustFor = async (
  { contender: { tenantId, key }, pool }: Side,
  ids: readonly string[],
  forMs: number,
): Promise<number> => {
  const untilMs = performance.now() + forMs;
  const headers = { 'x-api-key': key, 'content-type': 'application/json' };
  let done = 0;
  const caller = async (at: number): Promise<void> => {
    for (let n = at; performance.now() < untilMs; n += callers) {
      const body = JSON.stringify({ points: 1, reason: 'Bench', ref: randomUUID() });
      const path = `/v1/tenants/${tenantId}/members/${ids[n % ids.length] ?? ''}/ledger/adjust`;
      const { statusCode, body: received } = await pool.request({ method: 'POST', path, headers, body });
      const text = await received.text();
      if (statusCode !== 201) throw new Error(`an adjustment got ${statusCode.toString()}: ${text}`);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, at) => caller(at)));
  return done;
};
