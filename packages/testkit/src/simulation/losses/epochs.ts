import type { DatabaseEpoch } from '@loyalty/storage';
import type { MemoryDatabase, StoredEpoch } from '../../memory-database.ts';

/** No process: an operator's session, or the server's own work. */
const nobody = 0;
const only = 'only';
const first: StoredEpoch = { epoch: 'epoch 0', incarnation: 1, raisedAtMs: 0 };

interface Look extends DatabaseEpoch {
  readonly isPresent: boolean;
  readonly isOpen: boolean;
  readonly isReadOnly: boolean;
}

/** The row that a new connection is asked for: see `History` of storage. */
export const lookAtEpoch = ({ history, incarnation }: MemoryDatabase): Look => {
  const { epoch, raisedAtMs, incarnation: begunIn } = history.rows.get(only) ?? first;
  const isPresent = begunIn === incarnation;
  return { databaseId: 'memory', epoch, raisedAtMs, isPresent, isOpen: true, isReadOnly: false };
};

export interface RaiseOptions {
  /** No epoch has ever had this name. */
  readonly epoch: string;
  /** How many numbers are passed over. */
  readonly skipped: number;
}

/** `raise_database_epoch()`: nothing where the life of this server has its epoch. */
export const raiseEpoch = (database: MemoryDatabase, { epoch, skipped }: RaiseOptions): void => {
  if (lookAtEpoch(database).isPresent) return;
  const { incarnation } = database;
  const tx = database.begin(nobody);
  database.history.write(tx, only, { epoch, incarnation, raisedAtMs: database.now() });
  database.skipOutboxIds(skipped);
  database.commit(tx);
};
