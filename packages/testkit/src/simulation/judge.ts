import { unpackMessages, type InboundRecord } from '@loyalty/messaging';
import {
  positionKeyOf,
  type MemoryDatabase,
  type MemoryTransaction,
  type StoredPosition,
  type ToyEffect,
} from '../memory-database.ts';
import { factsOfMembers, faultsOfMembers } from './members/judge-members.ts';
import { placeOf } from './simulated-ledger.ts';
import { isGood, messageOf, type SimulatedMessage } from './simulated-message.ts';
import { lanes, type World } from './world.ts';

/** More than this many in a minute may park a partition. */
const deadLettersPerMinuteMax = 100;

interface Move {
  readonly key: string;
  readonly records: readonly InboundRecord[];
}

/**
 * Knows every invariant, and looks at every commit before it is true and at every record as it is written. Nothing is
 * thrown, because what a server throws is told to the process: what is wrong is kept in `violations`.
 */
export class Judge {
  readonly #world: World;
  readonly violations: string[] = [];
  /** True while an operator moves positions: then they may go anywhere. */
  isOperatorAtWork = false;
  readonly #published = new Set<string>();
  /** Dead letters that are, or were, in the outbox. */
  readonly #lettersOwed = new Set<string>();
  /** Of everything that is stored. */
  readonly #factsDue = new Set<string>();
  /** Per partition the offset before which everything is known to be done. */
  readonly #settled = new Map<string, number>();

  constructor(world: World) {
    this.#world = world;
    world.database.onCommit = (tx) => {
      if (!this.isOperatorAtWork) this.#judgeCommit(tx);
    };
    world.broker.onAppend = (record) => {
      this.#judgeRecord(record);
    };
  }

