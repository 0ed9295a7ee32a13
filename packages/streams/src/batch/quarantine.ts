import type { GroupPartition } from '@loyalty/storage';
import { environmentInHeader } from '../ports/environment-header.ts';
import type { RejectedMessage, Rejection } from '../ports/handler.ts';
import type { Batch } from './batch.ts';
import type { Queued } from './intake-queue.ts';

/** An environment that floods one partition, which others share, with dead letters. */
export interface QuarantinedEnvironment extends GroupPartition {
  readonly environmentId: number;
}

/** Long enough that a flood delays the others little, short enough that a corrected campaign soon earns again. */
const quarantineMs = 60_000;

const rejection: Rejection = {
  reason: 'QUARANTINED',
  detail:
    'its environment has caused too many dead letters on this partition; messages are not tried for a minute',
};

/** Returns true for a message that was given up untried, which says nothing about its environment. */
export const isQuarantined = (deadLetter: RejectedMessage): boolean => deadLetter.rejection === rejection;

const nameOf = ({ consumerGroup, topic, partition, environmentId }: QuarantinedEnvironment): string =>
  [consumerGroup, topic, partition.toString(), environmentId.toString()].join('\0');

/**
 * Environments whose messages are given up untried for a minute. Isolating each bad message takes several transactions, for
 * which all tenants of the partition wait. Known to this process alone.
 */
export class Quarantine {
  readonly #beganMs = new Map<string, number>();

  get size(): number {
    return this.#beganMs.size;
  }

  begin(environment: QuarantinedEnvironment, nowMs: number): void {
    this.#beganMs.set(nameOf(environment), nowMs);
  }

  /** Returns the batch with the messages of quarantined environments rejected. */
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
    const name = nameOf({ consumerGroup, topic, partition: number, environmentId });
    return this.#beganMs.has(name) ? { ...queued, item: { ...item, rejection } } : queued;
  }

  /** Ends quarantines. A clock that was set back ends one too, rather than prolong it. */
  #release(nowMs: number): void {
    for (const [name, beganMs] of this.#beganMs)
      if (nowMs < beganMs || nowMs >= beganMs + quarantineMs) this.#beganMs.delete(name);
  }
}
