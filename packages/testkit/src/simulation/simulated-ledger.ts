import type { OutgoingMessage } from '@loyalty/kafka';
import { type Clock, positionKeyOf } from '@loyalty/kernel';
import { LostRace } from '@loyalty/storage';
import {
  type BatchHandler,
  BeyondShare,
  type Message,
  MessageFailure,
  type RejectedMessage,
} from '@loyalty/streams';
import { blocked } from '../line.ts';
import { type MemoryTransaction, StoreFailure, type ToyEffect } from '../memory-database.ts';
import type { MemoryStore } from '../memory-store.ts';
import type { CachedMember } from './members/decide-message.ts';
import { LedgerBook } from './members/ledger-book.ts';
import { MemberTables, type MemberWrite } from './members/member-tables.ts';
import type { Configurations } from './members/simulated-programme.ts';
import type { ResponseCache } from './response-cache.ts';
import { accountKeyOf, messageOf, type SimulatedMessage } from './simulated-message.ts';

type LedgerMessage = Message<SimulatedMessage>;

interface Entry {
  readonly message: LedgerMessage;
  readonly effect: ToyEffect;
  readonly isRepeat: boolean;
}

interface Answer {
  readonly message: LedgerMessage;
  readonly said: string;
}

/** The effects of a batch. */
export interface LedgerPlan {
  readonly entries: readonly Entry[];
  /** The messages that the rules refuse: only the refusal is stored. */
  readonly refusals: readonly Answer[];
  readonly writes: readonly MemberWrite[];
  readonly rejected: readonly RejectedMessage[];
}

export interface SimulatedLedgerOptions {
  readonly store: MemoryStore;
  readonly clock: Clock;
  /** Responses that were once stored, shared by all processes. */
  readonly cache: ResponseCache;
  readonly configurations: Configurations;
  /** True if a redeem is judged by its deadline even when the cache has its response. */
  readonly ignoresCachedRedeems?: boolean;
  /** True if whatever the cache has counts as stored, regardless of the database. */
  readonly trustsCache?: boolean;
  /** Returns true if the database refuses this data without a fault of its own. */
  readonly isRefused: () => boolean;
}

/** After a lost insert, stored responses are read up front for this long, as the earn engine does. */
const lookUpFrontMs = 10_000;

export const placeOf = ({
  record,
  consumerGroup,
}: Pick<RejectedMessage, 'record' | 'consumerGroup'>): string =>
  `${positionKeyOf({ ...record, consumerGroup })}/${record.offset.toString()}:${messageOf(record).ref}`;

/** Returns the text that is published of a message that was given up. */
export const givenUpSaidOf = (place: string): string => `${place} is given up`;

/** The known effects of a batch's references. */
interface KnownEffects {
  readonly stored: Map<string, ToyEffect>;
  /** Effects that the cache has and the database does not. */
  readonly cachedOnly: ReadonlyMap<string, ToyEffect>;
}

/**
 * A small engine with everything that its batches share with the real ones. It looks up references that the
 * cache knows; the insert decides the rest. Members are locked in order, and accounts and lots pass from
 * message to message. The rules are the real ones.
 */
export class SimulatedLedger implements BatchHandler<SimulatedMessage, MemoryTransaction, LedgerPlan> {
  readonly #options: SimulatedLedgerOptions;
  readonly #members: MemberTables;
  #lookUntilMs = -Infinity;

  constructor(options: SimulatedLedgerOptions) {
    this.#options = options;
    this.#members = new MemberTables(options.store);
  }

  async plan(tx: MemoryTransaction, batch: readonly LedgerMessage[]): Promise<LedgerPlan> {
    const { stored, cachedOnly } = await this.#load(tx, batch);
    const fresh = batch.filter(({ value }) => !stored.has(value.ref));
    const members = [...new Set(fresh.map(({ value }) => accountKeyOf(value)))];
    if (members.length > 0) await this.#members.lock(tx, members);
    const held =
      members.length === 0 ? new Map<string, CachedMember>() : await this.#members.read(tx, members);
    const environments = [...new Set(fresh.map(({ value }) => value.environmentId))];
    const book = new LedgerBook(held, await this.#options.configurations.ofBatch(tx, environments));
    const nowMs = await this.#nowMs(tx, fresh);
    const isLate = ({ record, value }: LedgerMessage): boolean =>
      (value.notAfterMs ?? Infinity) < nowMs &&
      (this.#options.ignoresCachedRedeems === true ||
        cachedOnly.get(value.ref)?.basis?.recordMs !== record.timestamp);
    const plan = decideAll(batch, stored, { book, isLate });
    checkShares(plan.entries);
    return plan;
  }

  /**
   * Reads stored effects before anything is locked, as the engines do. A hit of the cache is a repeat once the database
   * has it.
   */
  async #load(tx: MemoryTransaction, batch: readonly LedgerMessage[]): Promise<KnownEffects> {
    const { store, cache, clock, trustsCache = false } = this.#options;
    const refs = [...new Set(batch.map(({ value }) => value.ref))];
    const hits = new Map(refs.flatMap((ref) => pairOf(ref, cache.get(ref))));
    if (trustsCache) return { stored: hits, cachedOnly: nothing };
    const asked = clock.now() < this.#lookUntilMs ? refs : [...hits.keys()];
    if (asked.length === 0) return { stored: new Map(), cachedOnly: nothing };
    const { effects } = tx.database;
    const found = await store.within(tx, 'look up', () =>
      asked.map((ref) => pairOf(ref, effects.read(tx, ref))),
    );
    const stored = new Map(found.flat());
    return { stored, cachedOnly: new Map([...hits].filter(([ref]) => !stored.has(ref))) };
  }

