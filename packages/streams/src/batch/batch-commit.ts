import type { OutgoingMessage } from '@loyalty/kafka';
import { awaitAll, type Clock } from '@loyalty/kernel';
import { packMessages } from '../outbox/packed-messages.ts';
import type { BatchHandler, Effects, GiveUpEffects, Message, RejectedMessage, Store } from '../ports.ts';
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
const noEffects: Effects = { facts: [], replies: [], rejected: [] };
/** What follows from a batch without dead letters. */
const noneGivenUp: readonly [GiveUpEffects, FloodOutcome] = [noEffects, { parked: [], quarantined: [] }];

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
  await handler.prepare?.(rejected.length === 0 ? messages : [...messages, ...rejected]);
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
  // Without dead letters nothing is waited for, so the outbox row is sent with the other statements.
  const [givenUp, floods] =
    deadLetters.length === 0
      ? noneGivenUp
      : await awaitAll([giveUpAll(tx, handler, deadLetters), controlFloods(options, tx, deadLetters)]);
  const messages = [
    ...effects.facts,
    ...givenUp.facts,
    ...deadLetters.map((deadLetter) => deadLetterOf(deadLetter, clock.now())),
  ];
  const outboxId = messages.length > 0 ? await store.addToOutbox(tx, packMessages(messages)) : null;
  return {
    messages,
    outboxId,
    replies: [...effects.replies, ...givenUp.replies],
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
): Promise<GiveUpEffects> => {
  const givenUp = deadLetters.flatMap((deadLetter) =>
    deadLetter.isDeadLetterOnly === true
      ? []
      : [{ ...deadLetter, value: 'value' in deadLetter ? deadLetter.value : null }],
  );
  return givenUp.length === 0 ? noEffects : ((await handler.giveUp?.(tx, givenUp)) ?? noEffects);
};
