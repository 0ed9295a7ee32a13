import type { DatabaseEpoch } from '@loyalty/storage/history';
import type { MemoryDatabase, StoredEpoch } from '../../memory-database.ts';

/** No process: an operator's session, or the server's own work. */
const nobody = 0;
const only = 'only';
const first: StoredEpoch = { epoch: 'epoch 0', incarnation: 1, raisedAtMs: 0 };

interface EpochReading extends DatabaseEpoch {
  readonly isPresent: boolean;
  readonly isOpen: boolean;
  readonly isReadOnly: boolean;
}

/** Reads the row that admits a new connection: see `History` of storage. */
export const readEpoch = ({ history, incarnation }: MemoryDatabase): EpochReading => {
  const { epoch, raisedAtMs, incarnation: begunIn } = history.rows.get(only) ?? first;
  const isPresent = begunIn === incarnation;
  return { databaseId: 'memory', epoch, raisedAtMs, isPresent, isOpen: true, isReadOnly: false };
};

export interface RaiseOptions {
  /** A name that no epoch has had. */
  readonly epoch: string;
  /** How many numbers to skip. */
  readonly skipped: number;
}

/** Does what `raise_database_epoch()` does, which is nothing if this life of the server has its epoch. */
export const raiseEpoch = (database: MemoryDatabase, { epoch, skipped }: RaiseOptions): void => {
  if (readEpoch(database).isPresent) return;
  const { incarnation } = database;
  const tx = database.begin(nobody);
  database.history.write(tx, only, { epoch, incarnation, raisedAtMs: database.now() });
  database.skipOutboxIds(skipped);
  database.commit(tx);
};
