import type { ConsumerListener, Fetch, GroupConsumer, LogBounds } from '@loyalty/kafka';
import { partitionKeyOf } from '@loyalty/kernel';
import type { TopicPartition } from '@loyalty/storage/positions';
import type { ServerLine } from '../line.ts';
import { type MemoryBroker, shownOf } from '../memory-broker.ts';
import { asOnDisk, type BitFlips } from './bit-flips.ts';
import type { Random } from './random.ts';
import type { GroupMember, SimulatedGroup } from './simulated-group.ts';
import type { ServerState } from './simulated-line.ts';
import type { Actor, SimulationScheduler } from './simulation-scheduler.ts';

export interface SimulatedConsumerOptions {
  readonly actor: Actor;
  readonly groupId: string;
  readonly group: SimulatedGroup;
  readonly broker: MemoryBroker;
  readonly server: ServerState;
  readonly line: ServerLine;
  readonly turns: SimulationScheduler;
  readonly random: Random;
  /** The maximum number of offsets in one fetch. */
  readonly fetchMax: number;
  /** True for a consumer that silently continues wherever a cut log can still be read. Default: false. */
  readonly resetsSilently?: boolean;
  readonly flips: BitFlips | null;
}

/** One assigned partition: the next offset to fetch, and whether a fetch is under way. */
interface Assigned {
  readonly at: TopicPartition;
  next: number;
  seeks: number;
  isFetching: boolean;
  /** The log lacks the next record, or its bytes are wrong: nothing is fetched before a seek. */
  isHalted: boolean;
}

/** The result of a fetch beyond the end of a log. */
const outside = { records: [], isOutside: true } as const;

const rejoinMs = 100;

/**
 * A member of a group that is as unhelpful as the port allows. Its first fetch begins at Kafka's own offset.
 * Fetches that were in flight during a seek, a pause or a rebalance may or may not arrive. Those of a frozen
 * process arrive when it wakes.
 */
export class SimulatedConsumer implements GroupConsumer, GroupMember {
  readonly actor: Actor;
  readonly #options: SimulatedConsumerOptions;
  #listener: ConsumerListener | null = null;
  #assigned = new Map<string, Assigned>();
  readonly #paused = new Set<string>();
  #generation = 0;
  #saidCanStore = true;

  constructor(options: SimulatedConsumerOptions) {
    this.#options = options;
    this.actor = options.actor;
  }

  start(listener: ConsumerListener): Promise<void> {
    this.#listener = listener;
    return this.rejoin();
  }

