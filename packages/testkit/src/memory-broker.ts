import { randomUUID } from 'node:crypto';
import type {
  ConsumerListener,
  Fetch,
  GroupConsumer,
  HeaderValue,
  InboundRecord,
  LogBounds,
  OutgoingMessage,
  ProducerPort,
} from '@loyalty/kafka';
import { groupBy, partitionKeyOf } from '@loyalty/kernel';

interface At {
  readonly topic: string;
  readonly partition: number;
}

/** Assigns a key to a partition, always the same one. It is not Kafka's hash; nothing relies on that. */
const partitionOf = (key: Buffer | null, count: number): number =>
  (key ?? Buffer.alloc(0)).reduce((sum, byte) => (sum * 31 + byte) % 65_521, 7) % count;

/** The records that were written in a transaction, in whatever logs. */
export interface MemoryBrokerTransaction {
  readonly records: InboundRecord[];
}

export interface MemoryFetch {
  readonly records: InboundRecord[];
  readonly passed: InboundRecord[];
  readonly nextOffset: number;
}

/** The records of a fetch and what it covers besides, as a consumer passes them on. */
export const shownOf = ({
  records,
  passed,
  nextOffset,
}: MemoryFetch): Pick<Fetch, 'records' | 'covered' | 'nextOffset'> => {
  const [first, last] = [passed[0], passed.at(-1)];
  if (first === undefined || last === undefined || passed.length === records.length)
    return { records, nextOffset };
  return { records, nextOffset, covered: { first, last } };
};

/**
 * Kafka in memory, as far as the runtime sees it: logs, groups that rebalance at every join and leave, committed
 * offsets, fetches. Everything happens in turns of the event loop, so tests are fast and repeatable.
 */
export class MemoryBroker {
  readonly #logs = new Map<string, InboundRecord[]>();
  readonly #partitions = new Map<string, number>();
  readonly #committed = new Map<string, number>();
  readonly #members: MemoryConsumer[] = [];
  /** The timestamp of the next records. */
  now = 1_700_000_000_000;
  /** Called with every record as it is written. */
  onAppend: (record: InboundRecord) => void = () => undefined;
  readonly #controls = new Set<InboundRecord>();
  readonly #aborted = new Set<InboundRecord>();
  readonly #transactions = new Set<MemoryBrokerTransaction>();
  readonly #undecodable = new Set<InboundRecord>();
  readonly #starts = new Map<string, number>();
  readonly #leaders = new Map<string, number>();

  createTopic(topic: string, partitions: number): void {
    this.#partitions.set(topic, partitions);
    for (let partition = 0; partition < partitions; partition += 1)
      this.#logs.set(partitionKeyOf({ topic, partition }), []);
  }

