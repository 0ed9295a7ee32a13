import fc from 'fast-check';
import type { CampaignId, EnvironmentId } from '@loyalty/kernel';
import { isBelowNextStep, spend } from '@loyalty/rules/budgets';
import { type Database, LostRace, type Transaction } from '@loyalty/storage';
import { giveBackBudgets, readBudgets, spendBudgets } from '@loyalty/tables/campaigns';
import {
  createCampaign,
  findCampaign,
  transitionCampaign,
  updateCampaign,
} from '@loyalty/tables/campaigns/management';
import {
  againAfterRace,
  createOwnTenant,
  createSchemaDatabase,
  type ScratchDatabase,
  untilLockWaits,
} from '@loyalty/testkit/database';
import { testMessage, testSnapshot } from '@loyalty/testkit/engine';
import { historyRuns } from '@loyalty/testkit/runs';
import type { EngineRequest } from '../requests/request.ts';
import { BudgetBook, pauseSpentBudgets } from './budget-book.ts';
import { BudgetHolds } from './budget-holds.ts';

// A database of its own: budgets are spent for which nothing is awarded (I7).
let scratch: ScratchDatabase;
let db: Database;
let environmentId: EnvironmentId;
let campaignId: CampaignId;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
afterAll(() => scratch.drop());

const openCampaign = async (maxBudgetCents: number): Promise<void> => {
  environmentId = (await createOwnTenant(db)).environmentIds.live;
  const made = await createCampaign(db, environmentId, {
    name: 'Spring',
    earningRule: { type: 'FIXED_POINTS', points: 1 },
    maxBudgetCents,
  });
  if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
  campaignId = made.record.id;
  await transitionCampaign(db, environmentId, { campaignId, action: 'activate' });
};

const requestOf = (ref: string): EngineRequest<null> => {
  const [memberKey, fingerprint] = [Buffer.alloc(16), Buffer.alloc(16)];
  const named = { ref, memberRef: 'customer-1', responseKey: ref, newId: (kind: string) => `${ref}:${kind}` };
  return {
    message: testMessage(null),
    operation: 'evaluate',
    environmentId,
    memberKey,
    fingerprint,
    ...named,
  };
};

interface Stored {
  /** The awards that were given, in order. */
  readonly given: readonly number[];
  readonly facts: readonly string[];
}

const nothing: Stored = { given: [], facts: [] };

/** Gives awards until the budget is spent, and stores the batch; `settle` is called between the two. */
const storeBatch = async (
  tx: Transaction,
  book: BudgetBook,
  { awards, settle }: { readonly awards: readonly number[]; readonly settle: () => void },
): Promise<Stored> => {
  const request = requestOf('receipt');
  const given = awards.filter((cents) => {
    if (book.isSpent(campaignId)) return false;
    book.spend(request, { campaignId, campaignName: 'Spring', cents });
    return true;
  });
  settle();
  const books = new Map([[environmentId, book]]);
  const snapshots = new Map([[environmentId, testSnapshot({ environmentId })]]);
  const { facts } = await pauseSpentBudgets(tx, [request], { books, snapshots });
  await spendBudgets(tx, book.writes());
  return { given, facts: facts.map(({ fact }) => fact.type) };
};

/** An engine whose batches give awards of one campaign until its budget is spent. */
const startEngine = () => {
  const holds = new BudgetHolds();
  const within = async (tx: Transaction, awards: readonly number[]): Promise<Stored> => {
    const book = new BudgetBook(environmentId, await holds.claim(tx, [{ environmentId, campaignId }]));
    const settle = () => {
      holds.settle([book]);
    };
    return storeBatch(tx, book, { awards, settle });
  };
  /** Runs a batch again after a lost race, as the runtime does. */
  const run = (awards: readonly number[]): Promise<Stored> =>
    againAfterRace(() => db.transaction((tx) => within(tx, awards)));
  return { within, run };
};

/** A batch of the build before allowances: it locks the row, and adds to it what stands beside it. */
const runOlder = (awards: readonly number[]): Promise<Stored> =>
  db.transaction(async (tx) => {
    await tx.query('SELECT FROM campaign_budgets WHERE campaign_id = $1 FOR NO KEY UPDATE', [campaignId]);
    const [read] = await readBudgets(tx, [{ environmentId, campaignId }]);
    const budget = read?.budget ?? null;
    const book = new BudgetBook(environmentId, [
      { environmentId, campaignId, isLocked: true, budget, allowedCents: 0, allowance: null },
    ]);
    return storeBatch(tx, book, { awards, settle: () => undefined });
  });

