import type { Page } from '../admin/pages.ts';
import type { Credential } from './credential.ts';

/** Requests of one environment in the window of {@link TopCallers}. */
export interface CallerCount {
  readonly tenantId: string;
  readonly mode: 'test' | 'live';
  readonly environmentId: number;
  readonly requests: number;
  /** The number of responses with status 429. */
  readonly limited: number;
  /** The number of responses with a status of 5xx. */
  readonly failed: number;
  /** The total time from head to response, of all its requests together. */
  readonly tookMs: number;
}

export interface TopCallers {
  /** The length of the window: between one and two minutes, once the process is older than that. */
  readonly windowS: number;
  /** The callers with the highest counts, by each of the four counts. */
  readonly callers: readonly CallerCount[];
  /** The number of requests from environments that had no counts of their own. */
  readonly others: number;
}

export interface CallerCounts {
  count(credential: Credential, status: number, tookMs: number): void;
  top(): TopCallers;
}

/** A window ends with the first request after so long. */
const windowMs = 60_000;

/** This takes about 1 MB for two windows. Further environments of a window share one number. */
const environmentsMax = 4_096;

/** This many are shown for each count, so that several processes' lists can be added up to a true ten. */
const shownMax = 50;

interface Window {
  readonly sinceMs: number;
  readonly byEnvironment: Map<number, Counted>;
  others: number;
}

type Counted = { -readonly [Name in keyof CallerCount]: CallerCount[Name] };

/** Counts in memory who asks how much, because a metric with a label for each tenant would have no bound. */
export const createCallerCounts = (nowMs: () => number = () => performance.now()): CallerCounts => {
  const begin = (sinceMs: number): Window => ({ sinceMs, byEnvironment: new Map(), others: 0 });
  let now = begin(nowMs());
  let before: Window | null = null;

  const turn = (): void => {
    const atMs = nowMs();
    const passedMs = atMs - now.sinceMs;
    if (passedMs < windowMs) return;
    // After a silence the last window is too old to be shown.
    before = passedMs < 2 * windowMs ? now : null;
    now = begin(atMs);
  };
  return {
    count: ({ tenantId, mode, environmentId }, status, tookMs) => {
      turn();
      let counted = now.byEnvironment.get(environmentId);
      if (counted === undefined) {
        if (now.byEnvironment.size >= environmentsMax) {
          now.others += 1;
          return;
        }
        counted = { tenantId, mode, environmentId, requests: 0, limited: 0, failed: 0, tookMs: 0 };
        now.byEnvironment.set(environmentId, counted);
      }
      counted.requests += 1;
      if (status === 429) counted.limited += 1;
      else if (status >= 500) counted.failed += 1;
      counted.tookMs += tookMs;
    },
    top: () => {
      turn();
      const windows = before === null ? [now] : [before, now];
      return {
        windowS: (nowMs() - (before ?? now).sinceMs) / 1_000,
        callers: topOf(sumOf(windows)),
        others: windows.reduce((sum, { others }) => sum + others, 0),
      };
    },
  };
};

const sumOf = (windows: readonly Window[]): readonly CallerCount[] => {
  const sums = new Map<number, Counted>();
  for (const counted of windows.flatMap(({ byEnvironment }) => [...byEnvironment.values()])) {
    const sum = sums.get(counted.environmentId);
    if (sum === undefined) sums.set(counted.environmentId, Object.assign({}, counted));
    else for (const name of counts) sum[name] += counted[name];
  }
  return [...sums.values()];
};

const counts = ['requests', 'limited', 'failed', 'tookMs'] as const;

const topOf = (callers: readonly CallerCount[]): readonly CallerCount[] => {
  const shown = counts.flatMap((name) =>
    callers
      .filter((caller) => caller[name] > 0)
      .toSorted((a, b) => b[name] - a[name])
      .slice(0, shownMax),
  );
  return [...new Set(shown)];
};

/** A page with the counts, for the admin port: callers may not see ids of tenants. */
export const callersPage =
  (callerCounts: Pick<CallerCounts, 'top'>): Page =>
  () =>
    Promise.resolve({ status: 200, body: callerCounts.top() });
