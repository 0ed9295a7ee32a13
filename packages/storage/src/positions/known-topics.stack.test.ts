import { randomId } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { createDatabase, type Database } from '../sql/database.ts';
import { insertPositions, readKnownTopics } from '../positions.ts';

let db: Database;

beforeAll(() => {
  // eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
  const url = process.env['DATABASE_URL'] ?? '';
  db = createDatabase({ url, applicationName: 'storage-test', poolMax: 1, logger: silentLogger });
});

afterAll(() => db.close());

test('a group knows the topics that it reads on any cluster, and no topics of other groups', async () => {
  const [one, other] = [`test.${randomId()}`, `test.${randomId()}`];
  const start = (topic: string, partition: number) => ({ topic, partition, nextOffset: 0 });
  await insertPositions(db, { clusterId: 'old', consumerGroup: one }, [start('a', 0), start('a', 1)]);
  await insertPositions(db, { clusterId: 'new', consumerGroup: one }, [start('b', 0)]);
  await insertPositions(db, { clusterId: 'new', consumerGroup: other }, [start('c', 0)]);
  expect((await readKnownTopics(db, one, ['a', 'b', 'c'])).toSorted()).toEqual(['a', 'b']);
  expect(await readKnownTopics(db, other, ['a', 'b'])).toEqual([]);
  await db.query('DELETE FROM stream_positions WHERE consumer_group = ANY($1)', [[one, other]]);
});
