import { groupBy } from '@loyalty/kernel';
import type { GroupPartition } from '@loyalty/storage';
import { environmentInHeader } from '../ports/environment-header.ts';
import type { RejectedMessage } from '../ports/handler.ts';
import type { Store } from '../ports/store.ts';
import { isQuarantined, type QuarantinedEnvironment } from './quarantine.ts';

/** More dead letters than this in one minute are a flood: a fault of the sender. */
const deadLettersPerMinuteMax = 100;

/** The consequences of the dead letters of a batch. */
export interface FloodOutcome {
  readonly parked: readonly (GroupPartition & { readonly reason: string })[];
  readonly quarantined: readonly QuarantinedEnvironment[];
}

export interface FloodControlOptions<Tx> {
  readonly store: Store<Tx>;
  /** True for a group whose topics each belong to one tenant. */
  readonly isTenantOwned: (consumerGroup: string) => boolean;
}

/** Stands for the only environment of a tenant's own topic. */
const ofTopic = 0;

/**
 * Counts the dead letters of a batch, in its transaction. A flood parks the partition of a tenant's own topic. A shared topic
 * is never parked: the flooding environment is quarantined.
 */
export const controlFloods = async <Tx>(
  options: FloodControlOptions<Tx>,
  tx: Tx,
  deadLetters: readonly RejectedMessage[],
): Promise<FloodOutcome> => {
  const parked: (GroupPartition & { readonly reason: string })[] = [];
  const quarantined: QuarantinedEnvironment[] = [];
  for (const { count, ...at } of countsOf(options, deadLetters)) {
    const total = await options.store.countDeadLetters(tx, { ...at, count });
    if (total <= deadLettersPerMinuteMax) continue;
    if (at.environmentId !== ofTopic) {
      quarantined.push(at);
      continue;
    }
    const { consumerGroup, topic, partition } = at;
    const reason = `${total.toString()} dead letters within a minute`;
    const flooded = { consumerGroup, topic, partition, reason };
    await options.store.park(tx, flooded);
    parked.push(flooded);
  }
  return { parked, quarantined };
};

/** Dead letters by partition and environment. Those without an environment on a shared topic count for none. */
const countsOf = <Tx>(
  { isTenantOwned }: FloodControlOptions<Tx>,
  deadLetters: readonly RejectedMessage[],
): (QuarantinedEnvironment & { readonly count: number })[] => {
  const counted = deadLetters.flatMap((deadLetter) => {
    const { consumerGroup, record } = deadLetter;
    const environmentId = isTenantOwned(consumerGroup) ? ofTopic : environmentInHeader(record);
    if (environmentId === null || isQuarantined(deadLetter)) return [];
    return [{ consumerGroup, topic: record.topic, partition: record.partition, environmentId }];
  });
  const groups = groupBy(counted, (at) => Object.values(at).join('\0'));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first, count: group.length }];
  });
};
