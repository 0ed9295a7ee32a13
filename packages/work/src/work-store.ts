import type { DueJob, DuePlace, OwedWork, Settlement } from './due-job.ts';
import type { NewDue } from './due-tables.ts';

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
  /** Behind which lane to begin; null: with the first one. */
  readonly after: string | null;
  /** So many rows at most. */
  readonly rowsMax: number;
}

export interface Claimed {
  readonly jobs: readonly DueJob[];
  /** The last lane that was looked at; null: there is none behind it. */
  readonly upTo: string | null;
}

/** What becomes of one job. */
export interface SettledJob {
  readonly job: DueJob;
  readonly settlement: Settlement;
}

/** Gives works rows of their own, those that have none; `abandoned`: processes that were gone with them in hand. */
export type GiveRows<Tx> = (tx: Tx, works: readonly OwedWork[], abandoned?: number) => Promise<void>;

/** One queue, as it is stored. Everything throws what the database throws. */
export interface WorkStore<Tx> {
  /** Calls `work` whenever the store goes on from an earlier commit than those that were seen. */
  onHistoryChange(work: () => void): void;
  /** Takes a new owner number. */
  join(): Promise<number>;
  /** Says that the process lives; null: it was declared gone, and nothing is its own any more. */
  beat(owner: number): Promise<Beat | null>;
  /**
   * Frees everything of an owner that is gone, unless it has moved since: each row counts it, what it owed is given rows. Answers how
   * many jobs.
   */
  rescue(gone: OwnerBeat, giveRows: GiveRows<Tx>): Promise<number>;
  /** Takes what is due, at most as many of each lane as there is room for. It looks at a bounded number of lanes, in their order. */
  claim(asked: ClaimAsked): Promise<Claimed>;
  /** Gives back rows that were not asked. */
  putDown(owner: number, jobs: readonly DuePlace[]): Promise<void>;
  /** Gives back what is the owner's and not among `places`: what it was given and never heard of. */
  putDownUnknown(owner: number, places: readonly number[]): Promise<number>;
  /** Says that the owner has these in hand; answers the debt's number, or null when the owner was declared gone. */
  owe(tx: Tx, owner: number, works: readonly OwedWork[]): Promise<number | null>;
  /** Nothing of these debts is in hand any more. */
  pay(tx: Tx, debtIds: readonly number[]): Promise<void>;
  /** Gives rows to what debts of the owner name that it never took in hand; answers how many. */
  takeBack(owner: number, debtIds: readonly number[], giveRows: GiveRows<Tx>): Promise<number>;
  addDue(tx: Tx, rows: readonly NewDue[]): Promise<void>;
  /** The owner goes, which has nothing in hand; one that owes something stays, until the others find it gone. */
  leave(owner: number): Promise<void>;
  transact<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Locks what is still the owner's, rows that are due as they were and debts, and answers those jobs. */
  lockOurs(tx: Tx, owner: number, jobs: readonly DueJob[]): Promise<ReadonlySet<DueJob>>;
  /** Rows that the transaction has locked go, or come again; what was handed over is given a row where it is to come again. */
  settle(tx: Tx, rows: readonly SettledJob[]): Promise<void>;
  /** What a failure of it asks for. */
  failureOf(thrown: unknown): 'again' | 'message' | 'slow' | 'wait' | 'unknown';
}
