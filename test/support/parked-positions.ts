import type { StoredRows } from './stored-rows.ts';

/** A partition that waits for an operator. */
export interface ParkedPosition {
  readonly partition: number;
  readonly nextOffset: number;
  readonly parkedReason: string | null;
}

/** Reads the parked positions of a topic. It polls the database, which is faster than starting loyaltyctl. */
export const parkedPositions = (stored: StoredRows, topic: string): Promise<ParkedPosition[]> =>
  stored.rowsOf(
    `SELECT partition, next_offset AS "nextOffset", parked_reason AS "parkedReason"
       FROM stream_positions WHERE topic = $1 AND state = 'PARKED'`,
    [topic],
  );
