import { readLocalStack, type LocalStack, printLine } from '@loyalty/stack';
import type { Contender } from './contender.ts';
import type { BenchRun } from './measure/bench-run.ts';
import { measureAudit } from './measure/measure-audit.ts';
import { measureBudgets } from './measure/measure-budgets.ts';
import { measureEvaluates } from './measure/measure-evaluates.ts';
import { measureHops } from './measure/measure-hops.ts';
import { measureExport, measureImport } from './measure/measure-imports.ts';
import { measureLimits } from './measure/measure-limits.ts';
import { measureLive } from './measure/measure-live.ts';
import { measureRedeems } from './measure/measure-redeems.ts';
import { measureProgramme } from './measure/measure-programme.ts';
import { measureReferences } from './measure/measure-references.ts';
import { measurePeople } from './measure/measure-people.ts';
import { measureMaturing } from './measure/measure-maturing.ts';
import { measurePendingStreams, measureReturns } from './measure/measure-returns.ts';
import { measureSizing } from './measure/measure-sizing.ts';
import { measureStart } from './measure/measure-start.ts';
import { measureSnapshot } from './measure/measure-snapshot.ts';
import { measureStream } from './measure/measure-stream.ts';
import { measureWebhooksLatency } from './measure/measure-webhooks-latency.ts';
import { measureWebhooksMixed } from './measure/measure-webhooks-mixed.ts';
import { measureWebhooksOne } from './measure/measure-webhooks-one.ts';
import { measureWebhooksStorm } from './measure/measure-webhooks-storm.ts';
import { measureWhole } from './measure/measure-whole.ts';
import { startMonolith } from './monolith/start-monolith.ts';
import type { BenchOptions } from './options.ts';
import { openOurTenant } from './our-service.ts';
import { Figures } from './report/figures.ts';
import { writeReport } from './report/write-report.ts';

/** One of the two sets of benchmarks. */
export interface BenchKind {
  /** `bench`, or `bench-large`. */
  readonly name: string;
  /** The prefix of members' references. */
  readonly memberPrefix: string;
  readonly membersOf: (options: BenchOptions) => number;
  /** Prepares the tables of both services before the measurements. */
  readonly prepare: (context: BenchmarkContext) => Promise<void>;
  /** The measurements that only this set has. */
  readonly others: Readonly<Record<string, Measurement>>;
}

type Measurement = (run: BenchRun) => Promise<void>;

/** The inputs of `prepare`, which runs before the first measurement. */
export interface BenchmarkContext {
  readonly stack: LocalStack;
  readonly options: BenchOptions;
  readonly contenders: readonly [Contender, Contender];
}

/**
 * Measures both services on the running local stack in one run, and writes the report. Throws a Fault without a running stack.
 */
export const runBenchmarks = async (kind: BenchKind, options: BenchOptions): Promise<void> => {
  const stack = readLocalStack();
  const monolith = await startMonolith(stack, options);
  try {
    const contenders = [await openOurTenant(stack), monolith] as const;
    await kind.prepare({ stack, options, contenders });
    const figures = new Figures();
    figures.note(conditionsOf(options));
    const { memberPrefix } = kind;
    const members = kind.membersOf(options);
    const run = { stack, options, contenders, figures, members, memberPrefix, say: printLine };
    await measureAll(run, { ...measurements, ...kind.others });
    printLine(`\n${writeReport({ root: stack.root, name: kind.name }, options, figures)}`);
  } finally {
    await monolith.stop();
  }
};

const measurements: Readonly<Record<string, Measurement>> = {
  whole: measureWhole,
  people: measurePeople,
  audit: measureAudit,
  hops: measureHops,
  import: measureImport,
  export: measureExport,
  programme: measureProgramme,
  references: measureReferences,
  evaluates: measureEvaluates,
  redeems: measureRedeems,
  stream: measureStream,
  budgets: measureBudgets,
  live: measureLive,
  returns: measureReturns,
  'returns-pending': measurePendingStreams,
  'returns-maturing': measureMaturing,
  limits: measureLimits,
  snapshot: measureSnapshot,
  start: measureStart,
  sizing: measureSizing,
  'webhooks-one': measureWebhooksOne,
  'webhooks-mixed': measureWebhooksMixed,
  'webhooks-latency': measureWebhooksLatency,
  'webhooks-storm': measureWebhooksStorm,
};

/** These take many minutes each, or need a stack started for them; they run only when named. */
const namedOnes = new Set([
  'people',
  'audit',
  'hops',
  'import',
  'export',
  'programme',
  'references',
  'limits',
  'snapshot',
  'sizing',
  'start',
  'webhooks-mixed',
  'webhooks-storm',
]);

const measureAll = async (run: BenchRun, all: Readonly<Record<string, Measurement>>): Promise<void> => {
  for (const [name, measure] of Object.entries(all)) {
    if (isAsked(run.options, name)) await measure(run);
  }
};

/** `webhooks` selects all measurements whose names start with it. */
const isAsked = ({ only }: BenchOptions, name: string): boolean =>
  only.length === 0
    ? !namedOnes.has(name)
    : only.some((asked) => name === asked || name.startsWith(`${asked}-`));

const conditionsOf = ({ poolMax, workers }: BenchOptions): string =>
  `The monolith: ${workers.toString()} process(es), ${poolMax.toString()} database connections; no rate limits, logs, ` +
  'metrics, nor anybody who publishes its outbox. One Postgres for both, fsync and synchronous_commit on; load ' +
  'generator and all services on one machine, measured in turn.';
