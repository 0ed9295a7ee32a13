import { setTimeout as pause } from 'node:timers/promises';
import type { Verdicts } from '@loyalty/stack';
import type { TillAttempt, SteadyTills } from '@loyalty/testkit/servers';
import type { ComposeProject } from './project.ts';
import type { Shop } from './shop.ts';

/** A project under load. */
export interface Scene {
  readonly project: ComposeProject;
  readonly shop: Shop;
  readonly tills: SteadyTills;
  readonly verdicts: Verdicts;
}

/** The most that callers may see of a fault. */
export type Harm =
  /** No request fails. */
  | 'none'
  /** Nothing sent later than this after the strike fails. */
  | { readonly backWithinMs: number }
  /** At most this share of the requests of the first ten seconds fails, and few of the later ones. */
  | { readonly shareMax: number };

const earlySeconds = 10;
/** A second counts as failing when more than one request in twenty of it fails. */
const failingShareMin = 0.05;
/** So that there are requests after the fault. */
const goOnMs = 3_000;

/** Strikes under load and judges the first attempts of all requests from then until some seconds after everything stands again. */
export const judgeStrike = async (
  { tills, verdicts }: Pick<Scene, 'tills' | 'verdicts'>,
  title: string,
  harm: Harm,
  strike: () => Promise<void>,
): Promise<void> => {
  const atMs = performance.now();
  const fault = await strike().then(
    () => '',
    (failure: unknown) => (failure instanceof Error ? failure.message : String(failure)),
  );
  await pause(goOnMs);
  const figures = figuresOf(await tills.attemptsSince(atMs), atMs);
  const seen = [describe(figures), fault].filter((text) => text !== '').join('; ');
  verdicts.judge(`${title}: ${promiseOf(harm)}`, fault === '' && holds(harm, figures), seen);
};

interface Figures {
  readonly sent: number;
  readonly failed: number;
  /** When the last failed request was sent, after the strike; 0 if none failed. */
  readonly lastFailedMs: number;
  readonly earlyShare: number;
  /** Until the end of the last second in which more than a few failed. */
  readonly failingSeconds: number;
  readonly p99Ms: number;
  /** How often each failure was seen. */
  readonly failures: ReadonlyMap<string, number>;
}

const figuresOf = (attempts: readonly TillAttempt[], atMs: number): Figures => {
  const failed = attempts.filter(({ failure }) => failure !== null);
  const secondOf = ({ sentMs }: TillAttempt): number => Math.floor((sentMs - atMs) / 1_000);
  const early = attempts.filter((attempt) => secondOf(attempt) < earlySeconds);
  const took = attempts.map(({ tookMs }) => tookMs).toSorted((one, other) => one - other);
  const failures = new Map<string, number>();
  for (const { failure } of failed)
    if (failure !== null) failures.set(failure, (failures.get(failure) ?? 0) + 1);
  return {
    sent: attempts.length,
    failed: failed.length,
    lastFailedMs: Math.max(0, ...failed.map(({ sentMs }) => sentMs - atMs)),
    earlyShare: early.filter(({ failure }) => failure !== null).length / Math.max(1, early.length),
    failingSeconds: failingSecondsOf(attempts, secondOf),
    p99Ms: took[Math.floor((took.length - 1) * 0.99)] ?? 0,
    failures,
  };
};

const failingSecondsOf = (
  attempts: readonly TillAttempt[],
  secondOf: (attempt: TillAttempt) => number,
): number => {
  const bySecond = new Map<number, { sent: number; failed: number }>();
  for (const attempt of attempts) {
    const second = bySecond.get(secondOf(attempt)) ?? { sent: 0, failed: 0 };
    second.sent += 1;
    second.failed += Number(attempt.failure !== null);
    bySecond.set(secondOf(attempt), second);
  }
  const failing = [...bySecond].filter(([, { sent, failed }]) => failed > sent * failingShareMin);
  return Math.max(0, ...failing.map(([second]) => second + 1));
};

const promiseOf = (harm: Harm): string => {
  if (harm === 'none') return 'no request fails';
  if ('backWithinMs' in harm) return `requests succeed again within ${seconds(harm.backWithinMs)}`;
  return `at most ${(harm.shareMax * 100).toFixed(0)} % fail, for ${earlySeconds.toString()} s at most`;
};

const holds = (harm: Harm, { sent, failed, lastFailedMs, earlyShare, failingSeconds }: Figures): boolean => {
  if (sent === 0) return false;
  if (harm === 'none') return failed === 0;
  if ('backWithinMs' in harm) return lastFailedMs <= harm.backWithinMs;
  return earlyShare <= harm.shareMax && failingSeconds <= earlySeconds;
};

const describe = ({ sent, failed, lastFailedMs, earlyShare, p99Ms, failures }: Figures): string => {
  const figures = `${failed.toString()} of ${sent.toString()} failed, p99 ${p99Ms.toFixed(0)} ms`;
  if (failed === 0) return figures;
  const kinds = [...failures].map(([kind, count]) => `${count.toString()} × ${kind}`).join(', ');
  const share = `${(earlyShare * 100).toFixed(0)} % of the first ten seconds`;
  return `${figures}; ${share}, the last sent after ${seconds(lastFailedMs)}: ${kinds}`;
};

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`;
