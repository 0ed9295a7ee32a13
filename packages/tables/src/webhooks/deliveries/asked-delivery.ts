import { onlyRow, type Transaction } from '@loyalty/storage';
import { enqueueTasks } from '@loyalty/task-queue/task-tables';
import { addDeliveries, addDeliveryDay, type NewDelivery } from './deliveries.ts';

/** A delivery that no fact asked for, as it is added. */
export interface AskedDelivery {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly event: string;
  readonly status: 'PENDING';
}

/** Returns the database's time, by which deliveries are due; its day has partitions then. */
export const openDeliveryDay = async (tx: Transaction): Promise<number> => {
  const now = `SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS "nowMs"`;
  const { nowMs } = onlyRow(await tx.query<{ nowMs: number }>(now), 'a time');
  await addDeliveryDay(tx, nowMs);
  return nowMs;
};

/** Adds a delivery with its task. Rank 0: it is sent before any backlog. */
export const requestDelivery = async (tx: Transaction, delivery: NewDelivery): Promise<AskedDelivery> => {
  const { webhookId: lane, id, environmentId, createdAtMs, eventId, event } = delivery;
  await enqueueTasks(tx, 'delivery', [
    {
      destinationId: lane,
      rank: 0,
      dueAtMs: createdAtMs,
      id,
      environmentId,
      memberId: null,
      attempt: 0,
      createdAtMs,
    },
  ]);
  await addDeliveries(tx, [{ ...delivery, failure: null }]);
  return { deliveryId: id, eventId, event, status: 'PENDING' };
};
