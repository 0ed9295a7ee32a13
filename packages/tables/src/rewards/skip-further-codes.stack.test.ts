import { type EnvironmentId, randomId } from '@loyalty/kernel';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { poolChecks } from '../checks/subject-checks.ts';
import { createTenant } from '../tenants/tenants.ts';
import { drawCodes, lockPools, type PoolId } from './code-pools.ts';
import { addCodes, openPool } from './import-codes.ts';
import { listSkippedCodes, returnSkippedCodes, skipDrawnCodes, skipNextCodes } from '../skipped-codes.ts';

let scratch: ScratchDatabase;
let environmentId: EnvironmentId;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
  environmentId = (await createTenant(scratch.db, { name: 'Test' })).environmentIds.live;
});
afterEach(() => scratch.drop());

const open = async (name: string, ...codes: readonly string[]): Promise<PoolId> => {
  const opened = await openPool(scratch.db, environmentId, { name });
  if (opened.outcome !== 'opened') throw new Error(opened.reason);
  await addCodes(scratch.db, opened.poolId, codes);
  return opened.poolId;
};

const draw = (poolId: PoolId): Promise<string[]> =>
  scratch.db.transaction(async (tx) => {
    await lockPools(tx, [poolId]);
    return (await drawCodes(tx, poolId, 1)).map(({ code }) => code);
  });

test('▲ every pool skips so many codes, those that facts name among them; a repeat skips none; all can be returned', async () => {
  const films = await open('films', 'A', 'B', 'C', 'D', 'E');
  const cards = await open('cards', 'X', 'Y');
  const epoch = randomId();
  const drawn = { environmentId, poolId: films, place: 1, rewardId: randomId() };
  await scratch.db.transaction((tx) => skipDrawnCodes(tx, epoch, [drawn]));
  // One of the three of the first pool is skipped already; the second pool has two.
  expect(await skipNextCodes(scratch.db, epoch, 3)).toBe(4);
  expect(await skipNextCodes(scratch.db, epoch, 3)).toBe(0);
  expect([await draw(films), await draw(cards)]).toEqual([['D'], []]);
  expect(await listSkippedCodes(scratch.db, epoch)).toMatchObject([
    { pool: 'films', published: 1, unpublished: 2, firstPlace: 1, lastPlace: 3 },
    { pool: 'cards', published: 0, unpublished: 2, firstPlace: 1, lastPlace: 2 },
  ]);
  const wrong = await Promise.all(poolChecks.map(({ sql }) => scratch.db.query(sql)));
  expect(wrong.flat()).toEqual([]);
  expect(await returnSkippedCodes(scratch.db, epoch, cards)).toBe(2);
  expect(await draw(cards)).toEqual(['X']);
});
