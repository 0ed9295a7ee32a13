import type { Credential, LiveRequest, OnLiveRequest } from '@loyalty/http/api';
import {
  type Clock,
  type EnvironmentId,
  memberKeyOf,
  type Part,
  randomIdAt,
  repeatingPart,
  textOf,
} from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { insertLiveRequests, type LiveRequestWrite } from '@loyalty/tables/request-logs';
import type { Logger } from '@loyalty/telemetry/logger';
import { type Metrics, startAtZero } from '@loyalty/telemetry/metrics';
import { FairQueue } from './fair-queue.ts';
import { redactText } from './redact.ts';

interface LiveRequestWriterOptions {
  /** A pool of its own, so that no request waits for a connection. */
  readonly db: Queryable;
  readonly loadSecret: (credential: Credential) => Promise<Uint8Array>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** A steady time in milliseconds; the default is `performance.now`. */
  readonly steadyMs?: () => number;
}

/** Keeps requests of live keys for integrators (D372). */
export interface LiveRequestWriter {
  /** Takes a request into memory, or only counts it. It costs a microsecond and never waits. */
  readonly onLiveRequest: OnLiveRequest;
  /** Writes the requests of two seconds with one statement, and once more when the process stops. */
  readonly part: Part;
}

const everyMs = 2_000;

/**
 * What each environment may keep at once, and in each second beyond that: all of an integration that begins,
 * and 30 a minute, mostly refusals, of one that sends thousands a second. That is 43,200 rows a day and process.
 */
const bounds = {
  refused: { atOnce: 300, perMinute: 20 },
  others: { atOnce: 300, perMinute: 10 },
} as const;

/** Some 600 KB. */
const sizes = { shareMax: 600, totalMax: 2_000 };

/** Beyond so many environments all begin again: each may then keep as much as at its start. */
const environmentsMax = 10_000;

interface Waiting {
  readonly credential: Credential;
  readonly atMs: number;
  readonly requestId: string;
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly code: string | null;
  readonly durationMs: number;
  readonly isAbandoned: boolean;
}

interface Allowance {
  readonly left: { refused: number; others: number };
  filledAtMs: number;
  /** The requests that were left out since the last row. */
  leftOut: number;
}

/** Creates a writer. Requests that the database does not accept are dropped and counted. */
export const createLiveRequestWriter = (options: LiveRequestWriterOptions): LiveRequestWriter => {
  const { clock, logger, metrics, steadyMs = () => performance.now() } = options;
  startAtZero(metrics, 'loyalty_live_requests_total', {});
  const allowances = new Map<EnvironmentId, Allowance>();
  // A counter of metrics takes 10 µs, which each request of a flood would pay.
  let leftOut = 0;
  const leaveOut = (owner: EnvironmentId): void => {
    const allowance = allowances.get(owner);
    if (allowance !== undefined) allowance.leftOut += 1;
    leftOut += 1;
  };
  const queue = new FairQueue<Waiting>(sizes, leaveOut);
  const write = async (): Promise<void> => {
    if (leftOut > 0) metrics.count('loyalty_live_requests_total', { outcome: 'left_out' }, leftOut);
    leftOut = 0;
    const rows = await rowsOf(queue.takeAll(), allowances, options);
    if (rows.length === 0) return;
    const failure = await insertLiveRequests(options.db, rows).then(() => null, textOf);
    metrics.count(
      'loyalty_live_requests_total',
      { outcome: failure === null ? 'stored' : 'failed' },
      rows.length,
    );
    if (failure !== null)
      logger.warn({ error: failure, count: rows.length }, 'live requests could not be written');
  };
  return {
    onLiveRequest: (credential, request) => {
      const { environmentId } = credential;
      const nowMs = steadyMs();
      const allowance = allowanceOf(allowances, environmentId, nowMs);
      if (mayKeep(allowance, request.status, nowMs))
        queue.add(environmentId, waitingOf(credential, request, clock.now()));
      else leaveOut(environmentId);
    },
    part: partOf(write),
  };
};

