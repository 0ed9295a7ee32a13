import type { InvariantFinding } from '@loyalty/tables/checks/invariant-checks';
import type { SegmentInput } from '@loyalty/tables/segments';
import { createSegment } from '@loyalty/tables/segments/management';
import {
  createLocaleDatabase,
  createSchemaDatabase,
  schemaMigrations,
  type ScratchDatabase,
} from '@loyalty/testkit/database';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';

let scratch: ScratchDatabase;
let system: ScratchSystem;
let rich: string;
let poor: string;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
  system = await createScratchSystem(scratch.db, scratch.url);
  // Balances need no ledger here: only these tests use the database.
  [rich, poor] = [await system.enrol('rich', 100), await system.enrol('poor', 0)];
});
afterEach(() => scratch.drop());

const change = (text: string, ...values: readonly unknown[]) => system.db.query(text, values);

const segmentOf = async (rules: NonNullable<SegmentInput['rules']>): Promise<string> => {
  const made = await createSegment(system.db, system.environmentId, { name: 'Some', type: 'DYNAMIC', rules });
  if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
  return made.record.id;
};
const haveIn = async (segmentId: string, memberId: string): Promise<void> => {
  await change(
    'INSERT INTO segment_members (environment_id, segment_id, member_id) VALUES ($1, $2, $3)',
    system.environmentId,
    segmentId,
    memberId,
  );
};
/** Sets the state after a refresh. */
const settle = (segmentId: string) =>
  change('UPDATE segment_states SET done = wanted, refreshed_at = now() WHERE segment_id = $1', segmentId);

const richRule = {
  operator: 'AND' as const,
  conditions: [{ field: 'points_balance' as const, op: 'gte' as const, value: 50 }],
};

/** Creates a segment with the right members. */
const settledSegment = async (): Promise<string> => {
  const segmentId = await segmentOf(richRule);
  await haveIn(segmentId, rich);
  await settle(segmentId);
  return segmentId;
};

const finding = async (): Promise<InvariantFinding | undefined> => {
  const { document } = await system.documentOf('check');
  const { checks } = document as { readonly checks: readonly InvariantFinding[] };
  return checks.find(({ invariant }) => invariant === 'I16');
};

test('a balance without entries is found and shown, and the exit code is 1', async () => {
  const { exitCode, out } = await system.loyaltyctl(['check']);
  const environment = system.environmentId.toString();
  expect([exitCode, out]).toEqual([1, expect.stringContaining(`: 1 violations (${environment}/${rich})`)]);
  const { document } = await system.documentOf('check');
  const { holds, checks } = document as { holds: boolean; checks: readonly InvariantFinding[] };
  expect(holds).toBe(false);
  expect(checks.filter(({ violations }) => violations > 0)).toMatchObject([
    { invariant: 'I1', violations: 1 },
  ]);
});

test('I16 members of DYNAMIC segments are the members that the rules select', async () => {
  await settledSegment();
  expect(await finding()).toMatchObject({ violations: 0, examples: [] });
});

test('I16 a wrong membership is found, and a missing one', async () => {
  const segmentId = await settledSegment();
  await change('UPDATE segment_members SET member_id = $1 WHERE segment_id = $2', poor, segmentId);
  const found = await finding();
  const environment = system.environmentId.toString();
  expect(found?.violations).toBe(2);
  expect(new Set(found?.examples)).toEqual(
    new Set([
      `${environment}/${rich} is not in segment ${segmentId}`,
      `${environment}/${poor} is in segment ${segmentId}`,
    ]),
  );
  const { exitCode, out } = await system.loyaltyctl(['check']);
  expect([exitCode, out]).toEqual([1, expect.stringContaining('✗ I16 a DYNAMIC segment has the members')]);
});

test.each([
  ['a refresh is asked for', `UPDATE segment_states SET wanted = wanted + 1`],
  ['the members were just active', `UPDATE members SET updated_at = now()`],
])('I16 nothing is found while %s', async (_, moving) => {
  const segmentId = await settledSegment();
  await change('DELETE FROM segment_members WHERE segment_id = $1', segmentId);
  expect(await finding()).toMatchObject({ violations: 1 });
  await change(moving);
  expect(await finding()).toMatchObject({ violations: 0 });
});

test('I16 a rule that names tiers waits for re-tiering', async () => {
  const segmentId = await segmentOf({
    operator: 'AND',
    conditions: [{ field: 'tier_id', op: 'eq', value: null }],
  });
  await settle(segmentId);
  expect(await finding()).toMatchObject({ violations: 2 });
  await change('INSERT INTO retierings (environment_id, wanted) VALUES ($1, 1)', system.environmentId);
  expect(await finding()).toMatchObject({ violations: 0 });
});

test('I20 a collation that has changed, and indexes that were not compared, are said beside checks that hold', async () => {
  const locale = await createLocaleDatabase(schemaMigrations);
  try {
    const changed = await createScratchSystem(locale.db, locale.url);
    await locale.changeOrder();
    const { exitCode, out } = await changed.loyaltyctl(['check']);
    expect([exitCode, out]).toEqual([0, expect.stringContaining('I20 text is compared by bytes')]);
    expect(out).toMatch(/The collation of this database, icu en-ZA, had version 1\.0 and has .+REFRESH/);
    expect(out).toContain('Not compared: the extension amcheck is not installed.');
  } finally {
    await locale.drop();
  }
});
