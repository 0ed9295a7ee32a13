import { createCampaign } from '@loyalty/tables/campaigns/management';
import type { InvariantFinding } from '@loyalty/tables/checks';
import type { SegmentInput } from '@loyalty/tables/segments';
import { createSegment } from '@loyalty/tables/segments/management';
import {
  createLocaleDatabase,
  createSchemaDatabase,
  schemaMigrations,
  type ScratchDatabase,
} from '@loyalty/testkit/database';
import { eventually } from '@loyalty/testkit/runs';
import { captureRun } from '../testing/captured-run.ts';
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

const finding = async (of = 'I16'): Promise<InvariantFinding | undefined> => {
  const { document } = await system.documentOf('check');
  const { checks } = document as { readonly checks: readonly InvariantFinding[] };
  return checks.find(({ invariant }) => invariant === of);
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
    { invariant: 'I25', violations: 1 },
  ]);
});

test('I23 points to deduct are those that returns could not recover, less those that were deducted since', async () => {
  await change('UPDATE members SET points_to_deduct = 5 WHERE id = $1', rich);
  const example = `${system.environmentId.toString()}/${rich}`;
  expect(await finding('I23')).toMatchObject({ violations: 1, examples: [example] });
  await change(
    `WITH returned AS (
       INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at)
       VALUES ($1, 'return', 'r', gen_random_uuid(), $2, '', convert_to('{"pointsToDeduct": 7}', 'UTF8'), now()))
     INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, description, created_at)
     VALUES ($1, $2, 1, gen_random_uuid(), 'RETURN', -2, 0, '', now())`,
    system.environmentId,
    rich,
  );
  expect(await finding('I23')).toMatchObject({ violations: 0 });
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
])('▲ I16 nothing is found while %s', async (_, moving) => {
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

test('a campaign whose conditions this build cannot read is named, unless it is archived or of newer rules (D226)', async () => {
  const conditions = { field: 'weekday', op: 'eq', value: 'SAT' };
  const earningRule = { type: 'FIXED_POINTS', points: 1 } as const;
  const input = { name: 'Saturdays', earningRule, conditions };
  const made = await createCampaign(system.db, system.environmentId, input);
  if (made.outcome !== 'created') throw new Error(made.outcome);
  expect(await finding('conditions')).toMatchObject({ violations: 0, examples: [] });
  const { id } = made.record;
  await change(
    `UPDATE campaigns SET conditions = '{"field": "colour", "op": "eq", "value": "red"}' WHERE id = $1`,
    id,
  );
  const examples = [`${system.environmentId.toString()}/${id}`];
  expect(await finding('conditions')).toMatchObject({ violations: 1, examples });
  await change('UPDATE campaigns SET rules_version = 1000 WHERE id = $1', id);
  expect(await finding('conditions')).toMatchObject({ violations: 0 });
  await change(
    `UPDATE campaigns SET conditions = NULL, earn_on = '{"all": true}', rules_version = 6 WHERE id = $1`,
    id,
  );
  expect(await finding('conditions')).toMatchObject({ violations: 1, examples });
  await change(`UPDATE campaigns SET state = 'ARCHIVED' WHERE id = $1`, id);
  expect(await finding('conditions')).toMatchObject({ violations: 0 });
});

test('I20 a collation that has changed, and indexes that were not compared, are said beside checks that hold', async () => {
  const locale = await createLocaleDatabase(schemaMigrations);
  try {
    const changed = await createScratchSystem(locale.db, locale.url);
    await locale.changeOrder();
    const { exitCode, out } = await changed.loyaltyctl(['check']);
    expect([exitCode, out]).toEqual([0, expect.stringContaining('I20 text is compared by bytes')]);
    expect(out).toMatch(/The collation of this database, icu en-ZA, had version 1\.0 and has .+REFRESH/);
    expect(out).toMatch(/^○ I20 .*\. The extension amcheck is not installed\.$/m);
    expect(out).toMatch(/ checks hold, 1 was not made: unique indexes are intact, .*\.\n$/);
  } finally {
    await locale.drop();
  }
});

describe('a check of what was written since (D160)', () => {
  /** Credits a member, as an engine does: the request, its entry, and the account. */
  const credit = async (
    memberId: string,
    ref: string,
    more: { readonly said?: object; readonly after?: number } = {},
  ) => {
    const [member] = await system.db.query<{ seq: number; balance: number }>(
      'SELECT ledger_seq AS seq, points_balance AS balance FROM members WHERE id = $1',
      [memberId],
    );
    const { seq, balance } = member ?? { seq: 0, balance: 0 };
    const said = JSON.stringify(Object.assign({ pointsAwarded: 10, campaigns: [] }, more.said));
    await change(
      `WITH stored AS (
         INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at)
         VALUES ($1, 'credit', $3, gen_random_uuid(), $2, '', convert_to($4, 'UTF8'), now()) RETURNING id),
       posted AS (
         INSERT INTO ledger_entries (environment_id, member_id, seq, id, type, points, balance_after, transaction_id, description, created_at)
         SELECT $1, $2, $5, gen_random_uuid(), 'EARN', 10, $6, id, '', now() FROM stored)
       UPDATE members SET ledger_seq = $5, points_balance = $7, lifetime_points = $7 WHERE id = $2`,
      system.environmentId,
      memberId,
      ref,
      said,
      seq + 1,
      more.after ?? balance + 10,
      balance + 10,
    );
  };
  /** A transaction of any database of the server, as one of another test, holds the mark of a check back. */
  const untilAllBeforeEnded = async (): Promise<void> => {
    const [now] = await system.db.query<{ xid: number }>('SELECT pg_current_xact_id()::text::bigint AS xid');
    await eventually('all transactions before have ended', async () => {
      const text = 'SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xid';
      const [least] = await system.db.query<{ xid: number }>(text);
      return least !== undefined && now !== undefined && least.xid > now.xid;
    });
  };
  const checked = async (...more: readonly string[]) => {
    const { document, exitCode } = await system.documentOf('check', ...more);
    const { scope, checks } = document as {
      readonly scope: string;
      readonly checks: readonly InvariantFinding[];
    };
    return {
      exitCode,
      scope,
      found: checks.filter(({ violations }) => violations > 0).map(({ invariant }) => invariant),
    };
  };

  let quiet: string;
  beforeEach(async () => {
    // The two above have a balance without a ledger.
    await change('DELETE FROM member_profiles');
    await change('DELETE FROM members');
    [rich, quiet] = [await system.enrol('rich-again'), await system.enrol('quiet')];
    for (const ref of ['a', 'b']) await credit(rich, ref);
    await credit(quiet, 'c');
    await untilAllBeforeEnded();
    const first = await checked();
    if (first.exitCode !== 0) throw new Error(`the books do not add up: ${first.found.join(', ')}`);
  });

  it('holds where all is well; what nobody wrote since is left to a run over everything', async () => {
    await credit(rich, 'd');
    expect(await checked()).toEqual({ exitCode: 0, scope: 'changed', found: [] });
    const marks = await system.db.query('SELECT scope FROM check_marks ORDER BY 1');
    expect(marks).toEqual([{ scope: 'all' }, { scope: 'changed' }]);
    await change(
      `UPDATE transactions SET answer = convert_to('{"pointsAwarded": 99, "campaigns": []}', 'UTF8') WHERE ref = 'c'`,
    );
    expect(await checked()).toEqual({ exitCode: 0, scope: 'changed', found: [] });
    expect(await checked('--all')).toEqual({ exitCode: 1, scope: 'all', found: ['I4'] });
    // Numbers of transactions may return.
    await change(`WITH e AS (INSERT INTO database_epochs (epoch, incarnation, branched_at, raised_at)
                             VALUES (gen_random_uuid(), 'another', now(), now()) RETURNING epoch)
                  UPDATE database_history SET epoch = e.epoch FROM e`);
    expect(await checked()).toEqual({ exitCode: 1, scope: 'all', found: ['I4'] });
  });

  /** Returns 10 cents of a receipt, of which 2 points could not be recovered. */
  const bringBack = async (id: string, row: { readonly unnamed: number; readonly unrecovered: number }) => {
    const sold = { pointsAwarded: 0, campaigns: [] };
    const back = { pointsReversed: 0, pointsFromBalance: 0, pointsForgiven: 2, isWhole: false };
    await change(
      `WITH touched AS (UPDATE members SET updated_at = now() WHERE id = $2),
       stored AS (
         INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at, amount_cents)
         VALUES ($1, 'evaluate', $2::text, gen_random_uuid(), $2, '', convert_to($3, 'UTF8'), now(), 100),
                ($1, 'return', $2::text, gen_random_uuid(), $2, '', convert_to($4, 'UTF8'), now(), -10)
         RETURNING operation, id)
       INSERT INTO returned_transactions (environment_id, transaction_id, member_id, amount_returned, amount_unnamed, kept,
                                          return_ids, points_unrecovered)
       SELECT $1, s.id, $2, 10, $5, '{}', ARRAY[b.id], $6
         FROM stored s JOIN stored b ON s.operation = 'evaluate' AND b.operation = 'return'`,
      system.environmentId,
      id,
      JSON.stringify(sold),
      JSON.stringify(back),
      row.unnamed,
      row.unrecovered,
    );
  };

  const missingReward = { campaigns: [{ rewardIds: ['0198c0de-0000-7000-8000-000000000009'] }] };
  const faults: readonly (readonly [
    invariant: string,
    what: string,
    plant: (id: string) => Promise<unknown>,
  ])[] = [
    // More than they have earned, too.
    ['I1 I25', 'a balance', (id) => change('UPDATE members SET points_balance = 31 WHERE id = $1', id)],
    // The balance is not that of the last entry, either.
    ['I1 I1', 'an entry that does not continue the one before', (id) => credit(id, 'after', { after: 50 })],
    [
      'I1',
      'a gap',
      async (id) => {
        await change('UPDATE members SET ledger_seq = 4 WHERE id = $1', id);
        await credit(id, 'gap');
      },
    ],
    ['I4', 'an answer with other points', (id) => credit(id, 'said', { said: { pointsAwarded: 11 } })],
    ['I8', 'a reward that is not there', (id) => credit(id, 'named', { said: missingReward })],
    [
      'I4',
      'a request without its entry',
      (id) =>
        change(
          `WITH touched AS (UPDATE members SET updated_at = now() WHERE id = $1)
           INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at)
           SELECT environment_id, operation, 'bare', gen_random_uuid(), $1, '', answer, now() FROM transactions WHERE ref = 'c'`,
          id,
        ),
    ],
    [
      'I4',
      'a return without its entry',
      (id) =>
        change(
          `WITH touched AS (UPDATE members SET updated_at = now() WHERE id = $1)
           INSERT INTO transactions (environment_id, operation, ref, id, member_id, fingerprint, answer, created_at)
           SELECT environment_id, 'return', 'bare', gen_random_uuid(), $1, '',
                  convert_to('{"pointsReversed": 5, "pointsFromBalance": 5}', 'UTF8'), now() FROM transactions WHERE ref = 'c'`,
          id,
        ),
    ],
    [
      'I23',
      'points to deduct that no return left',
      (id) => change('UPDATE members SET points_to_deduct = 5 WHERE id = $1', id),
    ],
    [
      'I21',
      'a return of a receipt that is not there',
      (id) =>
        change(
          `INSERT INTO returned_transactions (environment_id, transaction_id, member_id, kept, return_ids)
           VALUES ($1, gen_random_uuid(), $2, '{}', '{}')`,
          system.environmentId,
          id,
        ),
    ],
    ['I21', 'more without products than came back', (id) => bringBack(id, { unnamed: 11, unrecovered: 2 })],
    [
      'I21',
      'more that was not recovered than returns say',
      (id) => bringBack(id, { unnamed: 10, unrecovered: 3 }),
    ],
    [
      'FK',
      'an entry without its request',
      async (id) => {
        await credit(id, 'gone');
        await change(`DELETE FROM transactions WHERE ref = 'gone'`);
      },
    ],
    [
      'I13',
      'more lots than balance',
      async (id) => {
        await credit(id, 'lots');
        await change(
          `INSERT INTO point_lots (environment_id, member_id, sliding_days, expires_on, points, added_at, due_on)
           VALUES ($1, $2, 30, 0, 1000, now(), 0)`,
          system.environmentId,
          id,
        );
      },
    ],
  ];

  it('▲ finds each fault of a member who was written since, and finds it again until it is mended', async () => {
    const planted: string[] = [];
    for (const [invariant, what, plant] of faults) {
      const id = await system.enrol(what);
      await plant(id);
      planted.push(...invariant.split(' '));
    }
    const runs = [await system.documentOf('check'), await system.documentOf('check')];
    for (const { document, exitCode } of runs) {
      const { scope, checks } = document as {
        readonly scope: string;
        readonly checks: readonly InvariantFinding[];
      };
      const found = checks.flatMap(({ invariant, violations }) =>
        new Array<string>(violations).fill(invariant),
      );
      expect([exitCode, scope, found.toSorted()]).toEqual([1, 'changed', planted.toSorted()]);
    }
  });

  it('says that it cannot keep its mark where the database is read only, and holds all the same', async () => {
    const name = new URL(scratch.url).pathname.slice(1);
    await change(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    const { exitCode, err } = await system.loyaltyctl(['check']);
    expect([exitCode, err]).toEqual([0, expect.stringContaining('Pass --primary host:port.')]);
    expect(await system.db.query('SELECT scope FROM check_marks')).toEqual([{ scope: 'all' }]);
  });
});

test('▲ a check that could not run ends with 3, which is neither «holds» nor «does not hold»', async () => {
  const away = new URL(scratch.url);
  away.port = '1';
  const { exitCode, err } = await captureRun(['check'], { variables: { DATABASE_URL: away.href } });
  expect([exitCode, err]).toEqual([3, expect.stringContaining('does not respond')]);
  expect((await system.loyaltyctl(['check', '--primary', 'nonsense'])).exitCode).toBe(2);
});
