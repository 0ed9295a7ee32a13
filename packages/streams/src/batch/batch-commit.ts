import type { OutgoingMessage } from '@loyalty/kafka';
import { awaitAll, type Clock } from '@loyalty/kernel';
import { packMessages } from '../outbox/packed-messages.ts';
import type { BatchHandler, Effects, Message, RejectedMessage, Store } from '../ports.ts';
import { Fenced } from './batch-failure.ts';
import { type Batch, contentsOf, type PositionAdvance } from './batch.ts';
import { deadLetterOf } from './dead-letter.ts';
import { controlFloods, type FloodOutcome } from './flood-control.ts';

export interface Committed<Plan> extends FloodOutcome {
  readonly plan: Plan | null;
  readonly messages: readonly OutgoingMessage[];
  readonly outboxId: number | null;
  readonly replies: readonly OutgoingMessage[];
  readonly rejected: readonly RejectedMessage[];
  readonly settled: readonly number[];
}

interface CommitOptions<T, Tx, Plan> {
  readonly store: Store<Tx>;
  readonly handler: BatchHandler<T, Tx, Plan>;
  readonly clock: Clock;
  readonly isTenantOwned: (consumerGroup: string) => boolean;
  /** The last statements before the COMMIT were sent. */
  readonly onSent?: () => void;
}

const nothing = Promise.resolve();
const noFloods: Promise<FloodOutcome> = Promise.resolve({ parked: [], quarantined: [] });
const noEffects: Effects = { facts: [], replies: [], rejected: [] };

/**
 * Decides a batch, moves the positions, stores the effects and adds the outbox row. Throws {@link Fenced} if
 * a position was not where the batch began, and whatever the store or the handler throws; nothing is stored
 * then (docs/mechanisms/storing.md).
 */
export const commitBatch = async <T, Tx, Plan>(
  options: CommitOptions<T, Tx, Plan>,
  {
    batch,
    advances,
    lockMs,
    published,
  }: {
    readonly batch: Batch<T>;
    readonly advances: readonly PositionAdvance[];
    /**
     * The time limit for a statement's locks; null means that it may wait as long as its connection allows.
     */
    readonly lockMs: number | null;
    /**
     * Returns the published rows. Call it within the transaction: before it began, these may be rows of a
     * lost history whose numbers were used again.
     */
    readonly published: () => readonly number[];
  },
): Promise<Committed<Plan>> => {
  const { store, handler } = options;
  const { messages, rejected } = contentsOf(batch);
  await handler.prepare?.(messages);
  return store.transact(async (tx) => {
    const plan = messages.length > 0 ? await handler.plan(tx, messages) : null;
    // Sent together in this order, so a pipelining store needs one round trip. Messages are built last, while
    // the store is already working.
    const settled = published();
    const sent = [
      storeShared(tx, handler, plan),
      advancePositions(tx, store, advances),
      plan === null ? nothing : handler.store(tx, plan),
      addEffectsToOutbox(options, tx, { plan, rejected }),
      settled.length > 0 ? store.deleteOutbox(tx, settled) : nothing,
    ] as const;
    options.onSent?.();
    const [, , , outcome] = await awaitAll(sent);
    return { plan, settled, ...outcome };
  }, lockMs);
};

const addEffectsToOutbox = async <T, Tx, Plan>(
  options: CommitOptions<T, Tx, Plan>,
  tx: Tx,
  { plan, rejected }: { readonly plan: Plan | null; readonly rejected: readonly RejectedMessage[] },
): Promise<Omit<Committed<Plan>, 'plan' | 'settled'>> => {
  const { store, handler, clock } = options;
  const effects = plan === null ? noEffects : handler.effectsOf(plan);
  const deadLetters = [...rejected, ...effects.rejected];
  const messages = [
    ...effects.facts,
    ...deadLetters.map((deadLetter) => deadLetterOf(deadLetter, clock.now())),
  ];
  const [failureReplies, floods, outboxId] = await awaitAll([
    giveUpAll(tx, handler, deadLetters),
    deadLetters.length > 0 ? controlFloods(options, tx, deadLetters) : noFloods,
    messages.length > 0 ? store.addToOutbox(tx, packMessages(messages)) : Promise.resolve(null),
  ]);
  return {
    messages,
    outboxId,
    replies: [...effects.replies, ...failureReplies],
    rejected: deadLetters,
    ...floods,
  };
};

const storeShared = <T, Tx, Plan>(
  tx: Tx,
  handler: BatchHandler<T, Tx, Plan>,
  plan: Plan | null,
): Promise<void> => (plan === null ? nothing : (handler.storeShared?.(tx, plan) ?? nothing));

const advancePositions = async <Tx>(
  tx: Tx,
  store: Store<Tx>,
  steps: readonly PositionAdvance[],
): Promise<void> => {
  const lost = await store.advance(
    tx,
    steps.map(({ move }) => move),
  );
  if (lost.length > 0) throw new Fenced(lost);
};

const giveUpAll = async <T, Tx, Plan>(
  tx: Tx,
  handler: BatchHandler<T, Tx, Plan>,
  deadLetters: readonly (RejectedMessage | (RejectedMessage & Message<T>))[],
): Promise<readonly OutgoingMessage[]> => {
  const givenUp = deadLetters.flatMap((deadLetter) =>
    deadLetter.isDeadLetterOnly === true
      ? []
      : [{ ...deadLetter, value: 'value' in deadLetter ? deadLetter.value : null }],
  );
  return givenUp.length === 0 ? [] : handler.giveUp(tx, givenUp);
};
