/** UNDELIVERED: only events that the endpoint has not accepted yet. */
export type ReplayedEvents = 'UNDELIVERED' | 'ALL';

/** STOPPED: its endpoint was disabled or deleted before the end. */
export type ReplayState = 'RUNNING' | 'DONE' | 'STOPPED';

/** The replay of a range as the interface shows it. Instants are ISO 8601, UTC, milliseconds. */
export interface ReplayRecord {
  readonly replayId: string;
  readonly since: string;
  /** Inclusive, as `since` is. */
  readonly until: string;
  readonly only: ReplayedEvents;
  readonly state: ReplayState;
  /** The number of deliveries that it has created so far. */
  readonly made: number;
  readonly createdAt: string;
  /** Null while it is RUNNING. */
  readonly finishedAt: string | null;
}

type Dated = 'since' | 'until' | 'createdAt' | 'finishedAt';

/** A row of {@link replayColumns}. */
export type ReplayRow = Omit<ReplayRecord, Dated> & {
  readonly since: Date;
  readonly until: Date;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
};

/** The columns of a {@link ReplayRow}; the table's alias is `r`. */
export const replayColumns = `
  r.id AS "replayId", r.since, r.until, r.selection AS "only", r.state, r.made, r.created_at AS "createdAt",
  r.finished_at AS "finishedAt"`;

export const replayRecordOf = ({
  replayId,
  since,
  until,
  only,
  state,
  made,
  createdAt,
  finishedAt,
}: ReplayRow): ReplayRecord => ({
  replayId,
  since: since.toISOString(),
  until: until.toISOString(),
  only,
  state,
  made,
  createdAt: createdAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
});
