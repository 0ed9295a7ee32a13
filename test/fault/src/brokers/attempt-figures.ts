/** The first attempt of one request. */
export interface FirstAttempt {
  readonly sentMs: number;
  readonly tookMs: number;
  readonly isAcknowledged: boolean;
  /** The broker that led its partition before the strike; null: Kafka has no part in it. */
  readonly leader: number | null;
}

/** A strike as callers saw it. */
export interface AttemptFigures {
  readonly requests: number;
  readonly failed: number;
  /** Seconds from the strike to the last one, while the broker is unavailable, in which more than one in twenty requests failed. */
  readonly failingSeconds: number;
  /** How many seconds were such once it is back: it takes its partitions again. */
  readonly failingSecondsBack: number;
  /** The share of requests that failed, of those sent within ten seconds of the strike. */
  readonly failingShare: number;
  /** Requests that failed, of those sent, second by second. */
  readonly bySecond: readonly Second[];
  /**
   * The latencies of requests before the strike; then those of requests to the struck broker, and of all
   * others.
   */
  readonly before: Latencies;
  readonly struck: Latencies;
  readonly others: Latencies;
  /**
   * The latencies of all requests while the struck broker is away; then of those after the cluster stopped
   * waiting for it.
   */
  readonly all: Latencies;
  readonly allMeanwhile: Latencies;
  /** The latencies of requests to the other brokers after the cluster stopped waiting for the struck one. */
  readonly othersMeanwhile: Latencies;
}

interface Second {
  readonly sent: number;
  readonly failed: number;
}

export interface Latencies {
  readonly requests: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
}

const failingShareMin = 0.05;
/**
 * A leader acknowledges when all replicas in sync have the message. The controller takes a silent one from among them after
 * `broker.session.timeout.ms`, 3 s here.
 */
const isMissedAfterMs = 4_000;
/** A broker is away for 20 s. One that starts again takes processor time, and leads again soon. */
const isAwayMs = 19_000;
const awaySeconds = isAwayMs / 1_000;
const judgedSeconds = 10;

/** Computes the figures of a strike of this broker at this time. */
export const figuresOf = (
  all: readonly FirstAttempt[],
  { nodeId, atMs }: { readonly nodeId: number; readonly atMs: number },
): AttemptFigures => {
  const attempts = all.filter(({ sentMs }) => sentMs >= atMs);
  const bySecond = secondsOf(attempts, atMs);
  const others = attempts.filter(({ leader }) => leader !== nodeId);
  const meanwhile = ({ sentMs }: FirstAttempt): boolean =>
    sentMs >= atMs + isMissedAfterMs && sentMs < atMs + isAwayMs;
  const early = bySecond.slice(0, judgedSeconds);
  const sum = (part: keyof Second): number => early.reduce((total, second) => total + second[part], 0);
  return {
    requests: attempts.length,
    failed: attempts.filter(({ isAcknowledged }) => !isAcknowledged).length,
    failingSeconds: bySecond.slice(0, awaySeconds).findLastIndex(isFailing) + 1,
    failingSecondsBack: bySecond.slice(awaySeconds).filter(isFailing).length,
    failingShare: sum('failed') / Math.max(1, sum('sent')),
    bySecond,
    before: latenciesOf(all.filter(({ sentMs }) => sentMs < atMs)),
    struck: latenciesOf(attempts.filter(({ leader }) => leader === nodeId)),
    others: latenciesOf(others),
    all: latenciesOf(attempts.filter(({ sentMs }) => sentMs < atMs + isAwayMs)),
    allMeanwhile: latenciesOf(attempts.filter(meanwhile)),
    othersMeanwhile: latenciesOf(others.filter(meanwhile)),
  };
};

const isFailing = ({ sent, failed }: Second): boolean => failed > sent * failingShareMin;

const secondsOf = (attempts: readonly FirstAttempt[], fromMs: number): Second[] => {
  const secondOf = ({ sentMs }: FirstAttempt): number => Math.floor((sentMs - fromMs) / 1_000);
  const seconds = Array.from({ length: Math.max(0, ...attempts.map(secondOf)) + 1 }, () => ({
    sent: 0,
    failed: 0,
  }));
  for (const attempt of attempts) {
    const second = seconds[secondOf(attempt)];
    if (second === undefined) continue;
    second.sent += 1;
    second.failed += Number(!attempt.isAcknowledged);
  }
  return seconds;
};

const latenciesOf = (attempts: readonly FirstAttempt[]): Latencies => {
  const sorted = attempts.map(({ tookMs }) => tookMs).toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const failed = attempts.filter(({ isAcknowledged }) => !isAcknowledged).length;
  return { requests: sorted.length, failed, p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) };
};

/** Formats the figures, a line each. */
export const linesOf = (figures: AttemptFigures): string[] => [
  `  ${figures.requests.toString()} requests from the strike on; ${figures.failed.toString()} failed: ` +
    `${(figures.failingShare * 100).toFixed(0)} % of those of the first ten seconds, and few after ${figures.failingSeconds.toString()} s; ` +
    `many in ${figures.failingSecondsBack.toString()} seconds after the broker was back`,
  lineOf('before the strike', figures.before),
  lineOf('to the struck broker', figures.struck),
  lineOf('to the others', figures.others),
  lineOf('to all until second 19', figures.all),
  lineOf('to all from second 5 to 19', figures.allMeanwhile),
  lineOf('to the others from second 5 to 19', figures.othersMeanwhile),
  `  failed of sent by second: ${figures.bySecond
    .slice(0, shownSeconds)
    .map(({ sent, failed }) => `${failed.toString()}/${sent.toString()}`)
    .join(' ')}`,
];

const shownSeconds = 30;

const lineOf = (which: string, { requests, failed, p50Ms, p99Ms, maxMs }: Latencies): string =>
  `  requests ${which}: ${requests.toString()}, ${failed.toString()} failed; p50 ${p50Ms.toFixed(0)} ms, ` +
  `p99 ${p99Ms.toFixed(0)} ms, longest ${maxMs.toFixed(0)} ms`;
