import { groupBy } from '@loyalty/kernel';
import type { OverdueReply, PendingReplies } from './request-client.ts';

interface OverdueOptions<R, Q> {
  readonly pending: PendingReplies<R, Q>;
  /** Returns the owner whose share a question uses. */
  readonly ownerOf: (question: Q) => number;
  /**
   * Replies are in the order of the questions, with null if there is no reply yet. If it fails, nothing
   * counts as found.
   */
  readonly find: (questions: readonly Q[]) => Promise<readonly (R | null)[]>;
  readonly onFound: () => void;
}

/** A till whose reply was lost waits half a second, and this. */
const everyMs = 100;
/** Engines that are slow, or away, have nothing stored either: each look in vain doubles the pause. */
const everyMsMax = 800;
/** A look-up of this many by key takes the database some milliseconds. */
const questionsMax = 200;

/**
 * Asks elsewhere for overdue replies, because a reply may be lost with an engine, or wait for a broker that
 * is unavailable (D138). Requests that have waited for a sixth of their deadline are asked for, all of them
 * by one question, and one question at a time. Nothing runs while nobody waits.
 */
export const findOverdueReplies = <R, Q>(options: OverdueOptions<R, Q>): void => {
  const { pending, ownerOf } = options;
  let isLooking = false;
  let pauseMs = everyMs;
  const look = async (): Promise<void> => {
    const asked = inTurns(pending.overdue(), ownerOf);
    const isInVain = asked.length > 0 && (await settle(options, asked)) === 0;
    pauseMs = isInVain ? Math.min(pauseMs * 2, everyMsMax) : everyMs;
    isLooking = false;
    if (pending.awaited > 0) lookLater();
  };
  const lookLater = (): void => {
    if (isLooking) return;
    isLooking = true;
    setTimeout(() => void look(), pauseMs).unref();
  };
  pending.onFirst(lookLater);
};

const settle = async <R, Q>(
  { pending, find, onFound }: OverdueOptions<R, Q>,
  asked: readonly OverdueReply<Q>[],
): Promise<number> => {
  const replies = await find(asked.map(({ question }) => question)).catch(() => []);
  let found = 0;
  asked.forEach(({ correlationId }, at) => {
    const reply = replies[at] ?? null;
    if (reply === null || !pending.settle(correlationId, reply)) return;
    found += 1;
    onFound();
  });
  return found;
};

/** The oldest of each owner come first, so that one with thousands of them delays no other. */
const inTurns = <Q>(
  overdue: readonly OverdueReply<Q>[],
  ownerOf: (question: Q) => number,
): readonly OverdueReply<Q>[] => {
  if (overdue.length <= questionsMax) return overdue;
  const queues = [...groupBy(overdue, ({ question }) => ownerOf(question)).values()];
  const chosen: OverdueReply<Q>[] = [];
  for (let turn = 0; chosen.length < questionsMax; turn += 1)
    for (const queue of queues) {
      const next = queue[turn];
      if (next !== undefined && chosen.length < questionsMax) chosen.push(next);
    }
  return chosen;
};
