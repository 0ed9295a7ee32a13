import type { DueJob, DuePlace, Settlement } from './due-job.ts';

/** How often a process has said that it lives. */
export interface OwnerBeat {
  readonly owner: number;
  readonly beat: number;
}

/** What a process learns when it says that it lives. */
export interface Beat {
  /** The database's time, milliseconds since the epoch. */
  readonly nowMs: number;
  /** The other processes of its queue. */
  readonly others: readonly OwnerBeat[];
}

/** How many more rows of a lane a process has room for. */
export interface LaneRoom {
  readonly lane: string;
  readonly room: number;
}

export interface ClaimAsked {
  readonly owner: number;
  /** What is due by then, milliseconds since the epoch. */
  readonly nowMs: number;
  /** Lanes that the process knows. */
  readonly rooms: readonly LaneRoom[];
  /** For each lane that it does not know. */
  readonly roomOfOthers: number;
}

/** What becomes of one row. */
export interface SettledRow {
  readonly job: DuePlace;
  readonly settlement: Settlement;
}

/** One queue, as it is stored. Everything throws what the database throws. */
export interface WorkStore<Tx> {
  /** Takes a new owner number. */
  join(): Promise<number>;
  /** Says that the process lives; null: it was declared gone, and nothing is its own any more. */
  beat(owner: number): Promise<Beat | null>;
  /** Frees everything of an owner that is gone, unless it has moved since; each row counts it. Answers how many rows. */
  rescue(gone: OwnerBeat): Promise<number>;
  /** Takes what is due, at most as many of each lane as there is room for. */
  claim(asked: ClaimAsked): Promise<DueJob[]>;
  /** Gives back rows that were not asked. */
  putDown(owner: number, jobs: readonly DuePlace[]): Promise<void>;
  /** Gives back what is the owner's and not among `places`: what it was given and never heard of. */
  putDownUnknown(owner: number, places: readonly number[]): Promise<number>;
  /** The owner goes; it has nothing in hand. */
  leave(owner: number): Promise<void>;
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Locks those of the rows that are still the owner's and due as they were, and answers them. */
  lockOurs(tx: Tx, owner: number, jobs: readonly DuePlace[]): Promise<ReadonlySet<DuePlace>>;
  /** Rows that the transaction has locked go, or come again. */
  settle(tx: Tx, rows: readonly SettledRow[]): Promise<void>;
  /** What a failure of it asks for. */
  failureOf(thrown: unknown): 'again' | 'message' | 'slow' | 'wait' | 'unknown';
}