  /** What is still missing before everything that was sent has had its effect. */
  unsettled(): string | null {
    for (const at of this.#inputs()) {
      const done = this.#settled.get(at.key) ?? 0;
      const missing = this.#recordsOf(at.key, done).find((record) => !this.#isDone(record, at));
      // What is done stays done: the next look goes on from here.
      this.#settled.set(at.key, missing?.offset ?? done);
      if (missing !== undefined) return `${at.key} has not stored offset ${missing.offset.toString()}`;
      if (this.#stopsShort(at.key)) return `${at.key} has not moved past what it skips`;
    }
    const [unanswered] = this.#world.erasing;
    return unanswered === undefined ? null : `the erasure of ${unanswered} is not answered`;
  }

  /** I5 at the end: what is still in the outbox. */
  unpublished(): string | null {
    const { database } = this.#world;
    const [left] = database.outbox.rows.keys();
    if (left !== undefined) return `outbox row ${left} is still there`;
    for (const fact of this.#factsDue) if (!this.#published.has(fact)) return `I5: nobody was told: ${fact}`;
    for (const place of database.givenUp.rows.keys())
      if (!this.#published.has(`letter ${place}`)) return `no dead letter for ${place}`;
    return null;
  }

  /** True while the position lies before the end of what is there to be read. */
  #stopsShort(key: string): boolean {
    const last = this.#recordsOf(key).at(-1);
    const position = this.#world.database.positions.rows.get(key);
    return last !== undefined && (position?.nextOffset ?? 0) <= last.offset;
  }

  #judgeCommit(tx: MemoryTransaction): void {
    this.#noteLetters(tx);
    const moves = this.#judgePositions(tx);
    const effects = this.#judgeEffects(tx, moves);
    this.#judgeGivenUp(tx, moves);
    this.#judgeFloods(tx);
    for (const fault of faultsOfMembers(this.#world.database, tx, [...effects.values()])) this.#say(fault);
    this.#judgeDebts(tx, effects);
  }

  #noteLetters(tx: MemoryTransaction): void {
    const rows = [...this.#world.database.outbox.draftsOf(tx).values()];
    const left = rows.flatMap((row) => (row === undefined ? [] : unpackMessages(row.messages)));
    for (const message of left)
      if (message.topic === 'loyalty.dead-letters') this.#lettersOwed.add(nameOf(message));
  }

  #judgePositions(tx: MemoryTransaction): Move[] {
    const { positions } = this.#world.database;
    return [...positions.draftsOf(tx)].flatMap(([key, next]) => {
      const before = positions.rows.get(key);
      if (next === undefined || before === undefined) return [];
      if (next.state === 'PARKED') this.#judgeParking(tx, key);
      return [this.#judgeMove(tx, { key, before, next })];
    });
  }

  #judgeMove(
    tx: MemoryTransaction,
    { key, before, next }: { key: string; before: StoredPosition; next: StoredPosition },
  ): Move {
    const [from, to] = [before.nextOffset, next.nextOffset];
    if (to < from) this.#say(`I10: ${key} goes back from ${from.toString()} to ${to.toString()}`);
    const log = this.#recordsOf(key, from);
    const records = log.filter(({ offset }) => offset < to);
    const [, group = ''] = /^([^/]+)\//.exec(key) ?? [];
    const missing = records.find((record) => !this.#isDone(record, { consumerGroup: group }, tx));
    if (missing !== undefined)
      this.#say(`I10: ${key} moves past offset ${missing.offset.toString()}, which is not stored`);
    const last = log.find(({ offset }) => offset === to - 1);
    if (to > from && last?.timestamp !== next.lastTimestamp)
      this.#say(`${key} keeps another timestamp than the record before ${to.toString()} has`);
    return { key, records };
  }

  #judgeParking(tx: MemoryTransaction, key: string): void {
    if (!isTenantOwned(key)) this.#say(`${key} is parked, though tenants share it`);
    if (!this.#isFlooded(`${key}/0`, tx)) this.#say(`${key} is parked without a flood of dead letters`);
  }

  /** True when some minute has seen a flood of dead letters of this partition and environment. */
  #isFlooded(name: string, tx?: MemoryTransaction): boolean {
    const { letterCounts } = this.#world.database;
    const drafts = tx === undefined ? [] : letterCounts.draftsOf(tx);
    return [...drafts, ...letterCounts.rows].some(
      ([at, count]) => at.startsWith(`${name}/`) && (count ?? 0) > deadLettersPerMinuteMax,
    );
  }

  /** I3, I4: one effect per reference; effects of a partition in the order of its log, each with its position. */
  #judgeEffects(tx: MemoryTransaction, moves: readonly Move[]): Map<string, ToyEffect> {
    const { effects } = this.#world.database;
    const last = new Map<string, number>();
    const added = new Map<string, ToyEffect>();
    for (const [ref, effect] of effects.draftsOf(tx)) {
      if (effect === undefined) continue;
      const key = positionKeyOf(effect);
      const move = moves.find((other) => other.key === key);
      const record = move?.records.find(({ offset }) => offset === effect.offset);
      if (effects.rows.has(ref)) this.#say(`I3 I4: ${ref} has a second effect`);
      if (record === undefined) this.#say(`I10: ${ref} is stored without its position in ${key}`);
      else this.#judgeSource(messageOf(record), ref);
      if (effect.offset <= (last.get(key) ?? -1)) this.#say(`${ref} is stored out of order in ${key}`);
      last.set(key, effect.offset);
      added.set(ref, effect);
    }
    return added;
  }

  /** What is given up is passed over in the same transaction. */
  #judgeGivenUp(tx: MemoryTransaction, moves: readonly Move[]): void {
    const passed = new Set(
      moves.flatMap(({ key, records }) => records.map(({ offset }) => `${key}/${offset.toString()}`)),
    );
    for (const place of this.#world.database.givenUp.draftsOf(tx).keys())
      if (!passed.has(place)) this.#say(`I3: ${place} is given up without its position`);
  }

  /** A flood of dead letters parks the partition of a tenant's own topic. */
  #judgeFloods(tx: MemoryTransaction): void {
    const { letterCounts, positions } = this.#world.database;
    for (const [at, count] of letterCounts.draftsOf(tx)) {
      const key = at.split('/').slice(0, 3).join('/');
      if (!isTenantOwned(key) || (count ?? 0) <= deadLettersPerMinuteMax) continue;
      if (positions.read(tx, key)?.state !== 'PARKED') this.#say(`a flood does not park ${key}`);
    }
  }

