import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { createDatabase, type Database } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry/logger';
import { poolChecks } from '../checks/subject-checks.ts';
import { createTenant } from '../tenants/tenants.ts';
import { drawCodes, lockPools, type PoolId, readPools } from './code-pools.ts';
import { addCodes, openPool } from './import-codes.ts';
import {
  findSkippedCodes,
  listSkippedCodes,
  type PublishedDraw,
  returnSkippedCodes,
  skipDrawnCodes,
} from '../skipped-codes.ts';

// eslint-disable-next-line n/no-process-env -- tests get their database from the runner, not from a config.ts.
const url = process.env['DATABASE_URL'] ?? '';

let db: Database;
let environmentId: EnvironmentId;
let poolId: PoolId;
beforeAll(async () => {
  db = createDatabase({ url, applicationName: 'programme-test', poolMax: 2, logger: silentLogger });
  environmentId = (await createTenant(db, { name: `Test ${randomId()}` })).environmentIds.test;
  const opened = await openPool(db, environmentId, { name: 'films' });
  if (opened.outcome !== 'opened') throw new Error(opened.reason);
  poolId = opened.poolId;
});
afterAll(async () => {
  await db.query('DELETE FROM reward_codes WHERE environment_id = $1', [environmentId]);
  await db.close();
});

const draw = (count: number): Promise<string[]> =>
  db.transaction(async (tx) => {
    await lockPools(tx, [poolId]);
    return (await drawCodes(tx, poolId, count)).map(({ code }) => code);
  });

/** Returns the violations of the check on remaining codes. */
const violations = async (): Promise<string[]> => {
  const found = await Promise.all(poolChecks.map(({ sql }) => db.query<{ example: string }>(sql)));
  const own = `${environmentId.toString()}/`;
  return found.flatMap((rows) => rows.map(({ example }) => example)).filter((name) => name.startsWith(own));
};

/** The state after another provider has given such a code. */
const giveElsewhere = (code: string) =>
  db.query('INSERT INTO reward_codes (environment_id, code, reward_id) VALUES ($1, $2, $3)', [
    environmentId,
    code,
    randomId(),
  ]);

test('▲ codes of lost commits are given to no other reward, are listed, and go to the rewards of their facts again', async () => {
  await addCodes(
    db,
    poolId,
    Array.from({ length: 10 }, (_, at) => `C0000${at.toString()}`),
  );
  expect(await draw(2)).toEqual(['C00000', 'C00001']);
  const [published, other, kept] = [randomId(), randomId(), randomId()];
  const drawn = (rewardId: string, place: number) => ({ environmentId, poolId, place, rewardId });
  const skip = (epoch: string, ...draws: readonly PublishedDraw[]) =>
    db.transaction((tx) => skipDrawnCodes(tx, epoch, draws));
  const epoch = randomId();
  // Facts of several members arrive in any order.
  await skip(epoch, drawn(kept, 1), drawn(other, 5));
  await skip(epoch, drawn(published, 3));
  await skip(randomId(), drawn(kept, 1), drawn(published, 3), drawn(other, 5));
  expect(
    await db.query(
      `SELECT place, code, reward_id AS "rewardId" FROM history_skipped_codes WHERE pool_id = $1 AND epoch = $2 ORDER BY place`,
      [poolId, epoch],
    ),
  ).toEqual([
    { place: 3, code: 'C00002', rewardId: published },
    { place: 4, code: 'C00003', rewardId: null },
    { place: 5, code: 'C00004', rewardId: other },
  ]);
  expect([await readPools(db, environmentId), await violations()]).toMatchObject([[{ remaining: 5 }], []]);
  const names = [published, other, kept].map((id) => ({ id, environmentId, poolId }));
  await giveElsewhere('C00004');
  expect([...(await db.transaction((tx) => findSkippedCodes(tx, names)))]).toEqual([
    [published, { code: 'C00002', place: 3 }],
  ]);
  expect(await draw(1)).toEqual(['C00005']);
  const skipped = { environmentId, poolId, pool: 'films', firstPlace: 3, lastPlace: 5 };
  expect(await listSkippedCodes(db, epoch)).toEqual([{ ...skipped, published: 2, unpublished: 1 }]);
  expect(await returnSkippedCodes(db, epoch, poolId)).toBe(1);
  expect(await returnSkippedCodes(db, epoch, poolId)).toBe(0);
  expect(await listSkippedCodes(db, epoch)).toEqual([{ ...skipped, published: 2, unpublished: 0 }]);
  expect([await readPools(db, environmentId), await violations()]).toMatchObject([[{ remaining: 5 }], []]);
  expect(await draw(9)).toEqual(['C00006', 'C00007', 'C00008', 'C00009', 'C00003']);
});

test('▲ a skipped code that was given meanwhile does not return to the pool', async () => {
  const opened = await openPool(db, environmentId, { name: 'cards' });
  const cards = opened.outcome === 'opened' ? opened.poolId : poolId;
  await addCodes(db, cards, ['D1', 'D2', 'D3']);
  const epoch = randomId();
  const last = { environmentId, poolId: cards, place: 3, rewardId: randomId() };
  await db.transaction((tx) => skipDrawnCodes(tx, epoch, [last]));
  await giveElsewhere('D1');
  expect(await returnSkippedCodes(db, epoch, cards)).toBe(1);
  expect(await listSkippedCodes(db, epoch)).toMatchObject([{ published: 1, unpublished: 0 }]);
  expect(await violations()).toEqual([]);
});
