import { countPages, withScratchDatabase } from '@loyalty/testkit/database';
import { storageMigrations } from '../migrations/storage-migrations.ts';
import type { Database } from '../sql/database.ts';
import { advancePositions, insertPositions, PositionRowIds, readPositions } from '../positions.ts';

const reader = { clusterId: 'cluster', consumerGroup: 'earn' };
const at = { topic: 'receipts', partition: 0 };
const named = { ...at, consumerGroup: reader.consumerGroup };

const moveFrom = (fromOffset: number) => ({
  ...named,
  fromOffset,
  toOffset: fromOffset + 1,
  lastTimestamp: 1,
});

const move = (db: Database, fromOffset: number, places: PositionRowIds) =>
  db.transaction((tx) => advancePositions(tx, reader.clusterId, [moveFrom(fromOffset)], places));

const positionOf = async (db: Database, places: PositionRowIds): Promise<number | undefined> =>
  (await readPositions(db, reader, [at], places))[0]?.nextOffset;

const withPosition = (work: (db: Database) => Promise<void>): Promise<void> =>
  withScratchDatabase(async (db) => {
    await insertPositions(db, reader, [{ ...at, nextOffset: 0 }]);
    await work(db);
  }, storageMigrations);

test('a position is moved and read by its place, as far as anybody has moved it', () =>
  withPosition(async (db) => {
    const [ours, others] = [new PositionRowIds(), new PositionRowIds()];
    expect(await move(db, 0, ours)).toEqual([]);
    expect(await move(db, 1, ours)).toEqual([]);
    expect(await move(db, 2, others)).toEqual([]);
    expect(await positionOf(db, ours)).toBe(3);
    expect(await move(db, 3, ours)).toEqual([]);
    expect(await positionOf(db, others)).toBe(4);
  }));

test('▲ a position that another process has moved, or that is parked, is not moved, however it is looked up', () =>
  withPosition(async (db) => {
    const [ours, others] = [new PositionRowIds(), new PositionRowIds()];
    await move(db, 0, ours);
    await move(db, 1, others);
    expect(await move(db, 1, ours)).toEqual([moveFrom(1)]);
    expect(await move(db, 0, ours)).toEqual([moveFrom(0)]);
    expect(await positionOf(db, ours)).toBe(2);
    await db.query(`UPDATE stream_positions SET state = 'PARKED'`);
    expect(await move(db, 2, ours)).toEqual([moveFrom(2)]);
    expect(await move(db, 2, others)).toEqual([moveFrom(2)]);
  }));

test('▲ a place that another row has by now moves nothing of that row', () =>
  withPosition(async (db) => {
    const places = new PositionRowIds();
    await insertPositions(db, reader, [{ topic: 'receipts', partition: 1, nextOffset: 0 }]);
    const [other] = await db.query<{ place: string }>(
      'SELECT ctid::text AS place FROM stream_positions WHERE partition = 1',
    );
    places.note(named, other?.place ?? '');
    expect(await move(db, 0, places)).toEqual([]);
    const rows = await db.query(
      'SELECT partition, next_offset AS next FROM stream_positions ORDER BY partition',
    );
    expect(rows).toEqual([
      { partition: 0, next: 1 },
      { partition: 1, next: 0 },
    ]);
  }));

test('a move that is rolled back is made again', () =>
  withPosition(async (db) => {
    const places = new PositionRowIds();
    await move(db, 0, places);
    const rolledBack = db.transaction(async (tx) => {
      await advancePositions(tx, reader.clusterId, [moveFrom(1)], places);
      throw new Error('no');
    });
    await expect(rolledBack).rejects.toThrow('no');
    expect(await positionOf(db, places)).toBe(1);
    expect(await move(db, 1, places)).toEqual([]);
  }));

/** Versions of the row that a snapshot keeps, each of which a look-up by key reads. */
const versions = 2_000;
const pagesMax = 10;
const makeVersions = `
  DO $$ BEGIN
    FOR n IN 1..${versions.toString()} LOOP UPDATE stream_positions SET next_offset = n; END LOOP;
  END $$`;

test('▲ behind a long snapshot a move and a read look at a few pages, not at every version of the row', () =>
  withPosition(async (db) => {
    const places = new PositionRowIds();
    await db.readConsistently(async (snapshot) => {
      await snapshot.query('SELECT count(*) FROM stream_positions');
      await db.query(makeVersions);
      await move(db, versions, places);
      await db.transaction(async (tx) => {
        const byKey = await countPages(tx, () => readPositions(tx, reader, [at]));
        const read = await countPages(tx, () => readPositions(tx, reader, [at], places));
        const moves = [moveFrom(versions + 1)];
        const moved = await countPages(tx, () => advancePositions(tx, reader.clusterId, moves, places));
        expect(byKey).toBeGreaterThan(pagesMax);
        expect([read, moved].filter((pages) => pages > pagesMax)).toEqual([]);
      });
    });
  }));
