import type { JobCheckpoint } from '@loyalty/jobs/checkpoints';
import type { Account } from '@loyalty/rules';
import type { LedgerPosting } from '@loyalty/rules/earning';
import type { Lot } from '@loyalty/rules/lots';
import type { DatabaseFailure } from '@loyalty/storage';
import type { GroupPartition } from '@loyalty/storage/positions';
import { CommitLog } from './commit-log.ts';
import { MemoryTable, type TableTransaction } from './memory-table.ts';

export interface StoredPosition {
  readonly nextOffset: number;
  readonly lastTimestamp: number | null;
  readonly state: 'RUNNING' | 'PARKED';
}

/** An outbox row: its owner, and its packed messages. */
export interface StoredOutboxRow {
  readonly owner: number;
  readonly messages: Buffer;
}

/** The state on which an effect was decided, as far as it matters. */
export interface DecisionBasis {
  /** The time of its record, which distinguishes several records of one reference. */
  readonly recordMs: number;
  /** The configuration: its version and its percentage. */
  readonly version: number;
  readonly percentage: number;
}

/** One version of an environment's configuration: the percentage of an amount that is earned. */
export type StoredConfiguration = Pick<DecisionBasis, 'version' | 'percentage'>;

/** The epoch of the database, and the life of the server in which it was raised. */
export interface StoredEpoch {
  readonly epoch: string;
  readonly incarnation: number;
  readonly raisedAtMs: number;
}

/** The toy ledger's row for a reference: the signed amount, the balance after it, and the record that caused it. */
export interface ToyEffect extends GroupPartition {
  readonly basis?: DecisionBasis;
  readonly member: string;
  readonly amount: number;
  readonly balanceAfter: number;
  readonly offset: number;
}

/** The progress of a job in one environment. */
export interface StoredJob extends JobCheckpoint {
  readonly finishedAtMs: number | null;
  /** The time of the chunk that stored it. */
  readonly workedMs: number;
}

/** An error of the store. `asks` is how the database would classify it. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  readonly asks: DatabaseFailure;

  constructor(asks: DatabaseFailure, detail = 'the store failed') {
    super(`${detail}: ${asks}`);
    this.asks = asks;
  }
}

/** Thrown if a statement has waited for a lock for as long as it may. */
export class StoreLockTimeout extends StoreFailure {
  constructor(what: string) {
    super('race', `${what} has waited for a lock`);
  }
}

/** One open transaction of one session. */
export interface MemoryTransaction extends TableTransaction {
  readonly database: MemoryDatabase;
  /** The session that began it. The end of the session ends its transactions. */
  readonly session: number;
  readonly beganMs: number;
  /** How long its statements wait for a lock, in milliseconds; null means as long as the line allows. */
  readonly lockMs: number | null;
  /** The functions to call if its commit is lost. */
  readonly undone: (() => void)[];
  /** True if one of its statements failed, so that only a rollback is possible. */
  isAborted: boolean;
}

/**
 * As in production: the server ends the transactions of a frozen process (docs/mechanisms/ownership.md, «Further mechanisms»).
 */
const transactionMaxMs = 5_000;

/** No process has this number. */
const personalSession = -1;

export interface MemoryDatabaseOptions {
  /** The number of last commits that a set-back can undo. Default 0. */
  readonly keepsCommits?: number;
}

/**
 * Postgres in memory, as far as the runtime sees it: tables, transactions, row locks, and owners with their advisory
 * locks.
 */
export class MemoryDatabase {
  readonly positions = new MemoryTable<StoredPosition>();
  readonly outbox = new MemoryTable<StoredOutboxRow>();
  /** Dead letters per partition and minute. */
  readonly letterCounts = new MemoryTable<number>();
  /** A small ledger: effects by reference; refused and given-up requests by their place in the log. */
  readonly effects = new MemoryTable<ToyEffect>();
  readonly refusals = new MemoryTable<string>();
  readonly givenUp = new MemoryTable<string>();
  /** Accounts and all lots by member, ledger entries by member and seq. */
  readonly accounts = new MemoryTable<Account>();
  readonly lots = new MemoryTable<readonly Lot[]>();
  readonly entries = new MemoryTable<LedgerPosting>();
  /** The session that holds each advisory lock of an outbox owner, or of its sweeper. */
  readonly ownerLocks = new Map<number, number>();
  /** The jobs by name and environment. */
  readonly jobs = new MemoryTable<StoredJob>();
  /** The session that holds the advisory lock of each job, by the job's name. */
  readonly jobLocks = new Map<string, number>();
  /** The configuration of each environment, and each version of it. */
  readonly configurations = new MemoryTable<StoredConfiguration>();
  /** The history of the database: one row, once an epoch has been raised. */
  readonly history = new MemoryTable<StoredEpoch>();
  /** Counts the lives of the server. */
  incarnation = 1;
  readonly #open = new Set<MemoryTransaction>();
  readonly #commits: CommitLog;
  #outboxId = 0;
  /** The last outbox id at the last commit: a restarted server draws later numbers again. */
  #committedOutboxId = 0;
  /** The server's time in milliseconds. */
  now = (): number => 1_700_000_000_000;
  /** Called when the database continues from an earlier commit. */
  readonly historyListeners: (() => void)[] = [];
  /** Called with every transaction just before it commits. */
  onCommit: (tx: MemoryTransaction) => void = () => undefined;

  constructor({ keepsCommits = 0 }: MemoryDatabaseOptions = {}) {
    this.#commits = new CommitLog(keepsCommits);
  }

  begin(session: number, lockMs: number | null = null): MemoryTransaction {
    const touched = new Set<MemoryTable<unknown>>();
    const tx = {
      database: this,
      session,
      beganMs: this.now(),
      lockMs,
      touched,
      undone: [],
      isAborted: false,
    };
    this.#open.add(tx);
    return tx;
  }

  /**
   * Locks a member's row if it is free, as a person's session without limits does. Returns a function that
   * frees it.
   */
  holdAccount(key: string): () => void {
    const holder = this.begin(personalSession);
    this.#open.delete(holder);
    this.accounts.lock(holder, key);
    return () => {
      this.accounts.end(holder, false);
    };
  }

  /** Throws if the transaction is aborted, or if the server has ended it. */
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

  /** Skips numbers that lost commits may have used. */
  skipOutboxIds(numbers: number): void {
    this.#outboxId += numbers;
  }

  /**
   * Restarts from before its last commits, like a server that was set back or failed over without them. It
   * ends all sessions, and returns how many commits were lost.
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

  /** Ends one session, or all: their transactions and advisory locks. */
  disconnect(session: number | 'everyone'): void {
    for (const tx of this.#open) if (session === 'everyone' || tx.session === session) this.rollback(tx);
    for (const [owner, holder] of this.ownerLocks)
      if (session === 'everyone' || holder === session) this.ownerLocks.delete(owner);
    this.dropJobLocks(session);
  }

  /** Ends the sessions that lead jobs; their processes learn it at their next ping. */
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