/** Ends a transaction before it commits, as the death of its process does. */
const killed = (engine: ReturnType<typeof startEngine>, awards: readonly number[]): Promise<Stored> =>
  db
    .transaction(async (tx) => {
      await engine.within(tx, awards);
      await tx.query('SELECT pg_terminate_backend(pg_backend_pid())');
      return nothing;
    })
    .catch(() => nothing);

const spentCents = async () => (await findCampaign(db, environmentId, campaignId))?.spentCents;

/** Cents that batches may spend without the lock; 0: each locks the budget. */
const allowedCents = async (): Promise<number> => {
  const text =
    'SELECT COALESCE(sum(allowance_cents), 0)::int AS cents FROM campaign_spendings WHERE campaign_id = $1';
  return (await db.query<{ cents: number }>(text, [campaignId]))[0]?.cents ?? 0;
};

const soon = (tx: Transaction) => tx.query(`SET LOCAL lock_timeout = '50ms'`);

test('▲ far from its alert, batches of several engines spend from one bounded budget at the same time', async () => {
  await openCampaign(1_000_000);
  const engines = [startEngine(), startEngine(), startEngine()] as const;
  for (const engine of engines) await engine.run([1]);
  await db.transaction(async (first) => {
    await engines[0].within(first, [10]);
    await db.transaction(async (second) => {
      await soon(second);
      await engines[1].within(second, [20]);
      await db.transaction(async (third) => {
        await soon(third);
        await engines[2].within(third, [30]);
      });
    });
    expect(await spentCents()).toBe(53);
  });
  expect(await spentCents()).toBe(63);
});

test('I7 what is spent and what may be spent together stay below the alert, then below the bound', async () => {
  await openCampaign(10_000);
  const engine = startEngine();
  await engine.run([10]);
  expect((await allowedCents()) + 10).toBeLessThan(8_000);
  expect(await allowedCents()).toBeGreaterThan(7_900);
  expect(await engine.run([7_990])).toEqual({ given: [7_990], facts: ['campaign.budget_alert'] });
  expect(await allowedCents()).toBe(0);
  // An engine that knows only small batches gives out what is left below the bound.
  await startEngine().run([1]);
  expect((await allowedCents()) + 8_001).toBeLessThan(10_000);
  expect(await allowedCents()).toBeGreaterThan(1_900);
});

test('a batch that spends more than its allowance is rolled back, and runs again with the budget locked', async () => {
  await openCampaign(1_000_000);
  const engine = startEngine();
  await engine.run([1]);
  const first = db.transaction((tx) => engine.within(tx, [100_000]));
  await expect(first).rejects.toThrow(new LostRace('a batch spends more than its allowance'));
  expect(await spentCents()).toBe(1);
  await db.transaction(async (tx) => {
    await engine.within(tx, [100_000]);
    const other = db.transaction(async (beside) => {
      await soon(beside);
      await beside.query('SELECT FROM campaign_budgets WHERE campaign_id = $1 FOR SHARE', [campaignId]);
    });
    await expect(other).rejects.toMatchObject({ code: '55P03' });
  });
  expect(await spentCents()).toBe(100_001);
});

test('a batch that finds no allowance runs again with the budget locked', async () => {
  await openCampaign(1_000_000);
  const engine = startEngine();
  await engine.run([1]);
  await runOlder([5]);
  expect(await allowedCents()).toBe(0);
  const first = db.transaction((tx) => engine.within(tx, [1]));
  await expect(first).rejects.toThrow(new LostRace('a budget has no allowance left'));
  await engine.run([1]);
  expect(await spentCents()).toBe(7);
  expect(await allowedCents()).toBeGreaterThan(0);
});

test('I7 allowances of a bound that was lowered meanwhile are worth nothing', async () => {
  await openCampaign(1_000_000);
  const engine = startEngine();
  await engine.run([1]);
  await updateCampaign(db, environmentId, { campaignId, patch: { maxBudgetCents: 50 } });
  expect(await engine.run([30, 19, 5])).toEqual({
    given: [30, 19],
    facts: ['campaign.budget_alert', 'campaign.budget_suspended'],
  });
});

