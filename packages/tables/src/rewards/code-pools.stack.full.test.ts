import { type EnvironmentId, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { createOwnTenant, openSharedDatabase, readConfigVersion } from '@loyalty/testkit/database';
import { poolChecks } from '../checks/subject-checks.ts';
import { heldBack } from '../testing/held-back.ts';
import { drawCodes, lockPools, type PoolId, type PoolRecord, readPools } from './code-pools.ts';
import { configurationLimits } from '../configuration/write-configuration.ts';
import { addCodes, fillPool, openPool, setPool } from './import-codes.ts';

let db: Database;
beforeAll(() => {
  db = openSharedDatabase();
});
afterAll(() => db.close());

interface Pool {
  readonly environmentId: EnvironmentId;
  readonly poolId: PoolId;
}

const newEnvironment = async (): Promise<EnvironmentId> => (await createOwnTenant(db)).environmentIds.live;
const poolIn = async (environmentId: EnvironmentId, name: string): Promise<Pool> => {
  const opened = await openPool(db, environmentId, { name });
  if (opened.outcome !== 'opened') throw new Error(opened.reason);
  return { environmentId, poolId: opened.poolId };
};
const newPool = async (...codes: readonly string[]): Promise<Pool> => {
  const pool = await poolIn(await newEnvironment(), 'films');
  await addCodes(db, pool.poolId, codes);
  return pool;
};
const draw = ({ poolId }: Pool, count: number): Promise<string[]> =>
  db.transaction(async (tx) => {
    await lockPools(tx, [poolId]);
    return (await drawCodes(tx, poolId, count)).map(({ code }) => code);
  });
/** The state after another provider has given such codes. */
const giveElsewhere = async ({ environmentId }: Pool, ...codes: readonly string[]): Promise<void> => {
  await db.query(
    'INSERT INTO reward_codes (environment_id, code, reward_id) SELECT $1, unnest($2::text[]), $3',
    [environmentId, codes, randomId()],
  );
};
/** The codes name no rewards, which a check of rewards would report. */
const takeBackGiven = async ({ environmentId }: Pool): Promise<void> => {
  await db.query('DELETE FROM reward_codes WHERE environment_id = $1', [environmentId]);
};
const stateOf = async ({ environmentId }: Pool): Promise<PoolRecord | undefined> =>
  (await readPools(db, environmentId))[0];
const violations = async ({ environmentId }: Pool): Promise<string[]> => {
  const found = await Promise.all(poolChecks.map(({ sql }) => db.query<{ example: string }>(sql)));
  return found
    .flat()
    .map(({ example }) => example)
    .filter((example) => example.startsWith(`${environmentId.toString()}/`));
};
const numbered = (count: number, name = 'C'): string[] =>
  Array.from({ length: count }, (_, at) => `${name}${at.toString().padStart(5, '0')}`);

describe('codes of a pool', () => {
  it('are drawn in the order of their import, each once, until there are none', async () => {
    const pool = await newPool('B', 'A');
    await addCodes(db, pool.poolId, ['0', 'C']);
    expect([await draw(pool, 3), await stateOf(pool)]).toMatchObject([['B', 'A', '0'], { remaining: 1 }]);
    expect([await draw(pool, 3), await draw(pool, 1), await draw(pool, 0)]).toEqual([['C'], [], []]);
    expect([await stateOf(pool), await violations(pool)]).toMatchObject([{ remaining: 0 }, []]);
    await addCodes(db, pool.poolId, ['D']);
    expect([await draw(pool, 2), await violations(pool)]).toEqual([['D'], []]);
  });

  it('are added once, also when the file repeats them, a pool has them, or they were given before', async () => {
    const pool = await newPool('A', 'B', 'A');
    const beside = await poolIn(pool.environmentId, 'books');
    await giveElsewhere(pool, 'G');
    expect(await addCodes(db, beside.poolId, ['X', 'A', 'Y', 'G', 'X', 'Z'])).toEqual({
      added: 3,
      duplicates: 3,
    });
    expect(await addCodes(db, beside.poolId, ['X', 'A', 'Y', 'G', 'X', 'Z'])).toEqual({
      added: 0,
      duplicates: 6,
    });
    expect([await draw(beside, 9), await violations(pool)]).toEqual([['X', 'Y', 'Z'], []]);
    await takeBackGiven(pool);
  });

  it('are skipped when another provider has given them, and then no longer count as remaining', async () => {
    const pool = await newPool('A', 'B', 'C', 'D', 'E');
    await giveElsewhere(pool, 'A', 'C', 'E');
    expect([await draw(pool, 2), await stateOf(pool)]).toMatchObject([['B', 'D'], { remaining: 1 }]);
    expect([await draw(pool, 1), await stateOf(pool)]).toMatchObject([[], { remaining: 0 }]);
    expect(await violations(pool)).toEqual([]);
    await takeBackGiven(pool);
  });

  it('▲ are skipped in more than one transaction when very many were given elsewhere', async () => {
    const pool = await newPool();
    await db.query(
      `INSERT INTO pool_codes (pool_id, place, environment_id, code)
       SELECT $1, n, $2, 'G' || n FROM generate_series(1, 200000) AS n`,
      [pool.poolId, pool.environmentId],
    );
    await db.query(
      `INSERT INTO reward_codes SELECT environment_id, code, gen_random_uuid() FROM pool_codes
        WHERE pool_id = $1 AND place < 200000`,
      [pool.poolId],
    );
    await db.query('UPDATE code_pools SET last_place = 200000, remaining = 200000 WHERE id = $1', [
      pool.poolId,
    ]);
    expect(await draw(pool, 1)).toEqual([]);
    const remaining = (await stateOf(pool))?.remaining ?? 0;
    expect([remaining > 0, remaining < 10_000]).toEqual([true, true]);
    expect(await draw(pool, 1)).toEqual(['G200000']);
    await takeBackGiven(pool);
  });

  it('belong to their environment, also when another one has the same text', async () => {
    const [one, other] = [await newPool('A'), await newPool('A')];
    expect([await draw(one, 1), await draw(other, 1)]).toEqual([['A'], ['A']]);
    expect(await stateOf(await newPool())).toMatchObject({ remaining: 0 });
  });

  it.each([0, 99_000])('are read only as far as they are drawn, after %i that were given', async (given) => {
    const pool = await newPool();
    await db.query(
      `INSERT INTO pool_codes (pool_id, place, environment_id, code)
       SELECT $1, n, $2, 'R' || n FROM generate_series(1, 100000) AS n`,
      [pool.poolId, pool.environmentId],
    );
    await db.query(
      'UPDATE code_pools SET next_place = $2 + 1, last_place = 100000, remaining = 100000 - $2 WHERE id = $1',
      [pool.poolId, given],
    );
    await db.query('ANALYZE pool_codes');
    const read = await db.transaction(async (tx) => {
      // Like a connection of a service that has drawn often.
      await tx.query('SET LOCAL plan_cache_mode = force_generic_plan');
      // Reads of this connection from before are counted too, until they are reported.
      const countRead = async (): Promise<number> => {
        const text = `SELECT pg_stat_get_xact_tuples_returned('pool_codes_pkey'::regclass)::int AS read`;
        return (await tx.query<{ read: number }>(text))[0]?.read ?? 0;
      };
      await lockPools(tx, [pool.poolId]);
      const before = await countRead();
      await drawCodes(tx, pool.poolId, 10);
      return (await countRead()) - before;
    });
    expect(read).toBeGreaterThanOrEqual(10);
    expect(read).toBeLessThan(3_000);
    await db.query('DELETE FROM pool_codes WHERE pool_id = $1', [pool.poolId]);
    await db.query('UPDATE code_pools SET remaining = 0, next_place = last_place + 1 WHERE id = $1', [
      pool.poolId,
    ]);
  });

  it('are found after any number that others have given', async () => {
    const [codes, others] = [numbered(5_000, 'G'), numbered(4_990, 'G')];
    const pool = await newPool(...codes);
    await giveElsewhere(pool, ...others);
    expect(await draw(pool, 3)).toEqual(codes.slice(4_990, 4_993));
    expect([await stateOf(pool), await violations(pool)]).toMatchObject([{ remaining: 7 }, []]);
    expect(await draw(pool, 20)).toEqual(codes.slice(4_993));
    await takeBackGiven(pool);
  });

  it('drawn in a transaction that is rolled back are available again', async () => {
    const pool = await newPool('A', 'B');
    const failing = db.transaction(async (tx) => {
      await lockPools(tx, [pool.poolId]);
      throw new Error((await drawCodes(tx, pool.poolId, 1)).map(({ code }) => code).join());
    });
    await expect(failing).rejects.toThrow('A');
    expect([await draw(pool, 2), await violations(pool)]).toEqual([['A', 'B'], []]);
  });
});

describe('a pool under its lock', () => {
  const lockOf = ({ poolId }: Pool) => ({
    lockText: 'SELECT id FROM code_pools WHERE id = $1 FOR NO KEY UPDATE',
    values: [poolId],
  });

  it('gives no code to two transactions that draw at once', async () => {
    const pool = await newPool(...numbered(40));
    const drawn = await heldBack(
      db,
      lockOf(pool),
      Array.from({ length: 4 }, () => () => draw(pool, 12)),
    );
    expect(drawn.map(({ length }) => length).toSorted((a, b) => b - a)).toEqual([12, 12, 12, 4]);
    expect(drawn.flat().toSorted()).toEqual(numbered(40));
    expect([await stateOf(pool), await violations(pool)]).toMatchObject([{ remaining: 0 }, []]);
  });

  it('never adds a place below a drawn one, however imports and draws overlap', async () => {
    const pool = await newPool('first');
    const works: (() => Promise<unknown>)[] = [
      ...['A', 'B', 'C'].map((name) => () => addCodes(db, pool.poolId, numbered(50, name))),
      ...[20, 30].map((count) => () => draw(pool, count)),
    ];
    const outcomes = await heldBack(db, lockOf(pool), works);
    const given = outcomes.flatMap((outcome) => (Array.isArray(outcome) ? (outcome as string[]) : []));
    expect(await violations(pool)).toEqual([]);
    const rest = await draw(pool, 1_000);
    expect([...given, ...rest].toSorted()).toEqual(
      ['first', ...['A', 'B', 'C'].flatMap((name) => numbered(50, name))].toSorted(),
    );
  });

  it('and another pool of the environment never share a code that is imported into both at once', async () => {
    const one = await newPool();
    const other = await poolIn(one.environmentId, 'books');
    const codes = numbered(500);
    await heldBack(
      db,
      {
        lockText: 'SELECT id FROM code_pools WHERE id = ANY ($1) FOR NO KEY UPDATE',
        values: [[one.poolId, other.poolId]],
      },
      [() => addCodes(db, one.poolId, codes), () => addCodes(db, other.poolId, codes.toReversed())],
    );
    const drawn = [...(await draw(one, 500)), ...(await draw(other, 500))];
    expect([drawn.toSorted(), await violations(one)]).toEqual([codes, []]);
  });
});

describe('a pool', () => {
  it('is created once, and reports when it has few codes', async () => {
    const environmentId = await newEnvironment();
    const pool = await poolIn(environmentId, 'films');
    expect(await poolIn(environmentId, 'films')).toEqual(pool);
    expect(await readConfigVersion(db, environmentId, 'providers')).toBe(2);
    await openPool(db, environmentId, { name: 'films', lowBelow: 2 });
    await addCodes(db, pool.poolId, ['A', 'B']);
    expect(await readPools(db, environmentId)).toEqual([
      { name: 'films', remaining: 2, lowBelow: 2, isLow: false },
    ]);
    await draw(pool, 1);
    expect(await stateOf(pool)).toMatchObject({ remaining: 1, isLow: true });
    expect(await readConfigVersion(db, environmentId, 'providers')).toBe(2);
  });

  it.each([
    ['films', 2],
    ['films', -1],
  ])('%s whose number is off by %i is found', async (_, off) => {
    const pool = await newPool('A', 'B');
    await db.query('UPDATE code_pools SET remaining = remaining + $2 WHERE id = $1', [pool.poolId, off]);
    expect(await violations(pool)).toEqual([`${pool.environmentId.toString()}/films`]);
    await db.query('UPDATE code_pools SET remaining = remaining - $2 WHERE id = $1', [pool.poolId, off]);
  });

  it.each(['generator', ' films', ''])('is not created under the name %j', async (name) => {
    expect(await openPool(db, await newEnvironment(), { name })).toMatchObject({ outcome: 'refused' });
  });
});

describe('a pool by the API (D220)', () => {
  const name = 'films';

  it('is made, changed or left, and raises the version only when it is made', async () => {
    const environmentId = await newEnvironment();
    const record = { name, remaining: 0, lowBelow: 5, isLow: true };
    expect(await setPool(db, environmentId, { name, lowBelow: 5 })).toEqual({ outcome: 'created', record });
    const version = await readConfigVersion(db, environmentId);
    expect(await setPool(db, environmentId, { name, lowBelow: 5 })).toEqual({ outcome: 'unchanged', record });
    expect(await setPool(db, environmentId, { name, lowBelow: 0 })).toEqual({
      outcome: 'changed',
      before: record,
      record: { ...record, lowBelow: 0, isLow: false },
    });
    expect(await readConfigVersion(db, environmentId)).toBe(version);
  });

  it('▲ of another environment gets no code, whatever its name', async () => {
    const pool = await newPool('A');
    const stranger = await newEnvironment();
    expect(await fillPool(db, stranger, { name, codes: ['B'] })).toEqual({ outcome: 'not-found' });
    expect(await stateOf(pool)).toMatchObject({ remaining: 1 });
  });

  it('▲ takes codes up to the limit of all pools together; a call beyond adds none, a repeat is none', async () => {
    const pool = await newPool('A');
    await poolIn(pool.environmentId, 'books');
    const fill = (codes: readonly string[]) => fillPool(db, pool.environmentId, { name: 'books', codes });
    const claim = (remaining: number) =>
      db.query('UPDATE code_pools SET remaining = $2 WHERE id = $1', [pool.poolId, remaining]);
    await claim(configurationLimits.codes - 2);
    expect(await fill(['B', 'C', 'D'])).toEqual({
      outcome: 'limit-exceeded',
      of: 'codes',
      limit: configurationLimits.codes,
    });
    expect(await fill(['B', 'C', 'B'])).toEqual({ outcome: 'filled', added: 2, duplicates: 1 });
    expect(await fill(['B', 'C'])).toEqual({ outcome: 'filled', added: 0, duplicates: 2 });
    expect((await fill(['D'])).outcome).toBe('limit-exceeded');
    // An operator may add more; a repeat is none then, too.
    await claim(configurationLimits.codes);
    expect(await fill(['B', 'C'])).toEqual({ outcome: 'filled', added: 0, duplicates: 2 });
    await claim(1);
    expect(await violations(pool)).toEqual([]);
  });

  it('▲ filled by many calls at once has each code once, and no call passes the limit', async () => {
    const pool = await newPool('A');
    await db.query('UPDATE code_pools SET remaining = $2 WHERE id = $1', [
      pool.poolId,
      configurationLimits.codes - 250,
    ]);
    await poolIn(pool.environmentId, 'books');
    const filled = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        fillPool(db, pool.environmentId, { name: 'books', codes: numbered(100, `P${n.toString()}`) }),
      ),
    );
    expect(filled.filter(({ outcome }) => outcome === 'filled')).toHaveLength(2);
    await db.query('UPDATE code_pools SET remaining = 1 WHERE id = $1', [pool.poolId]);
    expect(await readPools(db, pool.environmentId)).toMatchObject([{ remaining: 200 }, { remaining: 1 }]);
    expect(await violations(pool)).toEqual([]);
  });
});
