import type { InboundRecord } from '@loyalty/kafka';
import { partitionKeyOf, positionKeyOf } from '@loyalty/kernel';
import type { MemoryDatabase, MemoryTransaction, StoredPosition } from '../memory-database.ts';
import { MessageJudge } from './judge-messages.ts';
import { type ExecutedRequest, faultsOfDecisions, type RefusedDecision } from './losses/judge-decisions.ts';
import { faultsOfMembers } from './members/judge-members.ts';
import { placeInLog } from './place-in-log.ts';
import { placeOf } from './simulated-ledger.ts';
import { isGood, messageOf, type SimulatedMessage } from './simulated-message.ts';
import { lanes, type World } from './world.ts';

/** More dead letters than this in a minute may park a partition. */
const deadLettersPerMinuteMax = 100;

interface Move {
  readonly key: string;
  readonly records: readonly InboundRecord[];
}

/**
 * Checks every invariant at every commit before it takes effect, and at every record as it is written. It collects
 * `violations` instead of throwing, because an error of a server would reach the process as a fault.
 */
export class Judge {
  readonly #world: World;
  readonly violations: string[] = [];
  /** True while an operator moves positions: then any move is allowed. */
  isOperatorAtWork = false;
  readonly #messages: MessageJudge;
  /** The minutes, partitions and environments with a flood of dead letters. */
  readonly #floods = new Set<string>();
  /** For each partition, the offset before which everything is done. */
  readonly #settled = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
    this.#messages = new MessageJudge({
      world,
      say: (violation) => {
        this.#say(violation);
      },
      isFlooded: (name) => this.#isFlooded(name),
    });
    world.database.onCommit = (tx) => {
      if (!this.isOperatorAtWork) this.#judgeCommit(tx);
    };
    world.broker.onAppend = (record) => {
      this.#messages.judgeRecord(record);
    };
  }

  /** The number of requests whose stored response is not the last reply to their caller. */
  get differences(): number {
    return this.#messages.differences;
  }

  /** Checks all offsets again, because finished work may be undone. */
  recheck(): void {
    this.#settled.clear();
  }

  /** Returns a record that has not had its effect yet; null if all have. */
  unsettled(): string | null {
    for (const at of this.#inputs()) {
      const done = this.#settled.get(at.key) ?? 0;
      const missing = this.#recordsOf(at.key, done).find((record) => !this.#isSettled(record, at));
      // Finished records stay finished: the next check continues from here.
      this.#settled.set(at.key, missing?.offset ?? done);
      if (missing !== undefined) return `${at.key} has not stored offset ${missing.offset.toString()}`;
      if (this.#stopsShort(at.key)) return `${at.key} has not moved past what it skips`;
    }
    const [unanswered] = this.#world.erasing;
    return unanswered === undefined ? null : `the erasure of ${unanswered} is not answered`;
  }

  /** Checks I5 at the end: returns what is still in the outbox. */
  unpublished(): string | null {
    return this.#messages.unpublished();
  }

  /** True while the position lies before the end of the log: markers and aborted records count as skipped ones. */
  #stopsShort(key: string): boolean {
    const position = this.#world.database.positions.rows.get(key);
    return (position?.nextOffset ?? 0) < this.#world.broker.stableEndOf(placeInLog(key));
  }

  /** Returns true if a record is done, or if the log has lost it and an operator knows. */
  #isSettled(record: InboundRecord, at: { readonly key: string; readonly consumerGroup: string }): boolean {
    const isNamed = record.offset < (this.#world.losses?.namedTo.get(at.key) ?? 0);
    return isNamed || this.#isDone(record, at);
  }

  #judgeCommit(tx: MemoryTransaction): void {
    this.#messages.noteLetters(tx);
    this.#judgeFloods(tx);
    const moves = this.#judgePositions(tx);
    const executed = this.#judgeEffects(tx, moves);
    this.#judgeGivenUp(tx, moves);
    const effects = new Map(executed.map(({ ref, effect }) => [ref, effect]));
    for (const fault of faultsOfMembers(this.#world.database, tx, [...effects.values()])) this.#say(fault);
    this.#messages.judgeOutbox(tx, effects);
    if (this.#world.losses === null) return;
    const refused = refusedIn(tx, moves);
    for (const fault of faultsOfDecisions(this.#world, tx, { executed, refused })) this.#say(fault);
  }

  #judgePositions(tx: MemoryTransaction): Move[] {
    const { positions } = this.#world.database;
    return [...positions.draftsOf(tx)].flatMap(([key, next]) => {
      const before = positions.rows.get(key);
      if (next === undefined) return [];
      if (before === undefined) {
        this.#judgeBeginning(key, next);
        return [];
      }
      if (next.state === 'PARKED') this.#judgeParking(tx, key);
      return [this.#judgeMove(tx, { key, before, next })];
    });
  }

  /**
   * Judges the first position of a group. A new group begins at the start of the log; records that were lost
   * earlier belong to nobody.
   */
  #judgeBeginning(key: string, { nextOffset }: StoredPosition): void {
    const { broker, losses } = this.#world;
    if (nextOffset > broker.startOf(placeInLog(key))) this.#say(`${key} begins behind the start of its log`);
    losses?.namedTo.set(key, nextOffset);
  }

  #judgeMove(
    tx: MemoryTransaction,
    { key, before, next }: { key: string; before: StoredPosition; next: StoredPosition },
  ): Move {
    const [from, to] = [before.nextOffset, next.nextOffset];
    if (to < from) this.#say(`I10: ${key} goes back from ${from.toString()} to ${to.toString()}`);
    const records = this.#readFrom(key, from).filter(({ offset }) => offset < to);
    const at = placeInLog(key);
    const done = new Set(records.filter((one) => this.#isDone(one, at, tx)).map(({ offset }) => offset));
    const missing = records.find(({ offset }) => !done.has(offset) && !this.#isEmpty(key, offset));
    if (missing !== undefined)
      this.#say(`I10: ${key} moves past offset ${missing.offset.toString()}, which is not stored`);
    if (to > from) this.#judgeLast(key, next, records);
    return { key, records };
  }

  #judgeLast(key: string, next: StoredPosition, records: readonly InboundRecord[]): void {
    const { broker, losses } = this.#world;
    const to = next.nextOffset;
    const at = placeInLog(key);
    const wasCut = losses?.cut.has(partitionKeyOf(at)) === true;
    if (!wasCut && to > broker.stableEndOf(at))
      this.#say(`${key} moves to ${to.toString()}, past a transaction that is open`);
    const isLast = ({ offset, timestamp }: InboundRecord): boolean =>
      offset === to - 1 && timestamp === next.lastTimestamp;
    const wasEmpty = losses?.cutEmpty.has(`${partitionKeyOf(at)}/${(to - 1).toString()}`) === true;
    if (
      !wasEmpty &&
      !records.some(isLast) &&
      !broker
        .log(at)
        .slice(to - 1, to)
        .some(isLast)
    )
      this.#say(`${key} keeps another timestamp than the record before ${to.toString()} has`);
  }

  #judgeParking(tx: MemoryTransaction, key: string): void {
    const { losses, database } = this.#world;
    const isFlood = [...database.letterCounts.draftsOf(tx).keys()].some((at) => this.#floods.has(at));
    if (losses !== null && !isFlood && this.#isDamaged(key)) {
      losses.counts.parked += 1;
      losses.parked.add(key);
      return;
    }
    if (this.#world.flips?.everFlipped.has(partitionKeyOf(placeInLog(key))) === true) return;
    if (!isTenantOwned(key)) this.#say(`${key} is parked, though tenants share it`);
    if (!this.#isFlooded(`${key}/0`)) this.#say(`${key} is parked without a flood of dead letters`);
  }

  /** Returns true if the partition's log was cut, or now begins later. */
  #isDamaged(key: string): boolean {
    const { broker, losses } = this.#world;
    const at = placeInLog(key);
    return losses?.cut.has(partitionKeyOf(at)) === true || broker.startOf(at) > 0;
  }

  /** Returns true if some minute had a flood of dead letters of this partition and environment. */
  #isFlooded(name: string): boolean {
    return [...this.#floods].some((at) => at.startsWith(`${name}/`));
  }

  /**
   * Checks I3 and I4: one effect per reference, and the effects of a partition in the order of its log, each
   * with its position.
   */
  #judgeEffects(tx: MemoryTransaction, moves: readonly Move[]): ExecutedRequest[] {
    const { effects } = this.#world.database;
    const last = new Map<string, number>();
    return [...effects.draftsOf(tx)].flatMap(([ref, effect]) => {
      if (effect === undefined) return [];
      const key = positionKeyOf(effect);
      const record = recordOf(moves, key, { ref, offset: effect.offset });
      if (effects.rows.has(ref)) this.#say(`I3 I4: ${ref} has a second effect`);
      if (effect.offset <= (last.get(key) ?? -1)) this.#say(`${ref} is stored out of order in ${key}`);
      last.set(key, effect.offset);
      if (record === undefined) {
        this.#say(`I10: ${ref} is stored without its position in ${key}`);
        return [];
      }
      this.#judgeSource(messageOf(record), ref);
      return [{ ref, effect, record }];
    });
  }

  /** Checks that the transaction that gives a message up also moves past it. */
  #judgeGivenUp(tx: MemoryTransaction, moves: readonly Move[]): void {
    const passed = new Set(placesOf(moves).keys());
    for (const place of this.#world.database.givenUp.draftsOf(tx).keys())
      if (!passed.has(place)) this.#say(`I3: ${place} is given up without its position`);
  }

  /** Checks that a flood of dead letters parks the partition of a tenant's own topic. */
  #judgeFloods(tx: MemoryTransaction): void {
    const { letterCounts, positions } = this.#world.database;
    for (const [at, count] of letterCounts.draftsOf(tx)) {
      const key = at.split('/').slice(0, 3).join('/');
      if ((count ?? 0) <= deadLettersPerMinuteMax) continue;
      this.#floods.add(at);
      if (!isTenantOwned(key)) continue;
      if (positions.read(tx, key)?.state !== 'PARKED') this.#say(`a flood does not park ${key}`);
    }
  }

  #judgeSource(message: SimulatedMessage, ref: string): void {
    if (!isGood(message)) this.#say(`${ref} is bad and has an effect`);
    if (message.ref !== ref) this.#say(`${ref} is stored for the record of ${message.ref}`);
  }

  /**
   * Returns true if a record is stored, refused or given up, as this transaction or everybody sees it.
   * Records for other readers are never done.
   */
  #isDone(
    record: InboundRecord,
    { consumerGroup }: { consumerGroup: string },
    tx: MemoryTransaction | null = null,
  ): boolean {
    const { database } = this.#world;
    const { kind, ref } = messageOf(record);
    const place = placeOf({ record, consumerGroup });
    if (kind === 'other') return true;
    if (isDecided(database, tx, { kind, ref, place })) return true;
    if (kind === 'unrecordable') return this.#messages.hasDeadLetter(`letter ${place}`);
    // A good message is given up only in the quarantine of its environment.
    return database.givenUp.read(tx, place) !== undefined;
  }

  #inputs() {
    const { broker, lanes: all } = this.#world;
    return all.flatMap(({ topic, consumerGroup }) =>
      Array.from({ length: broker.partitionsOf(topic) }, (_, partition) => ({
        topic,
        partition,
        consumerGroup,
        key: positionKeyOf({ consumerGroup, topic, partition }),
      })),
    );
  }

  #recordsOf(key: string, from = 0): InboundRecord[] {
    return this.#world.broker.read(placeInLog(key), from, Infinity).records;
  }

  /**
   * Returns true if the log has nothing for consumers at this offset, or had nothing there before it was cut.
   */
  #isEmpty(key: string, offset: number): boolean {
    const { broker, losses } = this.#world;
    const at = placeInLog(key);
    if (losses?.cutEmpty.has(`${partitionKeyOf(at)}/${offset.toString()}`) === true) return true;
    return offset < broker.log(at).length && broker.read(at, offset, 1).records.length === 0;
  }

  /** Returns the records that may have been read from an offset on, including those that were cut since. */
  #readFrom(key: string, from: number): InboundRecord[] {
    const cut = this.#world.losses?.cut.get(partitionKeyOf(placeInLog(key))) ?? [];
    return [...this.#recordsOf(key, from), ...cut.filter(({ offset }) => offset >= from)];
  }

  #say(violation: string): void {
    this.violations.push(violation);
  }
}

