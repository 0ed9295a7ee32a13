import { setTimeout as pause } from 'node:timers/promises';
import { printLine, type OwnStack } from '@loyalty/stack';
import { onlyRow, type Database } from '@loyalty/storage';
import type { Contender } from '../contender.ts';
import { untilFollowed } from '../measure/until-followed.ts';
import { totalOf, usedSince, usesOf, type Used } from '../measure/uses.ts';
import { readBetween, readRowsRead } from './rows-read.ts';
import { readStatements, resetStatements, type StatementUse } from './statements-at-rest.ts';

/** The cost of a stack at rest. */
export interface RestFigures {
  /** Processor time of the services, in shares of one core. */
  readonly cores: number;
  /** Processor time of Kafka, Postgres and Redis, in shares of one core. */
  readonly coresOfParts: number;
  /** Statements that returned a row or read the pages of a row for each environment. */
  readonly statements: readonly StatementUse[];
}

/** The inputs of a measurement at rest. */
export interface Rest {
  readonly stack: OwnStack;
  readonly db: Database;
  /** Any tenant: its processes are those of the stack. */
  readonly tenant: Contender;
  readonly environments: number;
  readonly seconds: number;
}

/** Rows of a page at most, where a page holds a row of many environments: fewer pages than that cannot hold a row of each. */
const rowsAPageMax = 100;
const tablesShown = 6;
const statementsShown = 8;

/** Waits until the jobs have nothing due, then measures a stack that nobody uses. */
export const measureRest = async ({
  stack,
  db,
  tenant,
  environments,
  seconds,
}: Rest): Promise<RestFigures> => {
  await untilFollowed(stack.now());
  await untilJobsRest(db);
  const isService = (name: string): boolean => name in stack.now().services;
  const rowsMin = Math.ceil(environments / 4);
  await resetStatements(db);
  const readBefore = await readRowsRead(db, rowsMin);
  const before = usesOf(tenant);
  await pause(seconds * 1_000);
  const used = usedSince(before, tenant);
  const read = readBetween(readBefore, await readRowsRead(db, rowsMin));
  const statements = await readStatements(db, { rowsMin, pagesMin: Math.ceil(environments / rowsAPageMax) });
  sayUse(used, seconds);
  for (const [name, rows] of read.slice(0, tablesShown))
    printLine(
      `    ${name}: ${rows.toLocaleString('en-US')} rows read, ${(rows / environments).toFixed(2)} for each environment`,
    );
  for (const { text, calls, rows, pages } of statements.slice(0, statementsShown))
    printLine(
      `    ${calls.toString()} calls of ${rows.toFixed(0)} rows, ${pages.toFixed(0)} pages: ${text.slice(0, 120)}`,
    );
  const coresOf = (names: (name: string) => boolean): number =>
    totalOf(Object.fromEntries(Object.entries(used).filter(([name]) => names(name)))).cpuSeconds / seconds;
  return { cores: coresOf(isService), coresOfParts: coresOf((name) => !isService(name)), statements };
};

const sayUse = (used: Readonly<Record<string, Used>>, seconds: number): void => {
  const parts = Object.entries(used).map(
    ([name, { cpuSeconds }]) => `${name} ${((cpuSeconds * 1_000) / seconds).toFixed(1)}`,
  );
  printLine(`  at rest, ms/s: ${parts.join(', ')}`);
};

/** A look at what is due takes a minute at most: jobs that did nothing for longer have nothing to do. */
const restMs = 70_000;
const jobsPatienceMs = 1_200_000;
const lookEveryMs = 5_000;
/** Jobs of short periods have a run now and then. */
const busyAtRestMax = 50;
const sayEveryMs = 30_000;

/** Waits until the jobs do next to nothing: new environments are due for all that is daily. */
export const untilJobsRest = async (db: Database): Promise<void> => {
  const beganMs = performance.now();
  let [restsSinceMs, saidMs] = [beganMs, beganMs];
  while (performance.now() - restsSinceMs < restMs) {
    if (performance.now() - beganMs > jobsPatienceMs)
      throw new Error('the jobs did not come to rest within twenty minutes');
    await pause(lookEveryMs);
    const { busy, runs } = onlyRow(await db.query<{ busy: number; runs: number }>(busySql), 'counts');
    if (busy <= busyAtRestMax) continue;
    restsSinceMs = performance.now();
    if (restsSinceMs - saidMs < sayEveryMs) continue;
    saidMs = restsSinceMs;
    printLine(
      `  jobs are busy: ${busy.toLocaleString('en-US')} of ${runs.toLocaleString('en-US')} runs within 10 s`,
    );
  }
};

const busySql = `
  SELECT count(*) AS runs,
         count(*) FILTER (WHERE finished_at IS NULL OR finished_at > clock_timestamp() - interval '10 seconds') AS busy
    FROM jobs`;