test('who waits for the whole budget is not passed by batches that would share it', async () => {
  await openCampaign(1_000_000);
  const [one, other] = [startEngine(), startEngine()];
  for (const engine of [one, other]) await engine.run([1]);
  const change = await db.transaction(async (tx) => {
    await one.within(tx, [1]);
    const changed = updateCampaign(db, environmentId, { campaignId, patch: { name: 'Summer' } });
    await untilLockWaits(db, 'SELECT CASE WHEN is_locked THEN pg_advisory_xact_lock');
    const late = db.transaction(async (beside) => {
      await soon(beside);
      await other.within(beside, [1]);
    });
    await expect(late).rejects.toMatchObject({ code: '55P03' });
    return { changed };
  });
  expect(await change.changed).toMatchObject({ outcome: 'changed' });
});

interface Batch {
  readonly awards: readonly number[];
  readonly dies: boolean;
}

const batches = fc.record<Batch>({
  awards: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 8 }),
  dies: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});
/** The batches of each engine; the last one is of the build before. */
const engineBatches = fc.array(batches, { minLength: 5, maxLength: 25 });
const histories = fc.array(engineBatches, { minLength: 3, maxLength: 4 });

const play = async (engines: readonly (readonly Batch[])[]): Promise<Stored> => {
  const stored = await Promise.all(
    engines.map(async (own, at) => {
      const engine = startEngine();
      const all: Stored[] = [];
      for (const { awards, dies } of own)
        if (at === engines.length - 1) all.push(await runOlder(awards));
        else all.push(await (dies ? killed(engine, awards) : engine.run(awards)));
      return all;
    }),
  );
  return {
    given: stored.flat().flatMap(({ given }) => given),
    facts: stored.flat().flatMap(({ facts }) => facts),
  };
};

test('I7 several engines, one of the former build, some killed: no budget is passed by more than one award, one alert, one suspension', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 30_000 }), histories, async (...[maxBudgetCents, engines]) => {
      await openCampaign(maxBudgetCents);
      const { given, facts } = await play(engines);
      const spent = given.reduce((sum, cents) => sum + cents, 0);
      expect(await spentCents()).toBe(spent);
      expect(spent).toBeLessThan(maxBudgetCents + Math.max(1, ...given));
      const budget = { spentCents: 0, maxBudgetCents, alertThreshold: 0.8, alertedForCents: null };
      const { alerts, suspends } = spend(budget, spent);
      const expected = [alerts && 'campaign.budget_alert', suspends && 'campaign.budget_suspended'];
      expect(facts.toSorted()).toEqual(expected.filter((type) => type !== false));
      const [read] = await readBudgets(db, [{ environmentId, campaignId }]);
      const isKept = read?.budget != null && isBelowNextStep(read.budget, await allowedCents());
      expect(isKept || suspends).toBe(true);
    }),
    { numRuns: historyRuns },
  );
});

/** Gives back a part of each award at once, as a return does. */
const giveBackOf = async ({ given }: Stored, percent: number): Promise<number> => {
  const cents = given.reduce((sum, award) => sum + Math.floor((award * percent) / 100), 0);
  await db.transaction((tx) => giveBackBudgets(tx, [{ environmentId, campaignId, cents }]));
  return cents;
};

const returns = fc.array(fc.tuple(batches, fc.integer({ min: 0, max: 100 })), {
  minLength: 5,
  maxLength: 20,
});

test('D176 I7 engines that spend and give back at once: the spending is what stays, and no award begins beyond the bound', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 30_000 }),
      fc.array(returns, { minLength: 2, maxLength: 3 }),
      async (...[maxBudgetCents, engines]) => {
        await openCampaign(maxBudgetCents);
        const stored = await Promise.all(
          engines.map(async (own) => {
            const engine = startEngine();
            const all: (Stored & { readonly back: number })[] = [];
            for (const [{ awards, dies }, percent] of own) {
              const one = await (dies ? killed(engine, awards) : engine.run(awards));
              all.push({ ...one, back: await giveBackOf(one, percent) });
            }
            return all;
          }),
        );
        const given = stored.flat().flatMap((one) => one.given);
        const back = stored.flat().reduce((sum, one) => sum + one.back, 0);
        const spent = given.reduce((sum, cents) => sum + cents, 0) - back;
        expect(await spentCents()).toBe(spent);
        expect(spent).toBeLessThan(maxBudgetCents + Math.max(1, ...given));
        const facts = stored.flat().flatMap((one) => one.facts);
        expect(facts).toHaveLength(new Set(facts).size);
        const [read] = await readBudgets(db, [{ environmentId, campaignId }]);
        const isKept = read?.budget != null && isBelowNextStep(read.budget, await allowedCents());
        expect(isKept || (await allowedCents()) === 0).toBe(true);
      },
    ),
    { numRuns: historyRuns },
  );
});