  /** Adds partitions as Kafka does: keys move, and consumers of the topic join again. */
  addPartitions(topic: string, count: number): void {
    for (let partition = this.#partitions.get(topic) ?? 0; partition < count; partition += 1)
      this.#logs.set(partitionKeyOf({ topic, partition }), []);
    this.#partitions.set(topic, count);
    const readers = this.#members.filter(({ topics }) => topics.includes(topic));
    for (const groupId of new Set(readers.map((member) => member.groupId))) this.#rebalance(groupId);
  }

  /** Returns the number of a topic's partitions. */
  partitionsOf(topic: string): number {
    return this.#partitions.get(topic) ?? 0;
  }

  /** Returns the records of a partition, oldest first. */
  log(at: At): InboundRecord[] {
    const log = this.#logs.get(partitionKeyOf(at));
    if (log === undefined) throw new Error(`no such partition: ${partitionKeyOf(at)}`);
    return log;
  }

  /** Returns all records of a topic, partition by partition. */
  all(topic: string): InboundRecord[] {
    return this.#partitionsOf(topic).flatMap((at) => this.log(at));
  }

  /** Begins a transaction: nothing from its first record on can be read until it ends. */
  beginTransaction(): MemoryBrokerTransaction {
    const transaction = { records: [] };
    this.#transactions.add(transaction);
    return transaction;
  }

  /** Ends it with a control record in each log that it has written to. */
  endTransaction(transaction: MemoryBrokerTransaction, how: 'commit' | 'abort'): void {
    if (!this.#transactions.delete(transaction)) return;
    if (how === 'abort') for (const record of transaction.records) this.#aborted.add(record);
    const logs = new Map(transaction.records.map((record) => [partitionKeyOf(record), record]));
    for (const at of logs.values()) this.appendControl(at);
  }

  /** Returns the offset up to which a log can be read. */
  stableEndOf(at: At): number {
    const log = this.log(at);
    const open = [...this.#transactions].flatMap(({ records }) => records);
    const undecided = open.filter((record) => log[record.offset] === record).map(({ offset }) => offset);
    return Math.min(log.length, ...undecided);
  }

  append(message: OutgoingMessage, transaction: MemoryBrokerTransaction | null = null): InboundRecord {
    const record = this.#append(message);
    transaction?.records.push(record);
    return record;
  }

  #append({ topic, partition, key, value, headers }: OutgoingMessage): InboundRecord {
    const at = { topic, partition: partition ?? partitionOf(key, this.#partitions.get(topic) ?? 1) };
    const log = this.log(at);
    const copied: Record<string, HeaderValue> = { ...headers };
    const place = { ...at, offset: log.length, timestamp: this.now, leaderEpoch: this.#leaderOf(at) };
    const record = { ...place, key, value, headers: copied };
    log.push(record);
    this.onAppend(record);
    return record;
  }

  /** Makes the log begin at `offset`, as retention or DeleteRecords do. */
  deleteBefore(at: At, offset: number): void {
    this.#starts.set(partitionKeyOf(at), offset);
  }

  /** Simulates another leader whose log ends at `offset`: later records take the offsets of the lost ones. */
  cut(at: At, offset: number): void {
    this.log(at).length = offset;
    this.#leaders.set(partitionKeyOf(at), this.#leaderOf(at) + 1);
  }

  /** Returns the first offset that is still in the log. */
  startOf(at: At): number {
    return this.#starts.get(partitionKeyOf(at)) ?? 0;
  }

  /** Returns false if a fetch at this offset would be out of range. */
  holds(at: At, offset: number): boolean {
    return offset >= this.startOf(at) && offset <= this.log(at).length;
  }

  /** Appends a control record of the broker: it takes an offset and never reaches a consumer. */
  appendControl(at: At): void {
    this.#controls.add(this.#appendEmpty(at));
  }

  /** Appends a record that cannot be decoded. */
  appendUndecodable(at: At): void {
    this.#undecodable.add(this.#appendEmpty(at));
  }

  /** Returns true if the record at this offset cannot be decoded. */
  isUndecodable(at: At, offset: number): boolean {
    const record = this.log(at)[offset];
    return record !== undefined && this.#undecodable.has(record);
  }

  /**
   * Fetches at most `max` offsets from `offset` on; fewer, where a record cannot be decoded or a transaction is open.
   * `passed`: all records that it covers, control records and aborted ones included.
   */
  read(at: At, offset: number, max: number): MemoryFetch {
    const found = this.log(at).slice(offset, Math.min(offset + max, this.stableEndOf(at)));
    const bad = found.findIndex((record) => this.#undecodable.has(record));
    const passed = bad === -1 ? found : found.slice(0, bad);
    const records = passed.filter((record) => !this.#controls.has(record) && !this.#aborted.has(record));
    return { records, passed, nextOffset: offset + passed.length };
  }

  /** The ends of a log, as a fetch names them. */
  endsOf(at: At): { readonly logEnd: number; readonly stableEnd: number } {
    return { logEnd: this.log(at).length, stableEnd: this.stableEndOf(at) };
  }

  producer(): ProducerPort {
    return {
      send: async (messages) => {
        await Promise.resolve();
        for (const message of messages) this.append(message);
      },
      stop: () => Promise.resolve(),
    };
  }

  consumer(groupId: string, topics: readonly string[]): MemoryConsumer {
    return new MemoryConsumer(this, groupId, topics);
  }

  /** Returns the offset at which the group's next fetch begins without a seek: Kafka's own committed offset. */
  committedOf(groupId: string, at: At): number {
    return this.#committed.get(`${groupId}/${partitionKeyOf(at)}`) ?? 0;
  }

  commit(groupId: string, at: At, offset: number): void {
    this.#committed.set(`${groupId}/${partitionKeyOf(at)}`, offset);
  }

  bounds(topics: readonly string[]): LogBounds[] {
    return topics.flatMap((topic) =>
      this.#partitionsOf(topic).map((at) => ({ ...at, start: this.startOf(at), end: this.log(at).length })),
    );
  }

  join(member: MemoryConsumer): void {
    this.#members.push(member);
    this.#rebalance(member.groupId);
  }

  joinAgain(member: MemoryConsumer): void {
    if (this.#members.includes(member)) this.#rebalance(member.groupId);
  }

  leave(member: MemoryConsumer): void {
    this.#members.splice(this.#members.indexOf(member), 1);
    this.#rebalance(member.groupId);
  }

  /** Makes a member leave that has crashed without leaving. */
  expel(memberId: string): void {
    const member = this.#members.find((each) => each.memberId === memberId);
    if (member !== undefined) this.leave(member);
  }

  #leaderOf(at: At): number {
    return this.#leaders.get(partitionKeyOf(at)) ?? 0;
  }

  #appendEmpty(at: At): InboundRecord {
    const log = this.log(at);
    const record = {
      ...at,
      offset: log.length,
      timestamp: this.now,
      leaderEpoch: this.#leaderOf(at),
      key: null,
      value: null,
      headers: {},
    };
    log.push(record);
    return record;
  }

  #rebalance(groupId: string): void {
    const all = this.#members.filter((member) => member.groupId === groupId);
    const able = all.filter((member) => member.canStore());
    const members = able.length === 0 ? all : able;
    const shares = groupBy(
      members.flatMap((member) => member.topics).flatMap((topic) => this.#partitionsOf(topic)),
      (at) => at.partition % members.length,
    );
    for (const member of all) {
      const own = new Map((shares.get(members.indexOf(member)) ?? []).map((at) => [partitionKeyOf(at), at]));
      member.assign([...own.values()]);
    }
  }

  #partitionsOf(topic: string): At[] {
    return Array.from({ length: this.#partitions.get(topic) ?? 0 }, (_, partition) => ({ topic, partition }));
  }
}

/** One member of one group; it fetches in turns of the event loop. */
export class MemoryConsumer implements GroupConsumer {
  readonly memberId = randomUUID();
  readonly groupId: string;
  readonly topics: readonly string[];
  readonly #broker: MemoryBroker;
  #listener: ConsumerListener | null = null;
  #assigned = new Map<string, { at: At; next: number; shownEnd: number }>();
  readonly #paused = new Set<string>();
  readonly #halted = new Set<string>();
  #isRunning = false;
  /** The maximum number of records in one fetch. */
  fetchMax = 50;

  constructor(broker: MemoryBroker, groupId: string, topics: readonly string[]) {
    this.#broker = broker;
    this.groupId = groupId;
    this.topics = topics;
  }

  start(listener: ConsumerListener): Promise<void> {
    this.#listener = listener;
    this.#isRunning = true;
    this.#broker.join(this);
    this.#schedule();
    return Promise.resolve();
  }

  assign(partitions: readonly At[]): void {
    this.#paused.clear();
    this.#halted.clear();
    this.#assigned = new Map(
      partitions.map((at) => [
        partitionKeyOf(at),
        { at, next: this.#broker.committedOf(this.groupId, at), shownEnd: -1 },
      ]),
    );
    this.#listener?.joined(partitions);
  }

  canStore(): boolean {
    return this.#listener?.canStore?.() ?? true;
  }

  joinAgain(): void {
    this.#broker.joinAgain(this);
  }

  seek(at: At, offset: number): void {
    const assigned = this.#assigned.get(partitionKeyOf(at));
    if (assigned !== undefined) assigned.next = offset;
    this.#halted.delete(partitionKeyOf(at));
  }

  pause(partitions: readonly At[]): void {
    for (const at of partitions) this.#paused.add(partitionKeyOf(at));
  }

  resume(partitions: readonly At[]): void {
    for (const at of partitions) this.#paused.delete(partitionKeyOf(at));
  }

  expel(memberId: string): Promise<void> {
    this.#broker.expel(memberId);
    return Promise.resolve();
  }

  logBounds(topics: readonly string[]): Promise<LogBounds[]> {
    return Promise.resolve(this.#broker.bounds(topics));
  }

  commit(offsets: readonly (At & { readonly nextOffset: number })[]): Promise<void> {
    for (const { nextOffset, ...at } of offsets) this.#broker.commit(this.groupId, at, nextOffset);
    return Promise.resolve();
  }

  stop(): Promise<void> {
    this.crash();
    this.#broker.leave(this);
    return Promise.resolve();
  }

  /** Ends without leaving. The group learns of it only through {@link MemoryBroker.leave}. */
  crash(): void {
    this.#isRunning = false;
    this.#listener = null;
  }

  #schedule(): void {
    setImmediate(() => {
      if (!this.#isRunning) return;
      for (const [key, assigned] of this.#assigned)
        if (!this.#paused.has(key) && !this.#halted.has(key)) this.#fetch(assigned);
      this.#schedule();
    });
  }

  #fetch(assigned: { at: At; next: number; shownEnd: number }): void {
    const fetchedOffset = assigned.next;
    if (!this.#broker.holds(assigned.at, fetchedOffset)) {
      this.#halt(assigned, { isOutside: true });
      return;
    }
    if (this.#broker.isUndecodable(assigned.at, fetchedOffset)) {
      this.#halt(assigned, { undecodable: 'lz4' });
      return;
    }
    const shown = shownOf(this.#broker.read(assigned.at, fetchedOffset, this.fetchMax));
    const ends = this.#broker.endsOf(assigned.at);
    const isOfEnds = shown.nextOffset === fetchedOffset;
    if (isOfEnds && (ends.logEnd === assigned.shownEnd || ends.logEnd <= fetchedOffset)) return;
    assigned.next = shown.nextOffset;
    assigned.shownEnd = ends.logEnd;
    this.#listener?.fetched({ ...assigned.at, ...ends, ...shown, fetchedOffset });
  }

  /** Reports once why nothing is fetched, and halts until a seek. */
  #halt({ at, next }: { readonly at: At; readonly next: number }, why: Partial<Fetch>): void {
    this.#halted.add(partitionKeyOf(at));
    this.#listener?.fetched({ ...at, fetchedOffset: next, nextOffset: next, records: [], ...why });
  }
}
