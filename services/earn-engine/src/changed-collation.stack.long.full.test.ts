import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { EnvironmentId } from '@loyalty/kernel';
import { createDatabase, type Database, onlyRow } from '@loyalty/storage';
import { createCampaign, transitionCampaign } from '@loyalty/tables/campaigns/management';
import { checkKeys, checkTextOrder } from '@loyalty/tables/checks';
import { createTenant } from '@loyalty/tables/tenants';
import { silentLogger } from '@loyalty/telemetry/logger';
import {
  againAfterRace,
  createLocaleDatabase,
  type LocaleDatabase,
  schemaMigrations,
} from '@loyalty/testkit/database';
import { MemoryCache } from '@loyalty/testkit/engine';
import { sizeOf } from '@loyalty/testkit/runs';
import { receipt } from './testing/earn-bodies.ts';
import { startEarnEngine } from './testing/engine-on-postgres.ts';
import type { EarnBody } from './usecases/earn-request.ts';

/** The baskets of a grocery retailer: their references are numbers of eleven digits. */
const baskets: readonly EarnBody[] = gunzipSync(readFileSync('test/data/receipts.ndjson.gz'))
  .toString()
  .trimEnd()
  .split('\n')
  .slice(0, sizeOf(4_000, 20_000))
  .map((line) => JSON.parse(line) as { transactionRef: string; memberRef: string; amount: number })
  .map(({ transactionRef, memberRef, amount }) =>
    receipt({ transactionRef, memberRef, amountCents: amount }),
  );

let locale: LocaleDatabase;
let environmentId: EnvironmentId;
const opened: Database[] = [];
beforeAll(async () => {
  locale = await createLocaleDatabase(schemaMigrations);
});
afterAll(async () => {
  for (const db of opened) await db.close();
  await locale.drop();
});

/** New sessions order text as the database says by then. */
const open = (): Database => {
  const db = createDatabase({
    url: locale.url,
    applicationName: 'earn-test',
    poolMax: 4,
    logger: silentLogger,
  });
  opened.push(db);
  return db;
};

const batchSize = 500;

/** All baskets, through an engine that remembers nothing: repeats are found by the insert, and read then. */
const sendAll = async (db: Database): Promise<void> => {
  const { run } = startEarnEngine({ db, environmentId, cache: new MemoryCache() });
  for (let at = 0; at < baskets.length; at += batchSize)
    await againAfterRace(() => run(...baskets.slice(at, at + batchSize)));
};

/** Fills a table that has no order of bytes, to show that indexes do not survive the change. */
const fillControl = async (db: Database): Promise<number> => {
  await db.query('INSERT INTO control SELECT ref FROM transactions ON CONFLICT DO NOTHING');
  return onlyRow(await db.query<{ rows: number }>('SELECT count(*) AS rows FROM control'), 'count').rows;
};

const booksOf = (db: Database): Promise<readonly unknown[]> =>
  db.query(
    `SELECT (SELECT count(*) FROM transactions) AS receipts, (SELECT count(*) FROM members) AS members,
            (SELECT sum(points_balance) FROM members)::bigint AS points, (SELECT count(*) FROM ledger_entries) AS entries`,
  );

test('▲ I20 no basket counts twice after the collation of the database has changed, and the check says so', async () => {
  environmentId = (await createTenant(locale.db, { name: 'Grocer' })).environmentIds.live;
  const earningRule = { type: 'FIXED_POINTS', points: 10 } as const;
  const made = await createCampaign(locale.db, environmentId, { name: 'Ten', earningRule });
  if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
  await transitionCampaign(locale.db, environmentId, { campaignId: made.record.id, action: 'activate' });
  await sendAll(locale.db);
  await locale.db.query('CREATE TABLE control (ref text PRIMARY KEY)');
  expect(await fillControl(locale.db)).toBe(baskets.length);
  const before = await booksOf(locale.db);
  expect(before).toMatchObject([{ receipts: baskets.length, points: 10 * baskets.length }]);

  await locale.changeOrder();
  const db = open();
  expect(await fillControl(db)).toBeGreaterThan(baskets.length);
  await sendAll(db);
  expect(await booksOf(db)).toEqual(before);

  expect(await checkKeys(db)).toMatchObject({
    violations: 1,
    examples: [expect.stringMatching(/^control_pkey: /) as string],
  });
  await db.query('DROP TABLE control');
  const note = expect.stringMatching(/icu en-ZA, had version 1\.0 and has /) as string;
  expect(await checkTextOrder(db)).toMatchObject({ violations: 0, note });
  expect(await checkKeys(db)).toMatchObject({ violations: 0 });
});
