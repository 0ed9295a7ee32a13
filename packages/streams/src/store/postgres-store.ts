import { awaitAll } from '@loyalty/kernel';
import {
  classifyFailure,
  type Database,
  isLockTimeout,
  limitLockWaits,
  type Transaction,
} from '@loyalty/storage';
import { countDeadLetters } from '@loyalty/storage/dead-letter-counts';
import { deleteOutbox, insertOutbox } from '@loyalty/storage/outbox';
import {
  advancePositions,
  insertPositions,
  parkPosition,
  PositionRowIds,
  readKnownTopics,
  readPositions,
} from '@loyalty/storage/positions';
import { writeWitness } from '@loyalty/storage/processes';
import type { Store } from '../ports.ts';

interface PostgresStoreOptions {
  readonly database: Database;
  /** Known before the first message is read. */
  readonly clusterId: () => string;
  readonly owner: number;
}

export const createPostgresStore = ({
  database,
  clusterId,
  owner,
}: PostgresStoreOptions): Store<Transaction> => {
  const places = new PositionRowIds();
  return {
    get clusterId() {
      return clusterId();
    },
    readPositions: (reader, partitions) => readPositions(database, reader, partitions, places),
    readKnownTopics: (consumerGroup, topics) => readKnownTopics(database, consumerGroup, topics),
    insertPositions: (reader, starts) => insertPositions(database, reader, starts),
    transact: (work, lockMs = null) =>
      database.transaction(async (tx) => {
        if (lockMs === null) return work(tx);
        // Sent in one round trip with the first statements of the work.
        const [, result] = await awaitAll([limitLockWaits(tx, lockMs), work(tx)]);
        return result;
      }),
    advance: (tx, moves) => advancePositions(tx, clusterId(), moves, places),
    addToOutbox: (tx, messages) => insertOutbox(tx, owner, messages),
    deleteOutbox,
    park: (tx, parked) => parkPosition(tx ?? database, clusterId(), parked),
    countDeadLetters: (tx, deadLetters) => countDeadLetters(tx, deadLetters),
    writeWitness: () => writeWitness(database, owner),
    onHistoryChange: (work) => {
      database.onHistoryChange(work);
    },
    classifyFailure,
    isLockTimeout,
  };
};
