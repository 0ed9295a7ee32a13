import { rmSync } from 'node:fs';
import { processUseOf } from '../process-use.ts';
import { type ReceiptsFile, writeReceipts } from '../stream/receipts-file.ts';
import { noteMeanBatch, readBatches } from './batch-sizes.ts';
import type { BenchRun } from './bench-run.ts';
import { type StreamEndpoint, watchDeliveries } from './deliveries-of-stream.ts';
import { watchMachine } from './machine-idle.ts';
import { noteStored, streamFile, type StreamReport } from './measure-stream.ts';
import { postgresUsedSince, readPostgresUses } from './postgres-uses.ts';
import { untilFollowed } from './until-followed.ts';
import { totalOf, usedSince, usesOf, type Used } from './uses.ts';

const copies = 2;

/** A state of the tenant, and the rounds that were streamed to it before. */
interface TenantState {
  readonly how: string;
  readonly roundsBefore: number;
  /** Null while no receipt is delivered. */
  readonly endpoint: StreamEndpoint | null;
}

/**
 * Streams as a night does, each receipt later than all before, and then with all receipts on the same 49 days: from the second
 * copy on they are dated back and rewrite later days of their members. The two have members of their own.
 */
export const measureStreamsOfWhole = async (
  run: BenchRun,
  { how, roundsBefore, endpoint }: TenantState,
): Promise<void> => {
  for (let round = 1; round <= run.options.rounds; round += 1) {
    const label = `${how.replaceAll(' ', '-')}-${round.toString()}`;
    const copiesBefore = (roundsBefore + round - 1) * copies;
    const inOrder = { label: `in-order-${label}`, members: 'others', copiesBefore, copies } as const;
    await measureStream(run, { title: `streamed in order, ${how}`, receipts: inOrder, endpoint });
    const datedBack = { label: `dated-back-${label}`, members: 'of-sample', copies } as const;
    await measureStream(run, { title: `streamed dated back, ${how}`, receipts: datedBack, endpoint });
  }
};

interface MeasuredStream extends Pick<TenantState, 'endpoint'> {
  readonly title: string;
  readonly receipts: ReceiptsFile;
}

const measureStream = async (run: BenchRun, { title, receipts, endpoint }: MeasuredStream): Promise<void> => {
  const [ours] = run.contenders;
  const path = writeReceipts(run.stack.root, receipts);
  const batches = await readBatches(run);
  const deliveries = endpoint === null ? null : await watchDeliveries(run, endpoint);
  const postgres = await readPostgresUses(run.stack);
  const machine = watchMachine();
  const [before, ownBefore] = [usesOf(ours), processUseOf(process.pid).cpuSeconds];
  const report = await streamFile(run, ours.tenantId, path);
  const idleShare = machine.idleShareOf(report.secondsToStore);
  machine.stop();
  rmSync(path);
  const behindSeconds = await untilFollowed(run.stack);
  await deliveries?.note(title, report);
  const used = usedSince(before, ours);
  const sender = processUseOf(process.pid).cpuSeconds - ownBefore;
  const byConnection = postgresUsedSince(postgres, {
    now: await readPostgresUses(run.stack),
    total: used['postgres']?.cpuSeconds ?? 0,
  });
  noteStored(run, title, report);
  noteCost(run, title, { report, used: { ...used, sender: { cpuSeconds: sender, wakeUps: 0 } }, idleShare });
  notePostgres(run, title, { report, used: byConnection });
  await noteMeanBatch(run, title, batches);
  run.figures.add('engine', { title: `${title}: followers behind it`, unit: 's' }, behindSeconds);
  run.say(`           followers ${behindSeconds.toFixed(1)} s behind`);
};

interface StreamCost {
  readonly report: StreamReport;
  readonly used: Readonly<Record<string, Used>>;
  readonly idleShare: number;
}

/** From the start of the sender until the followers have read all, so with what an idle stack takes meanwhile. */
const noteCost = (run: BenchRun, title: string, { report, used, idleShare }: StreamCost): void => {
  const microsecondsOf = (cpuSeconds: number): number => (cpuSeconds * 1_000_000) / report.stored;
  const ofThousand = (wakeUps: number): number => (wakeUps * 1_000) / report.stored;
  const total = totalOf(used);
  const all = microsecondsOf(total.cpuSeconds);
  run.figures.add('engine', { title: `${title}: CPU of one`, unit: 'µs' }, all);
  run.figures.add('engine', { title: `${title}: wake-ups of 1,000`, unit: '' }, ofThousand(total.wakeUps));
  run.figures.add('engine', { title: `${title}: idle share of the machine`, unit: '%' }, idleShare * 100);
  const parts = Object.entries(used).map(
    ([name, { cpuSeconds, wakeUps }]) =>
      `${name} ${microsecondsOf(cpuSeconds).toFixed(0)} ${ofThousand(wakeUps).toFixed(0)}`,
  );
  run.say(`           CPU of one ${all.toFixed(0)} µs, wake-ups of 1,000: ${parts.join(', ')}`);
  run.say(`           machine ${(idleShare * 100).toFixed(0)} % idle`);
};

/** What costs less than a microsecond of a receipt is left out. */
const notePostgres = (
  run: BenchRun,
  title: string,
  { report, used }: { readonly report: StreamReport; readonly used: ReturnType<typeof postgresUsedSince> },
): void => {
  const parts = used
    .map(([name, cpuSeconds]) => [name, (cpuSeconds * 1_000_000) / report.stored] as const)
    .filter(([, microseconds]) => microseconds >= 1);
  for (const [name, microseconds] of parts)
    run.figures.add('engine', { title: `${title}: CPU of Postgres for ${name}`, unit: 'µs' }, microseconds);
  run.say(`           Postgres: ${parts.map(([name, us]) => `${name} ${us.toFixed(0)}`).join(', ')}`);
};
