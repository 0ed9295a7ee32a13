import { withScratchDatabase } from '@loyalty/testkit/database';
import { storageMigrations } from './migrations/storage-migrations.ts';
import { readStoredUntil } from './positions.ts';

test('groups have stored everything up to the earliest time of their partitions; parked ones and other groups do not count', () =>
  withScratchDatabase(async (db) => {
    expect(await readStoredUntil(db, ['earn', 'bulk'])).toBeNull();
    await db.query(
      `INSERT INTO stream_positions (cluster_id, consumer_group, topic, partition, next_offset, last_timestamp, state)
       VALUES ('c', 'earn', 't', 0, 5, 1700000000500, 'RUNNING'), ('c', 'earn', 't', 1, 5, 1700000000400, 'RUNNING'),
              ('c', 'earn', 't', 2, 5, 100, 'PARKED'), ('c', 'earn', 't', 3, 0, NULL, 'RUNNING'),
              ('c', 'other', 't', 0, 5, 200, 'RUNNING')`,
    );
    expect(await readStoredUntil(db, ['earn', 'bulk'])).toBe(1_700_000_000_400);
  }, storageMigrations));
