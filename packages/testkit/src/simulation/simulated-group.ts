import type { TopicPartition } from '@loyalty/storage/positions';
import type { Random } from './random.ts';
import type { Actor, SimulationScheduler } from './simulation-scheduler.ts';

/** A member as its group sees it. */
export interface GroupMember {
  readonly actor: Actor;
  canStore(): boolean;
  /** Reports the outcome of a rebalance. The member ignores one that is older than what it knows. */
  assigned(partitions: readonly TopicPartition[], generation: number): void;
}

/** A consumer group at the broker: every join, leave and eviction assigns all partitions again. */
export class SimulatedGroup {
  #partitions: readonly TopicPartition[];
  readonly #turns: SimulationScheduler;
  readonly #random: Random;
  #members: GroupMember[] = [];
  generation = 0;

  constructor(
    partitions: readonly TopicPartition[],
    { turns, random }: { turns: SimulationScheduler; random: Random },
  ) {
    this.#partitions = partitions;
    this.#turns = turns;
    this.#random = random;
  }

  has(member: GroupMember): boolean {
    return this.#members.includes(member);
  }

  join(member: GroupMember): void {
    if (!this.has(member)) this.#members.push(member);
    this.rebalance();
  }

  leave(member: GroupMember): void {
    if (!this.has(member)) return;
    this.#members = this.#members.filter((other) => other !== member);
    this.rebalance();
  }

  expel(name: string): void {
    const member = this.#members.find(({ actor }) => actor.name === name);
    if (member !== undefined) this.leave(member);
  }

  #takers(): readonly GroupMember[] {
    const able = this.#members.filter((member) => member.canStore());
    return able.length > 0 ? able : this.#members;
  }

  /** Adds the topic's new partitions. */
  grow(partitions: readonly TopicPartition[]): void {
    this.#partitions = partitions;
    this.rebalance();
  }

  /**
   * Assigns all partitions again, to members that can store if there are any. Members learn of it one after
   * the other, so a partition may have two readers meanwhile.
   */
  rebalance(): void {
    this.generation += 1;
    const { generation } = this;
    const shares = new Map<GroupMember, TopicPartition[]>(this.#members.map((member) => [member, []]));
    const takers = this.#takers();
    if (takers.length > 0) for (const at of this.#partitions) shares.get(this.#random.pick(takers))?.push(at);
    for (const [member, share] of shares) {
      const run = (): void => {
        member.assigned(share, generation);
      };
      this.#turns.ofProcess(
        member.actor,
        `${member.actor.name}: joined, generation ${generation.toString()}`,
        {
          run,
        },
      );
    }
  }
}
