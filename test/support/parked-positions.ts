import type { StoredRows } from './stored-rows.ts';

/** A partition that waits for an operator. */
export interface ParkedPosition {
  readonly partition: number;
  readonly nextOffset: number;
  readonly parkedReason: string | null;
}

/** What is parked of a topic: asked again and again, the database answers much sooner than loyaltyctl has started. */
export const parkedPositions = (stored: StoredRows, topic: string): Promise<ParkedPosition[]> =>
  stored.rowsOf(
    `SELECT partition, next_offset AS "nextOffset", parked_reason AS "parkedReason"
       FROM stream_positions WHERE topic = $1 AND state = 'PARKED'`,
    [topic],
  );
