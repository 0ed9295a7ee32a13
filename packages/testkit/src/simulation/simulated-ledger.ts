import {
  MessageFailure,
  RunAgain,
  type BatchHandler,
  type Message,
  type OutgoingMessage,
  type RejectedMessage,
} from '@loyalty/messaging';
import type { Clock } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { blocked } from '../line.ts';
import { LedgerBook } from './members/ledger-book.ts';
import { MemberTables, type MemberWrite } from './members/member-tables.ts';
import { positionKeyOf, StoreFailure, type MemoryTransaction, type ToyEffect } from '../memory-database.ts';
import type { MemoryStore } from '../memory-store.ts';
import { accountKeyOf, messageOf, type SimulatedMessage } from './simulated-message.ts';

type ToyMessage = Message<SimulatedMessage>;

interface Entry {
  readonly message: ToyMessage;
  readonly effect: ToyEffect;
  readonly isRepeat: boolean;
}

interface Answer {
  readonly message: ToyMessage;
  readonly said: string;
}

/** What a batch will do. */
export interface LedgerPlan {
  readonly entries: readonly Entry[];
  /** Messages that the rules refuse: nothing is stored of them but that they were. */
  readonly refusals: readonly Answer[];
  readonly writes: readonly MemberWrite[];
  readonly rejected: readonly RejectedMessage[];
}

export interface SimulatedLedgerOptions {
  readonly store: MemoryStore;
  readonly clock: Clock;
  /** Answers that are known to be stored, shared by all processes; may be emptied at any time. */
  readonly cache: Map<string, ToyEffect>;
  readonly snapshots: ReadonlyMap<number, Snapshot>;
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
 * knows some repeats, the insert judges the rest, and accounts and lots are carried from message to message. The rules are
 * the real ones.
 */
export class SimulatedLedger implements BatchHandler<SimulatedMessage, MemoryTransaction, LedgerPlan> {
  readonly #options: SimulatedLedgerOptions;
  readonly #members: MemberTables;
  #lookUntilMs = -Infinity;

  constructor(options: SimulatedLedgerOptions) {
    this.#options = options;
    this.#members = new MemberTables(options.store);
  }

  async decide(tx: MemoryTransaction, batch: readonly ToyMessage[]): Promise<LedgerPlan> {
    const { store, cache, clock } = this.#options;
    const { effects } = tx.database;
    const members = [...new Set(batch.map(({ value }) => accountKeyOf(value)))];
    await this.#members.lock(tx, members);
    const known = new Map(batch.flatMap(({ value: { ref } }) => pairOf(ref, cache.get(ref))));
    if (clock.now() < this.#lookUntilMs) {
      const refs = batch.map(({ value }) => value.ref);
      const stored = await store.within(tx, 'look up', () => refs.map((ref) => effects.read(tx, ref)));
      refs.forEach((ref, place) => {
        pairOf(ref, stored[place]).forEach(([, effect]) => known.set(ref, effect));
      });
    }
    return decideAll(
      batch,
      known,
      new LedgerBook(await this.#members.read(tx, members), this.#options.snapshots),
    );
  }

  async store(tx: MemoryTransaction, { entries, refusals, writes }: LedgerPlan): Promise<void> {
    const { store, clock, isRefused } = this.#options;
    const { effects } = tx.database;
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
      for (const { message, said } of refusals) tx.database.refusals.write(tx, placeOf(message), said);
      return undefined;
    });
    await this.#members.write(tx, writes);
  }

  effectsOf({ entries, refusals, rejected }: LedgerPlan) {
    const fresh = entries.filter(({ isRepeat }) => !isRepeat);
    const asked = [...entries.map(answered), ...refusals].filter(
      ({ message }) => message.lane === 'interactive',
    );
    return {
      facts: fresh.map((entry) => told('facts', answered(entry))),
      replies: asked.map((answer) => told('replies', answer)),
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
  book: LedgerBook,
): LedgerPlan => {
  const entries: Entry[] = [];
  const refusals: Answer[] = [];
  const rejected: RejectedMessage[] = [];
  for (const message of batch) {
    const { ref, kind } = message.value;
    throwIfBad(message.value);
    if (kind === 'turned-down') {
      rejected.push({ ...message, rejection: { reason: 'TURNED_DOWN', detail: ref } });
      continue;
    }
    const isRepeat = known.has(ref);
    const effect = known.get(ref) ?? book.decide(message);
    if (typeof effect === 'string') {
      refusals.push({ message, said: `${ref} ${effect}` });
      continue;
    }
    entries.push({ message, effect, isRepeat });
    known.set(ref, effect);
  }
  return { entries, refusals, rejected, writes: book.writes() };
};

/** What the caller of a message is told. */
const answered = ({ message, effect }: Entry): Answer => ({
  message,
  said: `${message.value.ref} ${effect.balanceAfter.toString()}`,
});

const told = (topic: string, { message, said }: Answer): OutgoingMessage => ({
  topic,
  key: message.record.key,
  value: Buffer.from(said),
  headers: {},
});
