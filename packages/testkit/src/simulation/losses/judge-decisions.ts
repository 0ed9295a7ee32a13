import type { InboundRecord } from '@loyalty/kafka';
import type { MemoryTransaction, ToyEffect } from '../../memory-database.ts';
import { tooLate } from '../simulated-ledger.ts';
import { messageOf } from '../simulated-message.ts';
import type { World } from '../world.ts';
import { percentageOf } from './configurations.ts';

/** A request that a transaction decides, and its record. */
interface DecidedRequest {
  readonly ref: string;
  readonly record: InboundRecord;
}

export interface ExecutedRequest extends DecidedRequest {
  readonly effect: ToyEffect;
}

export interface RefusedDecision extends DecidedRequest {
  readonly said: string;
}

export interface JudgedDecisions {
  readonly executed: readonly ExecutedRequest[];
  readonly refused: readonly RefusedDecision[];
}

/**
 * Returns the faults of decisions if commits may be lost. No state of another history may count, and a reply
 * to a caller must stay true.
 */
export const faultsOfDecisions = (
  world: World,
  tx: MemoryTransaction,
  { executed, refused }: JudgedDecisions,
): string[] => [
  ...executed.flatMap((one) => [...faultsOfConfiguration(tx, one), ...faultsOfExecuting(world, tx, one)]),
  ...refused.flatMap((one) => faultsOfRefusing(world, tx, one)),
];

const faultsOfConfiguration = (
  { database }: MemoryTransaction,
  { ref, record, effect: { basis, amount } }: ExecutedRequest,
): string[] => {
  const message = messageOf(record);
  if (basis === undefined) return [`${ref} is decided by nothing`];
  const percentage = percentageOf(database, message.environmentId, basis.version);
  if (percentage !== basis.percentage)
    return [`${ref} is decided by version ${basis.version.toString()} of another history`];
  const due = (message.amount * percentage) / 100;
  return message.operation === 'redeem' || amount === due
    ? []
    : [`${ref} earns ${amount.toString()} for ${due.toString()}`];
};

const faultsOfExecuting = (
  { cache }: World,
  { beganMs }: MemoryTransaction,
  { ref, record }: ExecutedRequest,
): string[] => {
  const { notAfterMs = Infinity } = messageOf(record);
  return notAfterMs < beganMs && !cache.hasEverHeld(ref, record.timestamp)
    ? [`${ref} is executed after its deadline`]
    : [];
};

const faultsOfRefusing = (
  { cache, turns }: World,
  { beganMs }: MemoryTransaction,
  { ref, record, said }: RefusedDecision,
): string[] => {
  if (said !== `${ref} ${tooLate}`) return [];
  const { notAfterMs = Infinity } = messageOf(record);
  const repliedAtMs = cache.heldSinceMs(ref, record.timestamp) ?? Infinity;
  return [
    ...(notAfterMs < turns.nowMs ? [] : [`${ref} is refused before its deadline`]),
    ...(repliedAtMs < beganMs
      ? [`${ref} is refused as too late, and its caller has a reply that it is done`]
      : []),
  ];
};
