import { invariant } from '@loyalty/kernel';
import type { Message } from '@loyalty/streams';
import type { ToyEffect } from '../../memory-database.ts';
import { accountKeyOf, type SimulatedMessage } from '../simulated-message.ts';
import { type CachedMember, decideMessage } from './decide-message.ts';
import type { MemberWrite } from './member-tables.ts';
import type { Configured } from './simulated-programme.ts';

/** The members of one batch after each of its messages, and the writes for them. */
export class LedgerBook {
  readonly #held: Map<string, CachedMember>;
  readonly #configurations: ReadonlyMap<number, Configured>;
  readonly #writes = new Map<string, MemberWrite>();

  constructor(held: Map<string, CachedMember>, configurations: ReadonlyMap<number, Configured>) {
    this.#held = held;
    this.#configurations = configurations;
  }

  /** Returns the effect of a message on its member, or the code by which the rules refuse it. */
  decide(message: Message<SimulatedMessage>): ToyEffect | string {
    const { record, value, consumerGroup } = message;
    const { topic, partition, offset, timestamp } = record;
    const key = accountKeyOf(value);
    const [before, configured] = [this.#held.get(key), this.#configurations.get(value.environmentId)];
    invariant(before !== undefined && configured !== undefined, 'a batch has its members and configurations');
    const decided = decideMessage(message, before, configured);
    if (decided.outcome === 'refused') return decided.code;
    const { account, lots, postings } = decided;
    this.#held.set(key, { account, lots });
    const earlier = this.#writes.get(key);
    this.#writes.set(key, {
      key,
      account,
      postings: [...(earlier?.postings ?? []), ...postings],
      // An earning engine adds to lots that it has not read, or that changed since.
      lots: value.operation === 'evaluate' ? null : lots,
      atMs: Math.max(timestamp, earlier?.atMs ?? 0),
    });
    const amount = postings.reduce((sum, { points }) => sum + points, 0);
    const balanceAfter = account.pointsBalance;
    const { version, percentage } = configured;
    const basis = { recordMs: timestamp, version, percentage };
    return { consumerGroup, topic, partition, offset, member: key, amount, balanceAfter, basis };
  }

  writes(): MemberWrite[] {
    return [...this.#writes.values()];
  }
}
