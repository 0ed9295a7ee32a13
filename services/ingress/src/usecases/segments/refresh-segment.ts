import type { RefreshState, SegmentKey } from '@loyalty/accounts';
import type { Clock } from '@loyalty/kernel';

/** A refresh that was asked for, with the number of the asking, or why it was not. */
export type AskedRefresh =
  { readonly outcome: 'asked'; readonly asking: number } | { readonly outcome: 'not-found' | 'not-dynamic' };

/** Where refreshes are asked for, and where it is seen how they stand. All throw a retriable Fault when it is away. */
export interface Refreshes {
  ask(segment: SegmentKey): Promise<AskedRefresh>;
  /** Null once a deleted segment is cleared away. */
  state(segment: SegmentKey): Promise<RefreshState | null>;
  exists(segment: SegmentKey): Promise<boolean>;
  /** Nobody waits for this asking any longer: the next call for the segment takes it up. */
  leave(segment: SegmentKey, asking: number): Promise<void>;
}

/** What a refresh has done. */
export interface DoneRefresh {
  readonly memberCount: number;
  readonly added: number;
  readonly removed: number;
  readonly refreshedAt: Date;
}

/** `pending`: it is not through yet, and goes on. `busy`: too many wait already; nothing was asked for. */
export type RefreshOutcome =
  | { readonly outcome: 'refreshed'; readonly refresh: DoneRefresh }
  | { readonly outcome: 'not-found' | 'not-dynamic' | 'pending' | 'busy' };

/** Has a segment refreshed, and waits for a refresh that began after the call, or after one that was told `pending`. */
export type RefreshSegment = (segment: SegmentKey) => Promise<RefreshOutcome>;

/** Below the 30 s after which common gateways give up. */
const waitMsMax = 25_000;
/** The service that refreshes looks for work each second. */
const pollMs = 200;
/** Each looks at one row five times a second. */
const waitingMax = 20;
/** So that nobody's calls keep others from waiting. */
const waitingOfEnvironmentMax = 10;

export const createRefreshSegment = (options: {
  readonly refreshes: Refreshes;
  readonly clock: Clock;
}): RefreshSegment => {
  const waiting = new Set<SegmentKey>();
  return async (given) => {
    // Two calls for one segment are two.
    const segment = { ...given };
    if (waiting.size >= waitingMax || ofEnvironment(waiting, segment) >= waitingOfEnvironmentMax)
      return { outcome: 'busy' };
    waiting.add(segment);
    try {
      const asked = await options.refreshes.ask(segment);
      return asked.outcome === 'asked' ? await awaitRefresh(options, segment, asked.asking) : asked;
    } finally {
      waiting.delete(segment);
    }
  };
};

const ofEnvironment = (waiting: ReadonlySet<SegmentKey>, { environmentId }: SegmentKey): number =>
  [...waiting].filter((segment) => segment.environmentId === environmentId).length;

const awaitRefresh = async (
  { refreshes, clock }: { readonly refreshes: Refreshes; readonly clock: Clock },
  segment: SegmentKey,
  asking: number,
): Promise<RefreshOutcome> => {
  const untilMs = clock.now() + waitMsMax;
  let state = await refreshes.state(segment);
  while (state !== null && state.done < asking && clock.now() < untilMs) {
    await clock.sleep(pollMs);
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
