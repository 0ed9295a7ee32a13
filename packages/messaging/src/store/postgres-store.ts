import {
  advancePositions,
  countDeadLetters,
  classifyFailure,
  deleteOutbox,
  insertOutbox,
  insertPositions,
  parkPosition,
  readKnownTopics,
  readPositions,
  writeWitness,
  type Database,
  type Transaction,
} from '@loyalty/storage';
import type { Store } from '../ports/store.ts';

export interface PostgresStoreOptions {
  readonly database: Database;
  readonly clusterId: string;
  /** The number of this process in the outbox: see {@link registerOutboxOwner}. */
  readonly owner: number;
}

/** The {@link Store} on Postgres. */
export const createPostgresStore = ({
  database,
  clusterId,
  owner,
}: PostgresStoreOptions): Store<Transaction> => ({
  clusterId,
  readPositions: (reader, partitions) => readPositions(database, reader, partitions),
  readKnownTopics: (consumerGroup, topics) => readKnownTopics(database, consumerGroup, topics),
  insertPositions: (reader, starts) => insertPositions(database, reader, starts),
  transact: (work) => database.transaction(work),
  advance: (tx, moves) => advancePositions(tx, clusterId, moves),
  addToOutbox: (tx, messages) => insertOutbox(tx, owner, messages),
  deleteOutbox,
  park: (tx, parked) => parkPosition(tx ?? database, clusterId, parked),
  countDeadLetters: (tx, deadLetters) => countDeadLetters(tx, deadLetters),
  writeWitness: () => writeWitness(database, owner),
  onHistoryChange: (work) => {
    database.onHistoryChange(work);
  },
  classifyFailure,
});