const tenantOwned = lanes.filter(({ isTenantOwned: isOwned }) => isOwned);

/** Returns true for a partition, identified by its group, topic and number, of one tenant's own topic. */
const isTenantOwned = (key: string): boolean =>
  tenantOwned.some(({ consumerGroup }) => key.startsWith(`${consumerGroup}/`));

/**
 * Returns true if a request is stored or refused. The database cannot refuse what the rules have refused
 * already.
 */
const isDecided = (
  { effects, refusals }: MemoryDatabase,
  tx: MemoryTransaction | null,
  { kind, ref, place }: Pick<SimulatedMessage, 'kind' | 'ref'> & { readonly place: string },
): boolean =>
  (isGood({ kind }) && effects.read(tx, ref) !== undefined) ||
  ((isGood({ kind }) || kind === 'refused') && refusals.read(tx, place) !== undefined);

/** Returns the record of an effect. In a cut log an offset may have had several records. */
const recordOf = (
  moves: readonly Move[],
  key: string,
  { ref, offset }: { readonly ref: string; readonly offset: number },
): InboundRecord | undefined => {
  const all = moves.find((move) => move.key === key)?.records.filter((one) => one.offset === offset) ?? [];
  return all.find((record) => messageOf(record).ref === ref) ?? all[0];
};

/** Returns the records of these moves by their places. */
const placesOf = (moves: readonly Move[]): Map<string, InboundRecord> =>
  new Map(
    moves.flatMap(({ key, records }) => {
      const { consumerGroup } = placeInLog(key);
      return records.map((record) => [placeOf({ record, consumerGroup }), record] as const);
    }),
  );

const refusedIn = (tx: MemoryTransaction, moves: readonly Move[]): RefusedDecision[] => {
  const places = placesOf(moves);
  return [...tx.database.refusals.draftsOf(tx)].flatMap(([place, said]) => {
    const record = places.get(place);
    return record === undefined ? [] : [{ ref: messageOf(record).ref, record, said: String(said) }];
  });
};
