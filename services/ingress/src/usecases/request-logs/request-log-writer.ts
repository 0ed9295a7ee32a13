import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Credential, OnTestRequest } from '@loyalty/http/api';
import { type Clock, type EnvironmentId, type Part, repeatingPart, textOf } from '@loyalty/kernel';
import type { Queryable } from '@loyalty/storage';
import { insertRequestLogs, purgeRequestLogs, type RequestLogWrite } from '@loyalty/tables/request-logs';
import type { Logger } from '@loyalty/telemetry/logger';
import { type Metrics, startAtZero } from '@loyalty/telemetry/metrics';
import { FairQueue } from './fair-queue.ts';
import {
  type BodyBudget,
  type KeyBudget,
  logOfWaiting,
  type WaitingLog,
  waitingLogOf,
} from './request-log.ts';

interface RequestLogWriterOptions {
  /** A pool of its own, so that no request waits for a connection. */
  readonly db: Queryable;
  readonly loadSecret: (credential: Credential) => Promise<Uint8Array>;
  readonly clock: Pick<Clock, 'now'>;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

/** Keeps requests of test keys for the request logs (D82). */
export interface RequestLogWriter {
  /** Takes a request into memory. It costs microseconds and never waits. */
  readonly onTestRequest: OnTestRequest;
  /** Writes the waiting requests twice a second, and once more when the process stops. */
  readonly part: Part;
}

const everyMs = 500;

/** An entry has 34 KiB at most, so the queue 17 MB; usually some 100 KB. */
const sizes = { shareMax: 100, totalMax: 500 };

/** A flood of long bodies writes a megabyte a second. 100 usual requests have half of it. */
const bodyBytesPerRound = 512 * 1024;

/** Some 50 ms of HMACs for an environment in a round; a usual request needs 30. */
const keysPerRound = 10_000;

/** About a millisecond of work between two turns of the event loop. */
const logsPerTurn = 5;

/** An environment may have this many above the 10,000 that it keeps before they are deleted. */
const storedBeforePurge = 1_000;
/** More than three processes can leave in the meantime. */
const purgedMax = 4_000;

/** A round lasts no longer while the database is slow. The process may be stopping. */
const roundMs = 2_000;

/** Creates a writer. Requests that the database does not accept are dropped and counted. */
export const createRequestLogWriter = (options: RequestLogWriterOptions): RequestLogWriter => {
  const { clock, logger, metrics } = options;
  startAtZero(metrics, 'loyalty_request_logs_total', {});
  const queue = new FairQueue<WaitingLog>(sizes, () => {
    metrics.count('loyalty_request_logs_total', { outcome: 'dropped' });
  });
  const budgets = new Map<EnvironmentId, BodyBudget>();
  const store = createStore(options);
  const write = async (): Promise<void> => {
    const endsAtMs = performance.now() + roundMs;
    budgets.clear();
    for (const waiting of queue.takeAll().values()) {
      const outcome = performance.now() < endsAtMs ? await store(waiting).catch(textOf) : 'no time is left';
      if (outcome === undefined) continue;
      metrics.count('loyalty_request_logs_total', { outcome: 'failed' }, waiting.length);
      logger.warn({ error: outcome, count: waiting.length }, 'request logs could not be written');
    }
  };
  return {
    onTestRequest: (request) => {
      const { environmentId } = request.credential;
      const budget = budgets.get(environmentId) ?? { left: bodyBytesPerRound };
      budgets.set(environmentId, budget);
      queue.add(environmentId, waitingLogOf(request, clock.now(), budget));
    },
    part: createWriterPart(write),
  };
};

const createWriterPart = (write: () => Promise<void>): Part => {
  const loop = repeatingPart({ name: 'request-logs', everyMs, work: write, onFailed: () => undefined });
  return {
    name: loop.name,
    start: () => loop.start?.() ?? Promise.resolve(),
    stop: async () => {
      await loop.stop?.();
      await write();
    },
  };
};

type StoreLogs = (waiting: readonly WaitingLog[]) => Promise<void>;

const countedMax = 10_000;

const createStore = ({ db, loadSecret, metrics }: RequestLogWriterOptions): StoreLogs => {
  const sincePurge = new Map<EnvironmentId, number>();
  return async (waiting) => {
    const [{ credential } = { credential: null }] = waiting;
    if (credential === null) return;
    const { environmentId } = credential;
    const logs = await logsOf(waiting, await loadSecret(credential));
    // Another process, or this one before it began again, may have left more than is kept.
    const before = sincePurge.get(environmentId) ?? storedBeforePurge;
    const isDue = before >= storedBeforePurge;
    if (isDue) await purgeRequestLogs(db, { environmentId, atMs: null, size: purgedMax });
    const stored = await insertRequestLogs(db, logs);
    if (sincePurge.size >= countedMax) sincePurge.clear();
    sincePurge.set(environmentId, (isDue ? 0 : before) + stored);
    metrics.count('loyalty_request_logs_total', { outcome: 'stored' }, stored);
    metrics.count('loyalty_request_logs_total', { outcome: 'erased' }, logs.length - stored);
  };
};

const logsOf = async (waiting: readonly WaitingLog[], secret: Uint8Array): Promise<RequestLogWrite[]> => {
  const budget: KeyBudget = { left: keysPerRound };
  const logs: RequestLogWrite[] = [];
  for (const one of waiting) {
    if (logs.length % logsPerTurn === logsPerTurn - 1) await nextTurn();
    logs.push(logOfWaiting(one, secret, budget));
  }
  return logs;
};
