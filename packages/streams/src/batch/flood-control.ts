import { groupBy, positionKeyOf } from '@loyalty/kernel';
import type { GroupPartition } from '@loyalty/storage/positions';
import type { Queued } from '../intake/intake-queue.ts';
import type { RejectedMessage, Rejection, Store } from '../ports.ts';
import { environmentInHeader } from '../records.ts';
import type { Batch } from './batch.ts';

const deadLettersPerMinuteMax = 100;

export interface FloodOutcome {
  readonly parked: readonly (GroupPartition & { readonly reason: string })[];
  readonly quarantined: readonly QuarantinedEnvironment[];
}

interface FloodControlOptions<Tx> {
  readonly store: Store<Tx>;
  readonly isTenantOwned: (consumerGroup: string) => boolean;
}

const ofTopic = 0;

/**
 * Limits floods of dead letters. A flood parks a tenant's own topic. A shared topic is never parked: the
 * flooding environment is quarantined.
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
  const groups = groupBy(counted, keyOf);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first, count: group.length }];
  });
};

export interface QuarantinedEnvironment extends GroupPartition {
  readonly environmentId: number;
}

/** A flood delays the others little at this length, and a corrected campaign soon earns again. */
const quarantineMs = 60_000;

const rejection: Rejection = {
  reason: 'QUARANTINED',
  detail:
    'its environment has caused too many dead letters on this partition; messages are not tried for a minute',
};

/** Given up untried, which says nothing about its environment. */
const isQuarantined = (deadLetter: RejectedMessage): boolean => deadLetter.rejection === rejection;

const keyOf = (at: QuarantinedEnvironment): string => `${positionKeyOf(at)}/${at.environmentId.toString()}`;

/**
 * The environments that flood a shared topic, as far as this process knows. Isolating each of their bad
 * messages would take several transactions, for which all tenants of the partition wait.
 */
export class Quarantine {
  readonly #beganMs = new Map<string, number>();

  get size(): number {
    return this.#beganMs.size;
  }

  begin(environment: QuarantinedEnvironment, nowMs: number): void {
    this.#beganMs.set(keyOf(environment), nowMs);
  }

  applyTo<T>(batch: Batch<T>, nowMs: number): Batch<T> {
    this.#release(nowMs);
    return this.#beganMs.size === 0 ? batch : batch.map((queued) => this.#judge(queued));
  }

  #judge<T>(queued: Queued<T>): Queued<T> {
    const { item, partition } = queued;
    if (item === null || partition.isTenantOwned || 'rejection' in item) return queued;
    const environmentId = environmentInHeader(item.record);
    if (environmentId === null) return queued;
    const { consumerGroup, topic, partition: number } = partition;
    const name = keyOf({ consumerGroup, topic, partition: number, environmentId });
    return this.#beganMs.has(name) ? { ...queued, item: { ...item, rejection } } : queued;
  }

  /** Ends quarantines that are over. A clock that was set back ends one, too, rather than prolong it. */
  #release(nowMs: number): void {
    for (const [name, beganMs] of this.#beganMs)
      if (nowMs < beganMs || nowMs >= beganMs + quarantineMs) this.#beganMs.delete(name);
  }
}
