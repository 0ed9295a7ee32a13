import type { Kafka } from '@loyalty/kafka';
import { type HeldTransaction, readOpenTransactions } from '@loyalty/kafka/metadata';
import { partitionKeyOf } from '@loyalty/kernel';
import type { PositionInLog } from './positions-in-logs.ts';

export interface ListedPosition extends PositionInLog {
  /** The oldest open transaction of the partition, if messages wait for it. */
  readonly transaction: { readonly startOffset: number; readonly since: string | null } | null;
}

/** Reads the first record of each transaction for which messages wait. */
export const withTransactions = async (
  kafka: Kafka,
  positions: readonly PositionInLog[],
): Promise<readonly ListedPosition[]> => {
  const logs = positions.flatMap(({ topic, partition, logEnd, stableEnd, waiting }) =>
    logEnd === null || stableEnd === null || waiting === 0
      ? []
      : [[partitionKeyOf({ topic, partition }), { topic, partition, end: logEnd, stableEnd }] as const],
  );
  // Several groups may read a partition.
  const open = await readOpenTransactions(kafka, [...new Map(logs).values()]);
  const found = new Map(open.map((one) => [partitionKeyOf(one), one]));
  return positions.map((position) => ({
    ...position,
    transaction: position.waiting === 0 ? null : shown(found.get(partitionKeyOf(position))),
  }));
};

const shown = (open: HeldTransaction | undefined): ListedPosition['transaction'] => {
  if (open === undefined) return null;
  const { startOffset, sinceMs } = open;
  return { startOffset, since: sinceMs === null ? null : new Date(sinceMs).toISOString() };
};
