import type { GroupConsumer } from '@loyalty/kafka';
import { type Part, repeatingPart, textOf } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import {
  deleteGroupMember,
  readDeadMembers,
  storeGroupMember,
  type StoredGroupMember,
} from '@loyalty/storage/processes';
import type { Logger } from '@loyalty/telemetry/logger';
import type { OutboxOwner } from '../outbox/outbox-owner.ts';

interface DeadMembersOptions {
  readonly groups: readonly {
    readonly consumerGroup: string;
    readonly consumer: Pick<GroupConsumer, 'memberId' | 'expel'>;
  }[];
  readonly database: Pick<Database, 'query'>;
  readonly owner: Pick<OutboxOwner, 'owner' | 'isHeld'>;
  readonly logger: Logger;
}

const lookEveryMs = 1_000;
/** After a restart of the database all locks are free until their owners take them again, every 2 s. */
const trustAfterRounds = 5;

/**
 * Creates a part that removes dead members from their groups. Kafka waits for the end of a session, but a
 * process' lock in Postgres is released within milliseconds. Members without a lock are made to leave; one
 * that only lost its lock joins again (docs/mechanisms/streams.md, «Groups»).
 */
export const createDeadMembers = (options: DeadMembersOptions): Part => {
  const part = new DeadMembers(options);
  const repeating = repeatingPart({
    name: 'dead-members',
    everyMs: lookEveryMs,
    work: (signal) => part.look(signal),
    onFailed: (failure) => {
      options.logger.debug({ error: textOf(failure) }, 'dead members could not be looked for');
    },
  });
  return {
    name: repeating.name,
    start: () => repeating.start?.() ?? Promise.resolve(),
    stop: async () => {
      await repeating.stop?.();
      await part.forget();
    },
  };
};

class DeadMembers {
  readonly #options: DeadMembersOptions;
  readonly #stored = new Map<string, string>();
  #roundsHeld = 0;

  constructor(options: DeadMembersOptions) {
    this.#options = options;
  }

  async look(signal: AbortSignal): Promise<void> {
    if (!this.#options.owner.isHeld()) {
      this.#roundsHeld = 0;
      return;
    }
    this.#roundsHeld += 1;
    await this.#save();
    if (this.#roundsHeld <= trustAfterRounds) return;
    for (const dead of await this.#dead()) {
      if (signal.aborted) return;
      await this.#end(dead);
    }
  }

  async forget(): Promise<void> {
    const { database, owner, logger } = this.#options;
    for (const [consumerGroup, memberId] of this.#stored)
      await deleteGroupMember(database, { consumerGroup, owner: owner.owner, memberId }).catch(
        (failure: unknown) => {
          logger.debug({ error: textOf(failure) }, 'a member that has left is not deleted');
        },
      );
  }

  async #save(): Promise<void> {
    const { database, groups, owner } = this.#options;
    for (const { consumerGroup, consumer } of groups) {
      const { memberId } = consumer;
      if (memberId === '' || this.#stored.get(consumerGroup) === memberId) continue;
      await storeGroupMember(database, { consumerGroup, owner: owner.owner, memberId });
      this.#stored.set(consumerGroup, memberId);
    }
  }

  #dead(): Promise<StoredGroupMember[]> {
    const { database, groups, owner } = this.#options;
    return readDeadMembers(
      database,
      groups.map(({ consumerGroup }) => consumerGroup),
      owner.owner,
    );
  }

  async #end(dead: StoredGroupMember): Promise<void> {
    const { database, groups, logger } = this.#options;
    const group = groups.find(({ consumerGroup }) => consumerGroup === dead.consumerGroup);
    await group?.consumer.expel(dead.memberId);
    await deleteGroupMember(database, dead);
    logger.info(
      { owner: dead.owner, consumerGroup: dead.consumerGroup },
      'a dead process has left its group',
    );
  }
}
