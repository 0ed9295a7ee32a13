import type { Clock, EnvironmentId } from '@loyalty/kernel';
import { createShareSlots, noSlot } from '@loyalty/kernel/shares';
import { type Database, writeTransaction } from '@loyalty/storage';
import type { SegmentKey } from '@loyalty/tables/memberships';
import {
  lockSegments,
  readDynamicSegmentIds,
  type RefreshState,
  requestRefresh,
  resumeRefresh,
} from '@loyalty/tables/segments';

export type AskedRefresh =
  { readonly outcome: 'asked'; readonly asking: number } | { readonly outcome: 'not-found' | 'not-dynamic' };

/** Requests of refreshes. Every call throws a retriable Fault if the database is unreachable. */
export interface Refreshes {
  ask(segment: SegmentKey): Promise<AskedRefresh>;
  /** Returns the state; null once a deleted segment is cleared. */
  state(segment: SegmentKey): Promise<RefreshState | null>;
  exists(segment: SegmentKey): Promise<boolean>;
  /** Stops waiting for this request; the next call for the segment resumes it. */
  leave(segment: SegmentKey, asking: number): Promise<void>;
}

export interface FinishedRefresh {
  readonly memberCount: number;
  readonly added: number;
  readonly removed: number;
  readonly refreshedAt: Date;
}

/** `pending`: it is still running. `busy`: too many calls wait already, and nothing was requested. */
type RefreshOutcome =
  | { readonly outcome: 'refreshed'; readonly refresh: FinishedRefresh }
  | { readonly outcome: 'not-found' | 'not-dynamic' | 'pending' | 'busy' };

/** Waits for a refresh that began after the call, or resumes one that was `pending`. */
export type RefreshSegment = (segment: SegmentKey) => Promise<RefreshOutcome>;

/** Shorter than 30 s, after which common gateways give up. */
const waitMsMax = 25_000;
/** The segment service polls for work each second. */
const pollMs = 200;
/** Each call reads one row five times a second. Calls of one environment do not block others. */
const limits = { share: 10, whole: 20, waitingMax: 0, waitMs: 0 };

interface RefreshPorts {
  readonly refreshes: Refreshes;
  readonly clock: Clock;
  /** Every wait ends when this signal is aborted, because the process stops. */
  readonly stopping: AbortSignal;
}

export const createRefreshSegment = (options: RefreshPorts): RefreshSegment => {
  const slots = createShareSlots(limits);
  return async (segment) => {
    const refreshed = await slots.run(segment.environmentId, async (): Promise<RefreshOutcome> => {
      const asked = await options.refreshes.ask(segment);
      return asked.outcome === 'asked' ? awaitRefresh(options, segment, asked.asking) : asked;
    });
    return refreshed === noSlot ? { outcome: 'busy' } : refreshed;
  };
};

const awaitRefresh = async (
  { refreshes, clock, stopping }: RefreshPorts,
  segment: SegmentKey,
  asking: number,
): Promise<RefreshOutcome> => {
  const untilMs = clock.now() + waitMsMax;
  let state = await refreshes.state(segment);
  while (state !== null && state.done < asking && clock.now() < untilMs && !stopping.aborted) {
    await clock.sleep(pollMs, stopping);
    state = await refreshes.state(segment);
  }
  // A refresh ends also for a segment that was deleted meanwhile.
  if (state === null || !(await refreshes.exists(segment))) return { outcome: 'not-found' };
  if (state.done >= asking) return doneOf(state);
  await refreshes.leave(segment, asking);
  return { outcome: 'pending' };
};

const doneOf = ({ memberCount, added, removed, refreshedAt }: RefreshState): RefreshOutcome =>
  refreshedAt === null
    ? { outcome: 'pending' }
    : { outcome: 'refreshed', refresh: { memberCount, added, removed, refreshedAt } };

/**
 * Requests a refresh; the segment cannot be deleted meanwhile. It resumes a request for which no caller waits
 * any longer.
 */
export const askSegmentRefresh = (
  db: Database,
  { environmentId, segmentId }: SegmentKey,
): Promise<AskedRefresh> =>
  writeTransaction(db, async (tx) => {
    const [held] = await lockSegments(tx, environmentId, [segmentId]);
    if (held === undefined) return { outcome: 'not-found' };
    const [heldId, type] = held;
    if (type !== 'DYNAMIC') return { outcome: 'not-dynamic' };
    const late = await resumeRefresh(tx, { environmentId, segmentId: heldId });
    if (late !== null) return { outcome: 'asked', asking: late };
    const [asking = 0] = (await requestRefresh(tx, environmentId, [heldId])).values();
    return { outcome: 'asked', asking };
  });

export const askAllRefreshes = (db: Database, environmentId: EnvironmentId): Promise<number> =>
  writeTransaction(db, async (tx) => {
    const held = await lockSegments(tx, environmentId, await readDynamicSegmentIds(tx, environmentId));
    return (await requestRefresh(tx, environmentId, [...held.keys()])).size;
  });
