import type { Account, LedgerPosting, Lot } from '@loyalty/rules';
import type { DatabaseFailure, GroupPartition } from '@loyalty/storage';
import type { JobCheckpoint } from '@loyalty/jobs';
import { CommitLog } from './commit-log.ts';
import { MemoryTable, type TableTransaction } from './memory-table.ts';

export interface StoredPosition {
  readonly nextOffset: number;
  readonly lastTimestamp: number | null;
  readonly state: 'RUNNING' | 'PARKED';
}

/** An outbox row: whose it is, and its messages, packed. */
export interface StoredOutboxRow {
  readonly owner: number;
  readonly messages: Buffer;
}

/** What an effect was decided by, where that matters. */
export interface DecisionBasis {
  /** The time of its record: whose answer it is, where a reference has several records. */
  readonly recordMs: number;
  /** The configuration: its version, and what that said. */
  readonly version: number;
  readonly percentage: number;
}

/** One version of an environment's configuration: what of an amount is earned. */
export type StoredConfiguration = Pick<DecisionBasis, 'version' | 'percentage'>;

/** Which line of commits the database stands on, and in which life of the server it was begun. */
export interface StoredEpoch {
  readonly epoch: string;
  readonly incarnation: number;
  readonly raisedAtMs: number;
}

/** What the toy ledger stores under a reference: the signed amount, the balance after it, and the record that brought it. */
export interface ToyEffect extends GroupPartition {
  readonly basis?: DecisionBasis;
  readonly member: string;
  readonly amount: number;
  readonly balanceAfter: number;
  readonly offset: number;
}

/** How far a job has come in one environment. */
export interface StoredJob extends JobCheckpoint {
  readonly finishedAtMs: number | null;
}

/** Tells what the thrown value asks for, as a database would. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  readonly asks: DatabaseFailure;

  constructor(asks: DatabaseFailure, detail = 'the store failed') {
    super(`${detail}: ${asks}`);
    this.asks = asks;
  }
}

/** One open transaction of one session. */
export interface MemoryTransaction extends TableTransaction {
  readonly database: MemoryDatabase;
  /** Who began it: its end ends its transactions. */
  readonly session: number;
  readonly beganMs: number;
  /** Called should its commit be lost. */
  readonly undone: (() => void)[];
  /** A statement of it failed: nothing but a rollback is possible any more. */
  isAborted: boolean;
}

export const positionKeyOf = ({ consumerGroup, topic, partition }: GroupPartition): string =>
  `${consumerGroup}/${topic}/${partition.toString()}`;

/** As in production: a frozen process frees its locks (docs/mechanisms/ownership.md, «Beside them»). */
const transactionMaxMs = 5_000;

export interface MemoryDatabaseOptions {
  /** How many of its last commits it can be set back behind. Default 0: none are kept. */
  readonly keepsCommits?: number;
}

/** Postgres as far as the runtime can see it: tables, transactions, row locks, and owners with their advisory lock. */
export class MemoryDatabase {
  readonly positions = new MemoryTable<StoredPosition>();
  readonly outbox = new MemoryTable<StoredOutboxRow>();
  /** Dead letters per partition and minute. */
  readonly letterCounts = new MemoryTable<number>();
  /** The ledger in small: effects by reference, and what was refused or given up by its place in the log. */
  readonly effects = new MemoryTable<ToyEffect>();
  readonly refusals = new MemoryTable<string>();
  readonly givenUp = new MemoryTable<string>();
  /** Accounts and all lots by member, ledger entries by member and seq. */
  readonly accounts = new MemoryTable<Account>();
  readonly lots = new MemoryTable<readonly Lot[]>();
  readonly entries = new MemoryTable<LedgerPosting>();
  /** Held by whom: the advisory locks of outbox owners, and of those who sweep them. */
  readonly ownerLocks = new Map<number, number>();
  /** By job and environment. */
  readonly jobs = new MemoryTable<StoredJob>();
  /** Held by whom: the advisory locks of those who lead jobs, by the job's name. */
  readonly jobLocks = new Map<string, number>();
  /** The configuration of each environment, and each version of it. */
  readonly configurations = new MemoryTable<StoredConfiguration>();
  /** One row, once an epoch was raised. */
  readonly history = new MemoryTable<StoredEpoch>();
  /** Counts the lives of the server. */
  incarnation = 1;
  readonly #open = new Set<MemoryTransaction>();
  readonly #commits: CommitLog;
  #outboxId = 0;
  /** As the last commit left it: what was drawn since is drawn again when the server begins anew. */
  #committedOutboxId = 0;
  /** The server's time in milliseconds. */
  now = (): number => 1_700_000_000_000;
  /** Told when the database goes on from an earlier commit. */
  readonly historyListeners: (() => void)[] = [];
  /** Sees every transaction just before it commits. */
  onCommit: (tx: MemoryTransaction) => void = () => undefined;