  /** Joins the group, or joins it again after an eviction. */
  rejoin(): Promise<void> {
    return this.#options.line.call('join the group', () => {
      this.#options.group.join(this);
    });
  }

  /**
   * Makes the client crash and join again by itself after a while; meanwhile it belongs to no group and does
   * nothing.
   */
  restart(afterMs: number): void {
    const { turns, group } = this.#options;
    this.#assigned.clear();
    group.leave(this);
    const run = (): void => {
      void this.#rejoinSoon();
    };
    turns.ofProcess(this.actor, `${this.actor.name}: the consumer joins again`, { run, afterMs });
  }

  /** Ends the consumer, which does not return by itself. */
  fail(): void {
    this.#listener?.failed(new Error('the consumer crashed'));
  }

  async #rejoinSoon(): Promise<void> {
    if (this.#listener === null) return;
    await this.rejoin().catch(() => {
      this.restart(rejoinMs);
    });
  }

  assigned(partitions: readonly TopicPartition[], generation: number): void {
    if (generation <= this.#generation || this.#listener === null) return;
    this.#generation = generation;
    this.#paused.clear();
    const { broker, groupId } = this.#options;
    const next = (at: TopicPartition): number => broker.committedOf(groupId, at);
    this.#assigned = new Map(
      partitions.map((at) => [
        partitionKeyOf(at),
        { at, next: next(at), seeks: 0, isFetching: false, isHalted: false },
      ]),
    );
    this.#listener.joined(partitions);
    this.pump();
  }

  /** Returns whether the member can store. A frozen process says nothing new. */
  canStore(): boolean {
    const { isFrozen, isGone } = this.actor;
    if (!isFrozen && !isGone) this.#saidCanStore = this.#listener?.canStore?.() ?? true;
    return this.#saidCanStore;
  }

  joinAgain(): void {
    const { line, group } = this.#options;
    const join = (): void => {
      if (group.has(this)) group.rebalance();
    };
    // One that fails is repeated: the group has not heard of it.
    line.call('join again', join).catch(() => undefined);
  }

  seek(at: TopicPartition, offset: number): void {
    const assigned = this.#assigned.get(partitionKeyOf(at));
    if (assigned === undefined) return;
    assigned.next = offset;
    assigned.seeks += 1;
    assigned.isHalted = false;
    this.pump();
  }

  pause(partitions: readonly TopicPartition[]): void {
    for (const at of partitions) this.#paused.add(partitionKeyOf(at));
  }

  resume(partitions: readonly TopicPartition[]): void {
    for (const at of partitions) this.#paused.delete(partitionKeyOf(at));
    this.pump();
  }

  logBounds(topics: readonly string[]): Promise<LogBounds[]> {
    const { line, broker, resetsSilently } = this.#options;
    const asReported = (bounds: LogBounds): LogBounds =>
      resetsSilently === true ? { ...bounds, start: 0, end: Infinity } : bounds;
    return line.call('log bounds', () => broker.bounds(topics).map(asReported));
  }

  commit(offsets: readonly (TopicPartition & { readonly nextOffset: number })[]): Promise<void> {
    const { line, broker, group, groupId } = this.#options;
    const generation = this.#generation;
    return line.call('commit offsets', () => {
      if (generation !== group.generation) throw new Error('the generation is over');
      for (const { nextOffset, ...at } of offsets) broker.commit(groupId, at, nextOffset);
    });
  }

  async stop(): Promise<void> {
    this.#listener = null;
    await this.#options.line
      .call('leave the group', () => {
        this.#options.group.leave(this);
      })
      // A broker that is unavailable evicts the member later.
      .catch(() => undefined);
  }

  get memberId(): string {
    return this.actor.name;
  }

  expel(memberId: string): Promise<void> {
    return this.#options.line.call('make a member leave', () => {
      this.#options.group.expel(memberId);
    });
  }

  /** Fetches whatever can be fetched; called whenever that may have changed. */
  pump(): void {
    if (this.#listener === null) return;
    for (const assigned of this.#assigned.values()) {
      const { at, next, isFetching, isHalted } = assigned;
      const { broker } = this.#options;
      const hasMore = next < broker.stableEndOf(at) || !broker.holds(at, next);
      if (hasMore && !isFetching && !isHalted && !this.#paused.has(partitionKeyOf(at))) this.#fetch(assigned);
    }
  }

  #fetch(assigned: Assigned): void {
    const { turns, server, random, fetchMax } = this.#options;
    const { actor } = this;
    assigned.isFetching = true;
    const { at, next: fetchedOffset, seeks } = assigned;
    const what = `${partitionKeyOf(at)} from ${fetchedOffset.toString()}`;
    turns.atServer(
      `${server.name} is asked for ${what} by ${actor.name}`,
      () => {
        const found = server.isAway ? null : this.#read(at, fetchedOffset, random.between(1, fetchMax));
        const run = (): void => {
          assigned.isFetching = false;
          const isWanted = assigned.seeks === seeks && this.#isCurrent(assigned);
          assigned.isHalted ||= isWanted && (found?.isOutside === true || found?.undecodable !== undefined);
          if (found === null || (!isWanted && random.chance(0.5))) this.pump();
          else this.#hand(assigned, { ...at, fetchedOffset, ...found });
        };
        turns.ofProcess(actor, `${actor.name}: fetched ${what}`, {
          run,
          afterMs: found === null ? 500 : 0,
        });
      },
      { actor },
    );
  }

  #read(
    at: TopicPartition,
    offset: number,
    max: number,
  ): Omit<Fetch, 'fetchedOffset' | keyof TopicPartition> {
    const { broker, resetsSilently, flips } = this.#options;
    if (broker.holds(at, offset)) {
      const { undecodable, ...found } = asOnDisk(flips, at, offset, broker.read(at, offset, max));
      const shown = { ...broker.endsOf(at), ...shownOf(found) };
      return undecodable === undefined ? shown : { ...shown, undecodable };
    }
    if (resetsSilently !== true) return { ...outside, nextOffset: offset };
    return shownOf(broker.read(at, Math.min(broker.log(at).length, broker.startOf(at)), max));
  }

  #isCurrent(assigned: Assigned): boolean {
    return (
      this.#assigned.get(partitionKeyOf(assigned.at)) === assigned &&
      !this.#paused.has(partitionKeyOf(assigned.at))
    );
  }

  #hand(assigned: Assigned, fetch: Parameters<ConsumerListener['fetched']>[0]): void {
    // Unless a seek moved away from this fetch, the next one begins behind it.
    if (assigned.next === fetch.fetchedOffset) assigned.next = fetch.nextOffset;
    this.#listener?.fetched(fetch);
    this.pump();
  }
}
