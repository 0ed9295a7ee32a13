import { printLine, type Verdicts } from '@loyalty/stack';
import { meanOf } from '../report/figures.ts';
import type { RestFigures } from './measure-rest.ts';
import type { SideFigures } from './measure-side.ts';

/** Few and many tenants under the same load, measured in turn. */
export interface Compared {
  readonly what: string;
  readonly few: readonly SideFigures[];
  readonly many: readonly SideFigures[];
  /** How far many may be from few, as a share: 0.2 for 20 %. */
  readonly within: number;
}

const memoryRatioMax = 1.5;
/** Below this p99 the ratio says nothing: a pause of one process is longer. */
const quickMs = 20;

/** Judges the rate and the latency of many tenants by those of few, and memory by that of few in the first round. */
export const judgeSides = (
  verdicts: Verdicts,
  { what, few, many, within }: Compared,
  first: SideFigures,
): void => {
  const rate = ratioOf(many, few, ({ storedPerSecond }) => storedPerSecond);
  const p50 = ratioOf(many, few, ({ p50Ms }) => p50Ms);
  const p99 = ratioOf(many, few, ({ p99Ms }) => p99Ms);
  const slowest = meanOf(many.map(({ p99Ms }) => p99Ms));
  verdicts.judge(`${what}: the streamed rate is that of ten`, rate >= 1 - within, `${rate.toFixed(2)} ×`);
  verdicts.judge(
    `${what}: the p99 of evaluates is that of ten`,
    p99 <= 1 + within || slowest <= quickMs,
    `${p99.toFixed(2)} ×, p50 ${p50.toFixed(2)} ×`,
  );
  const [last] = many.slice(-1);
  for (const [name, memory] of Object.entries(last?.memories ?? {})) {
    const before = first.memories[name];
    if (before === undefined) continue;
    const resident = memory.residentMb / before.residentMb;
    const heap = `heap ${before.heapMb.toFixed(0)} to ${memory.heapMb.toFixed(0)} MB`;
    const seen = `${resident.toFixed(2)} ×: ${before.residentMb.toFixed(0)} to ${memory.residentMb.toFixed(0)} MB, ${heap}`;
    verdicts.judge(`${what}: memory of ${name}`, resident <= memoryRatioMax, seen);
  }
};

const ratioOf = (
  many: readonly SideFigures[],
  few: readonly SideFigures[],
  of: (figures: SideFigures) => number,
): number => meanOf(many.map(of)) / meanOf(few.map(of));

const coresMax = 0.1;

/** Judges what all services cost at rest, and how often a statement reads a row for each environment. */
export const judgeRest = (
  verdicts: Verdicts,
  { cores, coresOfParts, statements }: RestFigures,
  seconds: number,
): void => {
  const seen = `${(cores * 100).toFixed(1)} % of a core; Kafka, Postgres and Redis ${(coresOfParts * 100).toFixed(1)} %`;
  verdicts.judge('at rest: all services take 10 % of a core at most', cores <= coresMax, seen);
  const often = statements.filter(({ calls }) => calls > Math.ceil(seconds / 60));
  for (const { text, calls } of often) printLine(`    ${calls.toString()} calls: ${text.slice(0, 160)}`);
  verdicts.judge(
    'at rest: no statement reads a row for each environment more than once a minute',
    often.length === 0,
    `${often.length.toString()} do`,
  );
};