  constructor({ keepsCommits = 0 }: MemoryDatabaseOptions = {}) {
    this.#commits = new CommitLog(keepsCommits);
  }

  begin(session: number): MemoryTransaction {
    const touched = new Set<MemoryTable<unknown>>();
    const tx = { database: this, session, beganMs: this.now(), touched, undone: [], isAborted: false };
    this.#open.add(tx);
    return tx;
  }

  /** Throws when the server has ended the transaction meanwhile, or would not go on with it. */
  check(tx: MemoryTransaction): void {
    if (tx.isAborted) throw new StoreFailure('unavailable', 'the transaction is aborted');
    if (!this.#open.has(tx)) throw new StoreFailure('unavailable', 'the transaction was ended by the server');
  }

  commit(tx: MemoryTransaction): void {
    this.check(tx);
    this.onCommit(tx);
    this.#note(tx);
    this.#end(tx, true);
  }

  rollback(tx: MemoryTransaction): void {
    this.#end(tx, false);
  }

  nextOutboxId(): number {
    this.#outboxId += 1;
    return this.#outboxId;
  }

  /** Numbers that lost commits may have given are passed over. */
  skipOutboxIds(numbers: number): void {
    this.#outboxId += numbers;
  }

  /**
   * Begins anew from before its last commits, as a server that was set back or failed over without them: what was open ends. Answers
   * how many commits were lost.
   */
  setBack(commits: number): number {
    this.disconnect('everyone');
    this.incarnation += 1;
    const lost = this.#commits.undo(commits);
    for (const work of this.historyListeners) work();
    return lost;
  }

  /** Ends transactions that were open for too long. */
  expire(): void {
    for (const tx of this.#open) if (this.now() - tx.beganMs > transactionMaxMs) this.rollback(tx);
  }

  /** Ends all of one session, or of every one: its transactions and its advisory locks. */
  disconnect(session: number | 'everyone'): void {
    for (const tx of this.#open) if (session === 'everyone' || tx.session === session) this.rollback(tx);
    for (const [owner, holder] of this.ownerLocks)
      if (session === 'everyone' || holder === session) this.ownerLocks.delete(owner);
    this.dropJobLocks(session);
  }

  /** Ends the sessions that lead jobs: their processes learn it at their next ping. */
  dropJobLocks(session: number | 'everyone'): void {
    for (const [name, holder] of this.jobLocks)
      if (session === 'everyone' || holder === session) this.jobLocks.delete(name);
  }

  #note(tx: MemoryTransaction): void {
    if (this.#commits.keptMax === 0) return;
    const outboxId = this.#committedOutboxId;
    this.#committedOutboxId = this.#outboxId;
    this.#commits.note(tx, () => {
      this.#outboxId = outboxId;
      this.#committedOutboxId = outboxId;
      for (const work of tx.undone) work();
    });
  }

  #end(tx: MemoryTransaction, isCommitted: boolean): void {
    this.#open.delete(tx);
    for (const table of tx.touched) table.end(tx, isCommitted);
  }
}
