import {
  MessageFailure,
  RunAgain,
  type BatchHandler,
  type Message,
  type OutgoingMessage,
  type RejectedMessage,
} from '@loyalty/messaging';
import type { Clock } from '@loyalty/kernel';
import { blocked } from '../line.ts';
import { positionKeyOf, StoreFailure, type MemoryTransaction, type ToyEffect } from '../memory-database.ts';
import type { MemoryStore } from '../memory-store.ts';
import { messageOf, type SimulatedMessage } from './simulated-message.ts';

type ToyMessage = Message<SimulatedMessage>;

interface Entry {
  readonly message: ToyMessage;
  readonly effect: ToyEffect;
  readonly isRepeat: boolean;
}

/** What a batch will do. */
export interface LedgerPlan {
  readonly entries: readonly Entry[];
  readonly rejected: readonly RejectedMessage[];
}

export interface SimulatedLedgerOptions {
  readonly store: MemoryStore;
  readonly clock: Clock;
  /** Answers that are known to be stored, shared by all processes; may be emptied at any time. */
  readonly cache: Map<string, ToyEffect>;
  /** True when the database refuses this data for no fault of its own. */
  readonly isRefused: () => boolean;
}

/** After a lost insert stored answers are read up front for this long, as the earn engine does. */
const lookUpFrontMs = 10_000;

export const placeOf = ({
  record,
  consumerGroup,
}: Pick<RejectedMessage, 'record' | 'consumerGroup'>): string =>
  `${positionKeyOf({ ...record, consumerGroup })}/${record.offset.toString()}`;

/**
 * An engine in small, with everything that its batches share with the real ones: members are locked in order, a cache
 * knows some repeats, the insert judges the rest, and a balance is carried from message to message.
 */
export class SimulatedLedger implements BatchHandler<SimulatedMessage, MemoryTransaction, LedgerPlan> {
  readonly #options: SimulatedLedgerOptions;
  #lookUntilMs = -Infinity;

  constructor(options: SimulatedLedgerOptions) {
    this.#options = options;
  }

  async decide(tx: MemoryTransaction, batch: readonly ToyMessage[]): Promise<LedgerPlan> {
    const { store, cache, clock } = this.#options;
    const { balances, effects } = tx.database;
    const members = [...new Set(batch.map(({ value }) => value.member))].sort();
    await store.within(tx, 'lock members', () =>
      members.every((member) => balances.lock(tx, member)) ? undefined : blocked,
    );
    const known = new Map(batch.flatMap(({ value: { ref } }) => pairOf(ref, cache.get(ref))));
    if (clock.now() < this.#lookUntilMs) {
      const refs = batch.map(({ value }) => value.ref);
      const stored = await store.within(tx, 'look up', () => refs.map((ref) => effects.read(tx, ref)));
      refs.forEach((ref, place) => {
        pairOf(ref, stored[place]).forEach(([, effect]) => known.set(ref, effect));
      });
    }
    const before = await store.within(tx, 'read balances', () =>
      members.map((member) => [member, balances.read(tx, member) ?? 0] as const),
    );
    return decideAll(batch, known, new Map(before));
  }

  async store(tx: MemoryTransaction, { entries }: LedgerPlan): Promise<void> {
    const { store, clock, isRefused } = this.#options;
    const { balances, effects } = tx.database;
    const fresh = entries.filter(({ isRepeat }) => !isRepeat);
    await store.within(tx, 'insert effects', () => {
      if (isRefused()) throw new StoreFailure('message', 'the database refuses for no reason');
      if (!fresh.every(({ message }) => effects.lock(tx, message.value.ref))) return blocked;
      if (fresh.some(({ message }) => message.value.kind === 'refused'))
        throw new StoreFailure('message', 'value out of range');
      if (fresh.filter(({ message }) => message.value.kind === 'heavy').length > 1)
        throw new StoreFailure(tooMuch(fresh.length), 'too much at once');
      if (fresh.some(({ message }) => effects.read(tx, message.value.ref) !== undefined)) {
        this.#lookUntilMs = clock.now() + lookUpFrontMs;
        throw new RunAgain('a repeat that the cache did not know');
      }
      for (const { message, effect } of fresh) effects.write(tx, message.value.ref, effect);
      return undefined;
    });
    await store.within(tx, 'write balances', () => {
      for (const { effect } of fresh) balances.write(tx, effect.member, effect.balanceAfter);
    });
  }

  effectsOf({ entries, rejected }: LedgerPlan) {
    const fresh = entries.filter(({ isRepeat }) => !isRepeat);
    const asked = entries.filter(({ message }) => message.lane === 'interactive');
    return {
      facts: fresh.map((entry) => told('facts', entry)),
      replies: asked.map((entry) => told('replies', entry)),
      rejected,
    };
  }

  stored({ entries }: LedgerPlan): void {
    for (const { message, effect } of entries) this.#options.cache.set(message.value.ref, effect);
  }

  async giveUp(tx: MemoryTransaction, letters: readonly RejectedMessage[]): Promise<never[]> {
    await this.#options.store.within(tx, 'give up', () => {
      if (letters.some(({ record }) => messageOf(record).kind === 'unrecordable'))
        throw new StoreFailure('message', 'the giving up cannot be recorded');
      for (const letter of letters) tx.database.givenUp.write(tx, placeOf(letter), letter.rejection.reason);
    });
    return [];
  }
}

/** A time-out, or the server's end of the session: the one says that less would do, the other does not. */
const tooMuch = (records: number) => (records % 2 === 0 ? 'slow' : 'wait');

const pairOf = (ref: string, effect: ToyEffect | undefined): [string, ToyEffect][] =>
  effect === undefined ? [] : [[ref, effect]];

const throwIfBad = ({ kind, ref }: SimulatedMessage): void => {
  if (kind === 'poison' || kind === 'unrecordable') throw new MessageFailure(`${kind} ${ref}`);
  if (kind === 'defect') throw new TypeError(`nobody foresaw ${ref}`);
};

const decideAll = (
  batch: readonly ToyMessage[],
  known: Map<string, ToyEffect>,
  balances: Map<string, number>,
): LedgerPlan => {
  const entries: Entry[] = [];
  const rejected: RejectedMessage[] = [];
  for (const message of batch) {
    const { ref, member, amount, kind } = message.value;
    throwIfBad(message.value);
    if (kind === 'turned-down') {
      rejected.push({ ...message, rejection: { reason: 'TURNED_DOWN', detail: ref } });
      continue;
    }
    const { consumerGroup, record } = message;
    const { topic, partition, offset } = record;
    const balanceAfter = (balances.get(member) ?? 0) + amount;
    const effect = known.get(ref) ?? {
      ...{ consumerGroup, topic, partition, offset },
      ...{ member, amount, balanceAfter },
    };
    entries.push({ message, effect, isRepeat: known.has(ref) });
    if (!known.has(ref)) balances.set(member, balanceAfter);
    known.set(ref, effect);
  }
  return { entries, rejected };
};

const told = (topic: string, { message, effect }: Entry): OutgoingMessage => ({
  topic,
  key: message.record.key,
  value: Buffer.from(`${message.value.ref} ${effect.balanceAfter.toString()}`),
  headers: {},
});