const allowanceOf = (
  allowances: Map<EnvironmentId, Allowance>,
  environmentId: EnvironmentId,
  nowMs: number,
): Allowance => {
  const known = allowances.get(environmentId);
  if (known !== undefined) return known;
  if (allowances.size >= environmentsMax) allowances.clear();
  const left = { refused: bounds.refused.atOnce, others: bounds.others.atOnce };
  const allowance = { left, filledAtMs: nowMs, leftOut: 0 };
  allowances.set(environmentId, allowance);
  return allowance;
};

const mayKeep = (allowance: Allowance, status: number, nowMs: number): boolean => {
  const { left } = allowance;
  const kind = status >= 400 ? 'refused' : 'others';
  if (left[kind] < 1) fill(allowance, nowMs);
  if (left[kind] < 1) return false;
  left[kind] -= 1;
  return true;
};

const minuteMs = 60_000;

/** Less is not worth the work, which a flood would cause with each request. */
const filledFromMs = 1_000;

const fill = (allowance: Allowance, nowMs: number): void => {
  const sinceMs = nowMs - allowance.filledAtMs;
  if (sinceMs < filledFromMs) return;
  const { left } = allowance;
  const { refused, others } = bounds;
  left.refused = Math.min(refused.atOnce, left.refused + (sinceMs / minuteMs) * refused.perMinute);
  left.others = Math.min(others.atOnce, left.others + (sinceMs / minuteMs) * others.perMinute);
  allowance.filledAtMs = nowMs;
};

const waitingOf = (credential: Credential, request: LiveRequest, nowMs: number): Waiting => {
  const { requestId, method, route, status, code, durationMs, isAbandoned } = request;
  const atMs = nowMs - durationMs;
  return { credential, atMs, requestId, method, route, status, code, durationMs, isAbandoned };
};

/** The first row of each environment says how many were left out before it. */
const rowsOf = async (
  taken: ReadonlyMap<EnvironmentId, readonly Waiting[]>,
  allowances: ReadonlyMap<EnvironmentId, Allowance>,
  { loadSecret, metrics, logger }: Pick<LiveRequestWriterOptions, 'loadSecret' | 'metrics' | 'logger'>,
): Promise<LiveRequestWrite[]> => {
  const rows: LiveRequestWrite[] = [];
  for (const [environmentId, waiting] of taken) {
    const [first] = waiting;
    if (first === undefined) continue;
    const secret = await loadSecret(first.credential).catch((failure: unknown) => {
      logger.warn({ error: textOf(failure), count: waiting.length }, 'live requests could not be written');
      return null;
    });
    if (secret === null) {
      metrics.count('loyalty_live_requests_total', { outcome: 'failed' }, waiting.length);
      continue;
    }
    const allowance = allowances.get(environmentId);
    for (const one of waiting) {
      rows.push(rowOf(environmentId, one, { secret, leftOut: allowance?.leftOut ?? 0 }));
      if (allowance !== undefined) allowance.leftOut = 0;
    }
  }
  return rows;
};

const rowOf = (
  environmentId: EnvironmentId,
  { credential, requestId, ...waiting }: Waiting,
  { secret, leftOut }: { readonly secret: Uint8Array; readonly leftOut: number },
): LiveRequestWrite => ({
  environmentId,
  id: randomIdAt(waiting.atMs),
  atMs: waiting.atMs,
  keyId: credential.subject,
  requestId: redactText(requestId),
  requestKey: memberKeyOf(secret, requestId),
  method: waiting.method,
  route: waiting.route,
  status: waiting.status,
  code: waiting.code,
  durationMs: waiting.durationMs,
  isAbandoned: waiting.isAbandoned,
  leftOut,
});

const partOf = (write: () => Promise<void>): Part => {
  const loop = repeatingPart({ name: 'live-requests', everyMs, work: write, onFailed: () => undefined });
  return {
    name: loop.name,
    start: () => loop.start?.() ?? Promise.resolve(),
    stop: async () => {
      await loop.stop?.();
      await write();
    },
  };
};