  /** Reads the time by which deadlines are judged: the database's, after the locks. */
  #nowMs(tx: MemoryTransaction, fresh: readonly LedgerMessage[]): Promise<number> {
    if (fresh.every(({ value }) => value.notAfterMs === undefined)) return Promise.resolve(0);
    return this.#options.store.within(tx, 'read the time', () => tx.database.now());
  }

  async store(tx: MemoryTransaction, { entries, refusals, writes }: LedgerPlan): Promise<void> {
    const { store, clock, isRefused } = this.#options;
    const { effects } = tx.database;
    const fresh = entries.filter(({ isRepeat }) => !isRepeat);
    await store.within(tx, 'insert effects', () => {
      if (isRefused()) throw new StoreFailure('data', 'the database refuses for no reason');
      if (!fresh.every(({ message }) => effects.lock(tx, message.value.ref))) return blocked;
      if (fresh.some(({ message }) => message.value.kind === 'refused'))
        throw new StoreFailure('data', 'value out of range');
      if (fresh.filter(({ message }) => message.value.kind === 'heavy').length > 1)
        throw new StoreFailure(tooMuch(fresh.length), 'too much at once');
      if (fresh.some(({ message }) => effects.read(tx, message.value.ref) !== undefined)) {
        this.#lookUntilMs = clock.now() + lookUpFrontMs;
        throw new LostRace('a repeat that the cache did not know');
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
      facts: fresh.map((entry) => outgoingOf('facts', answered(entry))),
      replies: asked.map((answer) => outgoingOf('replies', answer)),
      rejected,
    };
  }

  committed({ entries }: LedgerPlan): void {
    for (const { message, effect } of entries) this.#options.cache.set(message.value.ref, effect);
  }

  async giveUp(tx: MemoryTransaction, letters: readonly RejectedMessage[]) {
    await this.#options.store.within(tx, 'give up', () => {
      if (letters.some(({ record }) => messageOf(record).kind === 'unrecordable'))
        throw new StoreFailure('data', 'the giving up cannot be recorded');
      for (const letter of letters) tx.database.givenUp.write(tx, placeOf(letter), letter.rejection.reason);
    });
    const facts = letters.map((letter) => ({ message: letter, said: givenUpSaidOf(placeOf(letter)) }));
    return { facts: facts.map((one) => outgoingOf('facts', one)), replies: [] };
  }
}

/** A time-out, or the end of the session by the server. Only the time-out says that fewer records may work. */
const tooMuch = (records: number) => (records % 2 === 0 ? 'timeout' : 'unavailable');

const pairOf = (ref: string, effect: ToyEffect | undefined): [string, ToyEffect][] =>
  effect === undefined ? [] : [[ref, effect]];

const nothing: ReadonlyMap<string, ToyEffect> = new Map();

/** The code that refuses a request whose caller no longer waits. */
export const tooLate = 'PROCESSING_TIMEOUT';

interface Deciding {
  readonly book: LedgerBook;
  readonly isLate: (message: LedgerMessage) => boolean;
}

const throwIfBad = ({ kind, ref }: SimulatedMessage): void => {
  if (kind === 'poison' || kind === 'unrecordable') throw new MessageFailure(`${kind} ${ref}`);
  if (kind === 'defect') throw new TypeError(`nobody foresaw ${ref}`);
};

/**
 * After a request that leads to very many rows, nothing more of its environment is stored in the same
 * transaction.
 */
const checkShares = (entries: readonly Entry[]): void => {
  const full = new Set<number>();
  const beyond = new Set<LedgerMessage['record']>();
  for (const { message, isRepeat } of entries) {
    const { environmentId } = message.value;
    if (full.has(environmentId)) beyond.add(message.record);
    else if (!isRepeat && leadsToMuch(message.value)) full.add(environmentId);
  }
  if (beyond.size > 0) throw new BeyondShare(beyond);
};

/** Half of the heavy ones are found to be too much once they are decided, and half once they are stored. */
const leadsToMuch = ({ kind, ref }: SimulatedMessage): boolean =>
  kind === 'heavy' && ref.charCodeAt(ref.length - 1) % 2 === 0;

const decideAll = (
  batch: readonly LedgerMessage[],
  known: Map<string, ToyEffect>,
  { book, isLate }: Deciding,
): LedgerPlan => {
  const entries: Entry[] = [];
  const refusals: Answer[] = [];
  const rejected: RejectedMessage[] = [];
  for (const message of batch) {
    const { ref, kind } = message.value;
    throwIfBad(message.value);
    if (kind === 'turned-down') {
      rejected.push({ ...message, rejection: { reason: 'INVALID_RECEIPT', detail: ref } });
      continue;
    }
    const isRepeat = known.has(ref);
    const effect = known.get(ref) ?? (isLate(message) ? tooLate : book.decide(message));
    if (typeof effect === 'string') {
      refusals.push({ message, said: `${ref} ${effect}` });
      continue;
    }
    entries.push({ message, effect, isRepeat });
    known.set(ref, effect);
  }
  return { entries, refusals, rejected, writes: book.writes() };
};

/** Returns the reply to the caller of a message. */
const answered = ({ message, effect }: Entry): Answer => ({
  message,
  said: `${message.value.ref} ${effect.balanceAfter.toString()}`,
});

const outgoingOf = (
  topic: string,
  { message, said }: Pick<Answer, 'said'> & { readonly message: Pick<LedgerMessage, 'record'> },
): OutgoingMessage => ({
  topic,
  key: message.record.key,
  value: Buffer.from(said),
  headers: {},
});
