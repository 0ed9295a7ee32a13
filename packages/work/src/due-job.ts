import type { EnvironmentId, MemberId } from '@loyalty/kernel';

/** Where a due row stands. Rows of one lane are taken by rank, then by when they are due. */
export interface DuePlace {
  /** Whom it is asked of (a UUID): rows of one lane share its turns and its pace. */
  readonly lane: string;
  /** 0: asked before; 1: never asked. A retry never stands behind a backlog. */
  readonly rank: 0 | 1;
  /** Milliseconds since the epoch, by the database's clock. */
  readonly dueAtMs: number;
  /** Unlike that of any other row of its queue; negative for what has no row. */
  readonly place: number;
}

/** That a job was handed over as it was made: it has no row, a debt of its owner names it. */
export interface Handed {
  readonly debtId: number;
  /** What it follows from: the event. */
  readonly sourceId: string;
  /** What it keeps in memory until its first attempt ends. */
  readonly bytes: number;
}

/** Something that is to be asked of somebody outside, until it is settled. */
export interface DueJob extends DuePlace {
  /** What it is about: a reward, or a delivery. */
  readonly id: string;
  readonly environmentId: EnvironmentId;
  readonly memberId: MemberId | null;
  /** Attempts that were recorded. */
  readonly attempt: number;
  /** Processes that were gone with it in hand since the last recorded attempt: each may have asked. */
  readonly abandoned: number;
  /** Milliseconds since the epoch. */
  readonly createdAtMs: number;
  /** Null: it was claimed. */
  readonly handed: Handed | null;
}

/** Work that is in nobody's rows yet. */
export interface OwedWork extends Pick<DueJob, 'lane' | 'id' | 'environmentId' | 'memberId' | 'createdAtMs'> {
  /** What it follows from: the event. */
  readonly sourceId: string;
}

/** Work that a transaction is about to make, with its first attempt. */
export interface NewWork<Answer> extends OwedWork {
  /** What it keeps in memory until that attempt ends; what several share counts in parts. */
  readonly bytes: number;
  /** Asks the other side, as {@link WorkKind.attempt} does, without reading anything. */
  attempt(): Promise<Attempted<Answer>>;
}

/**
 * How the other side took an attempt: `well`; `strained` when it answered that it is busy, or nothing in time; `away` when it could
 * not be reached at all.
 */
export type LaneSign = 'well' | 'strained' | 'away';

/** What an attempt came to. */
export interface Attempted<Answer> {
  readonly answer: Answer;
  readonly sign: LaneSign;
}

/** An attempt to be recorded. */
export interface Outcome<Answer> {
  readonly job: DueJob;
  /** Null: nothing is known of it. Processes were gone with it too often, or its attempt failed by a mistake of ours. */
  readonly answer: Answer | null;
}

/** What becomes of a due row: it goes, or comes again as asked before. */
export type Settlement = { readonly kind: 'done' } | { readonly kind: 'again'; readonly dueAtMs: number };

/** How many attempts of a lane may be under way at a time, and when it is given a rest. */
export interface LaneLimits {
  /** With how many it begins. */
  readonly first: number;
  readonly max: number;
  /** So many attempts in a row that found it away close it for `closedMs`; then one tries. Absent: never. */
  readonly closeAfter?: number;
  /** Milliseconds. */
  readonly closedMs?: number;
}

/**
 * One kind of work. `attempt` talks to the outside, in no transaction. The others are called in the transaction that records:
 * first `lock`, for rows that stand before due rows in the order of locks; then `record`, with those outcomes that are still this
 * process' own to count.
 */
export interface WorkKind<Tx, Answer, Held> {
  limitsOf(job: DueJob): LaneLimits;
  /** Asks the other side once, within 10 s. It throws for nothing that the other side did. */
  attempt(job: DueJob): Promise<Attempted<Answer>>;
  lock(tx: Tx, outcomes: readonly Outcome<Answer>[]): Promise<Held>;
  /**
   * Stores what due rows of these would refer to; answers the ids of those of which nothing was stored before. Absent: nothing of this
   * kind is ever handed over.
   */
  keep?(tx: Tx, works: readonly OwedWork[]): Promise<ReadonlySet<string>>;
  /**
   * Stores what came of them; one settlement for each outcome, in their order. What was handed over may have been recorded before, where
   * the answer to that was lost: then it is `done`.
   */
  record(tx: Tx, outcomes: readonly Outcome<Answer>[], held: Held): Promise<readonly Settlement[]>;
}