  #judgeSource(message: SimulatedMessage, ref: string): void {
    if (!isGood(message)) this.#say(`${ref} is bad and has an effect`);
    if (message.ref !== ref) this.#say(`${ref} is stored for the record of ${message.ref}`);
  }

  /** I5: exactly the facts of what is stored are added, and nothing is forgotten that was not published. */
  #judgeDebts(tx: MemoryTransaction, effects: ReadonlyMap<string, ToyEffect>): void {
    const { outbox } = this.#world.database;
    const added: string[] = [];
    for (const [id, row] of outbox.draftsOf(tx)) {
      if (row === undefined) this.#judgeForgetting(id);
      else added.push(...unpackMessages(row.messages).map(nameOf));
    }
    const facts = added.filter((name) => name.startsWith('facts '));
    const stored = [...effects].map(([ref, { balanceAfter }]) => `facts ${ref} ${balanceAfter.toString()}`);
    const due = [...stored, ...factsOfMembers(this.#world.database, tx)];
    if (facts.toSorted().join() !== due.toSorted().join())
      this.#say(`I5: a transaction adds ${facts.join(', ')} for ${due.join(', ')}`);
    for (const fact of due) this.#factsDue.add(fact);
  }

  #judgeForgetting(id: string): void {
    const row = this.#world.database.outbox.rows.get(id);
    const lost = unpackMessages(row?.messages ?? Buffer.from([1])).find(
      (message) => !this.#published.has(nameOf(message)),
    );
    if (lost !== undefined)
      this.#say(`I5: outbox row ${id} is forgotten before ${nameOf(lost)} is published`);
  }

  /** I5: no fact, reply or dead letter tells of something that is not stored. */
  #judgeRecord(record: InboundRecord): void {
    const { database } = this.#world;
    if (lanes.some(({ topic }) => topic === record.topic)) return;
    const name = nameOf(record);
    this.#published.add(name);
    if (record.topic === 'loyalty.dead-letters') {
      this.#judgeLetter(record, name);
      return;
    }
    const said = String(record.value);
    const [ref = '', balanceAfter] = said.split(' ');
    const isStored =
      record.topic === 'facts'
        ? this.#factsDue.has(name)
        : database.effects.rows.get(ref)?.balanceAfter.toString() === balanceAfter ||
          [...database.refusals.rows.values()].includes(said);
    if (!isStored) this.#say(`I5: ${name} tells of what is not stored so`);
  }

  #judgeLetter(record: InboundRecord, name: string): void {
    const message = messageOf(record);
    const place = name.slice('letter '.length);
    const key = place.slice(0, place.lastIndexOf('/'));
    const isUntried = record.headers['loyalty_deadLetterReason'] === 'QUARANTINED';
    if (isUntried && !this.#isFlooded(`${key}/${message.environmentId.toString()}`))
      this.#say(`${name} is quarantined without a flood of its environment`);
    if (isGood(message) && !isUntried) this.#say(`a good message is a dead letter: ${name}`);
    if (message.kind !== 'unrecordable' && !this.#world.database.givenUp.rows.has(place))
      this.#say(`${name} is not stored as given up`);
  }

  /** Stored, refused or given up, as this transaction or everybody sees it; what is for other readers is done by nobody. */
  #isDone(
    record: InboundRecord,
    { consumerGroup }: { consumerGroup: string },
    tx: MemoryTransaction | null = null,
  ): boolean {
    const { database } = this.#world;
    const { kind, ref } = messageOf(record);
    const place = placeOf({ record, consumerGroup });
    if (kind === 'other') return true;
    if (isAnswered(database, tx, { kind, ref, place })) return true;
    if (kind === 'unrecordable') return this.#lettersOwed.has(`letter ${place}`);
    // A good message is given up only in the quarantine of its environment.
    return database.givenUp.read(tx, place) !== undefined;
  }

  #inputs() {
    const { profile } = this.#world;
    return lanes.flatMap(({ topic, consumerGroup }) =>
      Array.from({ length: profile.partitions }, (_, partition) => ({
        ...{ topic, partition, consumerGroup },
        key: positionKeyOf({ consumerGroup, topic, partition }),
      })),
    );
  }

  #recordsOf(key: string, from = 0): InboundRecord[] {
    const [, topic = '', partition = ''] = key.split('/');
    const at = { topic, partition: Number(partition) };
    return this.#world.broker.read(at, from, Infinity).records;
  }

  #say(violation: string): void {
    this.violations.push(violation);
  }
}

const tenantOwned = lanes.filter(({ isTenantOwned: isOwned }) => isOwned);

/** Whether a partition, named by its group, topic and number, is one tenant's own. */
const isTenantOwned = (key: string): boolean =>
  tenantOwned.some(({ consumerGroup }) => key.startsWith(`${consumerGroup}/`));

/** What the rules refuse is never stored, so the database has nothing to say against it. */
const isAnswered = (
  { effects, refusals }: MemoryDatabase,
  tx: MemoryTransaction | null,
  { kind, ref, place }: Pick<SimulatedMessage, 'kind' | 'ref'> & { readonly place: string },
): boolean =>
  (isGood({ kind }) && effects.read(tx, ref) !== undefined) ||
  ((isGood({ kind }) || kind === 'refused') && refusals.read(tx, place) !== undefined);

/** The name under which a published message is remembered: a fact by its text, a dead letter by where it came from. */
const nameOf = ({ topic, value, headers }: Pick<InboundRecord, 'topic' | 'value' | 'headers'>): string => {
  if (topic !== 'loyalty.dead-letters') return `${topic} ${String(value)}`;
  const from = String(headers['loyalty_deadLetterTopic']);
  const partition = Number(headers['loyalty_deadLetterPartition']);
  const consumerGroup = String(headers['loyalty_deadLetterGroup']);
  const place = positionKeyOf({ consumerGroup, topic: from, partition });
  return `letter ${place}/${String(headers['loyalty_deadLetterOffset'])}`;
};
