import type { EnvironmentId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase } from '@loyalty/testkit/database';
import {
  type ConfigurationKind,
  configurationKinds,
  type ConfigurationReader,
  raiseConfigVersion,
  readVersions,
} from './config-version.ts';

let db: Database;
let environmentId: EnvironmentId;
beforeAll(() => {
  db = openSharedDatabase();
});
beforeEach(async () => {
  environmentId = (await createOwnTenant(db)).environmentIds.live;
});
afterAll(() => db.close());

const readers = ['engines', 'tiers', 'segments', 'providers', 'webhooks'] as const;

const versionOf = async (reader: ConfigurationReader): Promise<number> =>
  (await readVersions(db, [environmentId], reader)).get(environmentId) ?? 0;

/** Returns the readers whose version a change has raised. */
const readersThatSee = async (change: () => Promise<unknown>): Promise<string[]> => {
  const before = await Promise.all(readers.map(versionOf));
  await change();
  const after = await Promise.all(readers.map(versionOf));
  return readers.filter((_, n) => (after[n] ?? 0) > (before[n] ?? 0));
};

const raise = (kind: ConfigurationKind | 'webhooks') => () =>
  db.transaction((tx) => raiseConfigVersion(tx, environmentId, kind));

const storedVersion = async (): Promise<number> => {
  const [row] = await db.query<{ version: number }>(
    'SELECT config_version AS version FROM environments WHERE id = $1',
    [environmentId],
  );
  return row?.version ?? 0;
};

it.each<[ConfigurationKind | 'webhooks', readonly string[]]>([
  ['campaigns', ['engines']],
  ['tiers', ['engines', 'tiers', 'segments']],
  ['segments', ['engines', 'segments']],
  ['settings', ['engines', 'tiers', 'providers', 'webhooks']],
  ['definitions', ['engines']],
  ['providers', ['providers']],
  ['webhooks', ['webhooks']],
])('▲ a change of %s is seen by %j, and makes nobody else read anything', async (kind, seenBy) => {
  expect(await readersThatSee(raise(kind))).toEqual(seenBy);
});

it('▲ a change by an earlier build, which raises config_version alone, is seen by every reader', async () => {
  const change = () =>
    db.query('UPDATE environments SET config_version = config_version + 1 WHERE id = $1', [environmentId]);
  expect(await readersThatSee(change)).toEqual(readers);
});

it('▲ every kind raises config_version, by which earlier builds decide', async () => {
  for (const kind of configurationKinds) {
    const before = await storedVersion();
    await raise(kind)();
    expect(await storedVersion()).toBe(before + 1);
  }
});

it('a change of an environment that does not exist fails', async () => {
  const change = db.transaction((tx) => raiseConfigVersion(tx, 2_147_483_647 as EnvironmentId, 'tiers'));
  await expect(change).rejects.toMatchObject({ code: 'ENVIRONMENT_NOT_FOUND' });
});
