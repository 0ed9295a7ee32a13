import { setTimeout as pause } from 'node:timers/promises';
import { startService } from '@loyalty/stack';
import type { Database } from '@loyalty/storage';
import { withDatabase } from '@loyalty/testkit/database';
import { benchCampaigns } from '../contender.ts';
import { openOurTenant } from '../our-service.ts';
import type { BenchRun } from './bench-run.ts';
import { streamTo } from './measure-stream.ts';

/** Five times the sample: long enough for three engines to meet. */
const copies = 5;
/** Shorter than a batch, so few waits stand between two samples. */
const sampleEveryMs = 10;
/** Far from its alert for the whole run: a batch gives some thousand cents. */
const maxBudgetCents = 1_000_000_000_000;

/** How often an engine was seen waiting for a budget. */
interface BudgetWaits {
  /** Readings of pg_stat_activity. */
  samples: number;
  /** Samples at which at least one engine waited for a budget. */
  waiting: number;
  /** The time from the first sample to the last of those, in milliseconds. */
  lastWaitMs: number;
  /** The time of the first sample, by a clock that never goes back; null before it. */
  firstMs: number | null;
  /** The most engines that had a transaction at one reading. */
  atOnce: number;
}

interface Sample {
  readonly waiting: number;
  readonly busy: number;
}

/**
 * A transaction waits in the statement that takes the lock, so the text of the statement tells what it waits for: its turn at the
 * budgets of its batch, or their rows. Rows beside budgets are never waited for.
 */
const sampleStatement = `
  SELECT count(*) FILTER (WHERE wait_event_type = 'Lock'
                            AND (query LIKE '%campaign_budgets%' OR query LIKE '%is_locked THEN pg_advisory_xact_lock%'))::int AS waiting,
         count(*) FILTER (WHERE xact_start IS NOT NULL)::int AS busy
    FROM pg_stat_activity
   WHERE datname = current_database() AND application_name LIKE 'earn-engine%'`;

/**
 * Measures how often one of three earn-engines waits for a budget, while receipts stream to a tenant all of whose campaigns have a
 * bound. The second and third engine run beside that of the stack.
 */
export const measureBudgets = async (run: BenchRun): Promise<void> => {
  run.say('Three engines and bounded budgets');
  const { tenantId } = await openOurTenant(
    run.stack,
    benchCampaigns.map((campaign) => ({ ...campaign, maxBudgetCents })),
  );
  const others = await Promise.all([1, 2].map(() => startService({ name: 'earn-engine', stack: run.stack })));
  try {
    const title = 'streamed receipts, 100,000, three engines, bounded budgets';
    const waits = await sampleWhile(run, () =>
      streamTo(run, tenantId, { label: 'budgets', copies, members: 'of-copy', title }),
    );
    const share = (100 * waits.waiting) / waits.samples;
    run.figures.add('engine', { title: 'samples in which an engine waits for a budget, %', unit: '' }, share);
    run.say(
      `  an engine waits for a budget in ${waits.waiting.toString()} of ${waits.samples.toString()} samples ` +
        `(${share.toFixed(1)} %); the last ${(waits.lastWaitMs / 1_000).toFixed(1)} s after the first sample; ` +
        `up to ${waits.atOnce.toString()} transactions at once`,
    );
  } finally {
    await Promise.all(others.map((one) => one.stop()));
  }
};

/** Looks at the engines until `work` is done. */
const sampleWhile = (run: BenchRun, work: () => Promise<unknown>): Promise<BudgetWaits> =>
  withDatabase(run.stack.databaseUrl, async (db) => {
    const waits: BudgetWaits = { samples: 0, waiting: 0, lastWaitMs: 0, firstMs: null, atOnce: 0 };
    const stop = new AbortController();
    const working = work().finally(() => {
      stop.abort();
    });
    while (!stop.signal.aborted) {
      await sample(db, waits);
      await pause(sampleEveryMs);
    }
    await working;
    return waits;
  });

/** Readings at which no engine has a transaction are left out: before the first receipt, and after the last. */
const sample = async (db: Database, waits: BudgetWaits): Promise<void> => {
  const [seen = { waiting: 0, busy: 0 }] = await db.query<Sample>(sampleStatement);
  if (seen.busy === 0) return;
  const nowMs = performance.now();
  waits.firstMs ??= nowMs;
  waits.samples += 1;
  if (seen.waiting > 0) {
    waits.waiting += 1;
    waits.lastWaitMs = nowMs - waits.firstMs;
  }
  waits.atOnce = Math.max(waits.atOnce, seen.busy);
};
