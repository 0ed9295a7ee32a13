import fc from 'fast-check';
import {
  authorizeRequest,
  captureRequest,
  redeemRequest,
  returnRequest,
  voidRequest,
} from '@loyalty/contracts/testing';
import { dayMs, memberKeyOf, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { jobAuthor } from '@loyalty/tables/authors';
import { invariantChecks, runInvariantCheck } from '@loyalty/tables/checks';
import { importLines } from '@loyalty/tables/imports';
import { setSettings } from '@loyalty/tables/tenants/management';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { testAtMs, testMessage } from '@loyalty/testkit/engine';
import { historiesTimeoutMs, historyRuns } from '@loyalty/testkit/runs';
import { type BurnBody, burnBodyOf } from '../../services/burn-engine/src/usecases/burn-request.ts';
import { receipt as receiptBody } from '../../services/earn-engine/src/testing/earn-bodies.ts';
import type { EarnBody } from '../../services/earn-engine/src/usecases/earn-request.ts';
import { memberLine } from '../../packages/tables/src/imports/testing/member-line.ts';
import { createMemberWriters } from '../support/member-writers.ts';
import { limitsOfShop, type PlainLimits, PlainUses } from './plain-limits.ts';
import { linesOf, returnedLinesOf, rollingDays } from './plain-receipts.ts';
import { PlainShop } from './plain-shop.ts';
import { makeReturnShop, type ReturnShop, secretOf, setUnrecovered } from './return-shop.ts';

jest.setTimeout(historiesTimeoutMs);

// A separate database: the stack's jobs would expire by their own clock, and checks read the whole database.
let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
afterAll(() => scratch.drop());

const step = fc.record({
  kind: fc.constantFrom(
    ...(['evaluate', 'evaluate', 'evaluate', 'return', 'return', 'return'] as const),
    ...(['redeem', 'redeem', 'authorize', 'capture', 'void', 'void', 'lapse'] as const),
    ...(['give', 'take', 'bring', 'expire', 'mature', 'wait'] as const),
    // Spent points are deducted later from now on, or stay claimable as long as they are out.
    'setting',
    // Local days begin at another time from now on.
    'zone',
  ),
  /** Some references come twice, also with other contents. */
  ref: fc.integer({ min: 1, max: 4 }),
  size: fc.integer({ min: 1, max: 40 }),
  isWhole: fc.boolean(),
  /** Bottles of wine: that a receipt has, or that come back; null where products are not named. */
  wine: fc.option(fc.integer({ min: 0, max: 3 }), { nil: null }),
  /** Whose points come back with a return; null: those of the receipt's own redeem. */
  redeemRef: fc.option(fc.integer({ min: 1, max: 4 }), { nil: null }),
  /** Whether the step is in one batch with the previous one, if that is for the same engine. */
  isJoined: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** Long enough that points are earned, redeemed, missed by a return and given back; the first step earns some. */
const steps = fc
  .tuple(step, fc.array(step, { minLength: 8, maxLength: 40, size: 'max' }))
  .map(([first, others]): readonly Step[] => [{ ...first, kind: 'evaluate' }, ...others]);

const zones = ['UTC', 'Pacific/Kiritimati', 'Pacific/Honolulu'] as const;
const zoneOf = ({ size }: Step): (typeof zones)[number] => zones[size % zones.length] ?? 'UTC';

const amountOf = (size: number): number => size * 37;

/** Some bottles come back for nothing, because they cost nothing (D335). */
const returnedOf = ({ size, wine }: Step): number =>
  (wine ?? 0) > 0 && size % 5 === 0 ? 0 : amountOf(size) - 1;

interface Played extends ReturnShop {
  readonly secret: Buffer;
  readonly memberRef: string;
  atMs: number;
}

const bodyOf = (
  { secret, memberRef }: Played,
  step: Step,
): { readonly earn: EarnBody } | { readonly burn: BurnBody } => {
  const { kind, ref, size, isWhole, wine, redeemRef } = step;
  const name = ref.toString();
  const memberKey = memberKeyOf(secret, memberRef);
  if (kind === 'evaluate')
    return {
      earn: receiptBody({
        transactionRef: name,
        memberRef,
        amountCents: amountOf(size),
        products: linesOf(wine),
      }),
    };
  if (kind === 'return')
    return {
      burn: {
        kind: 'return',
        body: returnRequest({
          ref: `${name}-${(size % 4).toString()}`,
          memberKey,
          transactionRef: name,
          amountCents: isWhole ? null : returnedOf(step),
          isWhole,
          lines: isWhole || wine === null ? [] : returnedLinesOf(wine),
          redeemRef: redeemRef?.toString() ?? null,
        }),
      },
    };
  if (kind === 'capture') return { burn: burnBodyOf(captureRequest(name, { memberKey })) };
  if (kind === 'void' || kind === 'lapse')
    return { burn: burnBodyOf(voidRequest(name, { memberKey, isLapse: kind === 'lapse' })) };
  const order = { amountCents: 1_000_000, pointsRequested: wantedOf(size) };
  if (kind === 'authorize') {
    const ttlSeconds = ttlSecondsOf(size);
    return { burn: burnBodyOf(authorizeRequest(name, { ...order, ttlSeconds, memberKey })) };
  }
  return { burn: { kind: 'redeem', body: redeemRequest({ ...order, transactionRef: name, memberRef }) } };
};

/** Often all that there are: what is redeemed is what a return misses. */
const wantedOf = (size: number): number => size * 5;

/** Some end before the next step, and some outlive the history. */
const ttlSecondsOf = (size: number): number => (size % 3) * 86_400 + 30;

const unknownMemberOf = ({ kind }: Step): string =>
  kind === 'redeem' || kind === 'authorize' ? 'MEMBER_NOT_FOUND' : 'TRANSACTION_NOT_FOUND';

const playPlainly = (plain: PlainShop, step: Step, atMs: number): unknown => {
  const { kind, ref, size, wine } = step;
  const name = ref.toString();
  if (kind === 'evaluate') return plain.evaluate(name, { amount: amountOf(size), wine: wine ?? 0 }, atMs);
  if (kind !== 'lapse' && plain.receipts.size === 0) return unknownMemberOf(step);
  if (kind === 'redeem') return plain.redeem(name, wantedOf(size), atMs);
  if (kind === 'authorize') return plain.authorize(name, [wantedOf(size), ttlSecondsOf(size) * 1_000], atMs);
  if (kind === 'capture') return plain.capture(name);
  if (kind === 'void' || kind === 'lapse') return plain.void(name, { isLapse: kind === 'lapse' }, atMs);
  return giveBackPlainly(plain, step, atMs);
};

const giveBackPlainly = (plain: PlainShop, step: Step, atMs: number): unknown => {
  const { ref, size, isWhole, wine, redeemRef } = step;
  const name = ref.toString();
  const asked = { wanted: isWhole ? null : returnedOf(step), wine: isWhole ? null : wine };
  const returnRef = `${name}-${(size % 4).toString()}`;
  return plain.giveBack([returnRef, name, redeemRef?.toString() ?? null], asked, atMs);
};

interface Outcome {
  readonly outcome: string;
  readonly code?: string;
  readonly response?: Buffer;
}

const returnedPoints = [
  'pointsReversed',
  'pointsFromPending',
  'pointsFromBalance',
  'pointsExpired',
  'pointsForgiven',
  'pointsClaimable',
  'pointsToDeduct',
  'pointsDeducted',
];

const saidOf = ({ code, response }: Outcome): unknown => {
  if (response === undefined) return code;
  const said = JSON.parse(response.toString()) as Readonly<Record<string, unknown>>;
  if (said['pointsAwarded'] !== undefined)
    return [said['pointsAwarded'], said['pointsPending'] ?? 0, said['pointsDeducted'] ?? 0];
  if (said['pointsRedeemed'] !== undefined) return said['pointsRedeemed'];
  if (said['voidTransactionId'] !== undefined)
    return [said['pointsRefunded'], said['pointsExpired'], said['pointsDeducted'] ?? 0];
  const redeemed = said['redeemed'] as { readonly pointsRefunded: number } | null;
  return [
    ...returnedPoints.map((name) => said[name] ?? 0),
    said['amountRemaining'],
    redeemed?.pointsRefunded ?? null,
  ];
};

const engineOf = ({ kind }: Step): string =>
  kind === 'evaluate'
    ? 'earn'
    : ['expire', 'mature', 'wait', 'give', 'take', 'bring', 'setting', 'zone'].includes(kind)
      ? 'none'
      : 'burn';

/** Consecutive steps of one engine that are joined. */
const batchesOf = (history: readonly Step[]): readonly (readonly Step[])[] => {
  const batches: Step[][] = [];
  for (const step of history) {
    const last = batches.at(-1);
    const [first] = last ?? [];
    const isSame = first !== undefined && engineOf(first) === engineOf(step) && engineOf(step) !== 'none';
    if (last !== undefined && step.isJoined && isSame) last.push(step);
    else batches.push([step]);
  }
  return batches;
};

const readMemberId = async ({ environmentId, memberRef }: Played): Promise<string | undefined> => {
  const rows = await db.query<{ id: string }>(
    'SELECT id FROM members WHERE environment_id = $1 AND external_ref = $2',
    [environmentId, memberRef],
  );
  return rows[0]?.id;
};

const readMember = async ({ environmentId, memberRef }: Played) =>
  (
    await db.query(
      `SELECT points_balance, lifetime_points, points_to_deduct, spend_cents, txn_count, whole_returns,
              to_jsonb(ARRAY(SELECT l.points FROM point_lots l WHERE l.environment_id = m.environment_id AND l.member_id = m.id
                     ORDER BY l.expires_on)) AS lots,
              (SELECT coalesce(sum(p.points), 0)::bigint FROM pending_points p
                WHERE p.environment_id = m.environment_id AND p.member_id = m.id) AS waiting
         FROM members m WHERE environment_id = $1 AND external_ref = $2`,
      [environmentId, memberRef],
    )
  )[0];

/** Reads uses by campaign or caps, period and the date on which it begins. */
const readUses = async ({ environmentId, memberRef, campaignIds }: Played) => {
  const rows = await db.query<{ name: string; times: number; points: number }>(
    `SELECT coalesce((array_position($3::uuid[], u.campaign_id) - 1)::text, 'caps')
              || (ARRAY[' EVER', ' DAY ', ' WEEK ', ' MONTH '])[u.period + 1]
              || CASE u.period WHEN 0 THEN '' ELSE (date '1970-01-01' + u.starts_on)::text END AS name, u.times, u.points
       FROM member_uses u JOIN members m ON m.environment_id = u.environment_id AND m.id = u.member_id
      WHERE u.environment_id = $1 AND m.external_ref = $2`,
    [environmentId, memberRef, campaignIds],
  );
  return new Map(rows.map(({ name, times, points }) => [name, { times, points }]));
};

const stateOf = (plain: PlainShop) => ({
  points_balance: plain.balance,
  lifetime_points: plain.lifetime,
  points_to_deduct: plain.toDeduct,
  spend_cents: plain.spend,
  txn_count: plain.purchases,
  whole_returns: plain.wholeReturns,
  waiting: plain.waiting,
  lots: [...plain.points]
    .filter(([day, held]) => day !== null && held > 0)
    .sort(([a], [b]) => (a ?? 0) - (b ?? 0))
    .map(([, held]) => held),
});

interface Beside {
  readonly played: Played;
  readonly plain: PlainShop;
  readonly writers: ReturnType<typeof createMemberWriters>;
}

/** What no engine is asked for. */
const playBeside = async (step: Step, { played, plain, writers }: Beside): Promise<void> => {
  const { atMs } = played;
  const { kind } = step;
  // Thirds of a day, so that local days begin before some of them.
  if (kind === 'wait') played.atMs += (step.size % 8) * (dayMs / 3);
  if (kind === 'setting') {
    plain.deductsLater = !plain.deductsLater;
    await setUnrecovered(db, played, plain.deductsLater);
  }
  if (kind === 'zone') {
    plain.uses.timeZone = zoneOf(step);
    await setSettings(db, played.environmentId, { timeZone: zoneOf(step) });
  }
  if (kind === 'mature') {
    await writers.mature(atMs);
    plain.mature(atMs);
  }
  if (kind === 'expire') {
    await writers.expire(atMs);
    plain.expire(atMs);
  }
  if (kind === 'give' || kind === 'take') await adjust(step, { played, plain, writers });
  if (kind === 'bring') await bring(step, { played, plain });
};

/** A line of an import of a member who is here already; each source is taken once, whatever it says then. */
const bring = async (
  { ref, size, wine }: Step,
  { played, plain }: Omit<Beside, 'writers'>,
): Promise<void> => {
  if ((await readMemberId(played)) === undefined) return;
  const { environmentId, atMs, memberRef, secret } = played;
  const expiresAtMs = atMs + (rollingDays - 1) * dayMs;
  const opening = {
    balance: size * 2,
    lifetimePoints: size * 3,
    // Nobody knows a day of these purchases.
    spendCents: amountOf(size),
    txnCount: size % 5,
    lots: wine === null ? [] : [{ points: size, expiresAtMs, slidingDays: 0 }],
  };
  const line = memberLine(memberRef, { memberKey: memberKeyOf(secret, memberRef), ...opening });
  await importLines(
    db,
    {
      environmentId,
      source: ref.toString(),
      lines: [line],
      atMs,
      isDryRun: false,
      author: jobAuthor('a test'),
    },
    () => Promise.resolve(),
  );
  plain.bring(ref.toString(), opening);
};

/** The next look at the member sees it. */
const adjust = async ({ kind, size }: Step, { played, plain, writers }: Beside): Promise<void> => {
  const points = kind === 'give' ? size : -Math.min(size, plain.balance);
  const memberId = await readMemberId(played);
  if (memberId === undefined || points === 0) return;
  await writers.adjust({ memberId, ref: null, points, reason: 'By hand', expiresAtMs: null });
  plain.adjust(points);
};

/** Plays a history by the engines and by the plain rules, compares them after each batch, and returns the balance. */
const play = async (
  history: readonly Step[],
  { isLater, programme }: { readonly isLater: boolean; readonly programme: PlainLimits },
): Promise<number> => {
  const scope = await makeReturnShop(db, programme);
  const secret = await secretOf(db, scope.environmentId);
  const writers = createMemberWriters(db, scope);
  const played: Played = { ...scope, secret, memberRef: randomId(), atMs: testAtMs };
  const plain = new PlainShop(new PlainUses(programme));
  plain.deductsLater = isLater;
  await setUnrecovered(db, scope, isLater);
  for (const batch of batchesOf(history)) {
    const [step] = batch;
    if (step === undefined || plain.hasJoinedClaims) continue;
    played.atMs += 60_000;
    const { atMs } = played;
    if (engineOf(step) === 'none') {
      await playBeside(step, { played, plain, writers });
      continue;
    }
    const headers = { loyalty_environment: scope.environmentId.toString() };
    const bodies = batch.map((each) => bodyOf(played, each));
    const { outcomes } =
      engineOf(step) === 'earn'
        ? await writers.earn(
            bodies.flatMap((body) =>
              'earn' in body ? [testMessage(body.earn, { headers, timestamp: atMs })] : [],
            ),
          )
        : await writers.burn(
            bodies.flatMap((body) =>
              'burn' in body ? [testMessage(body.burn, { headers, timestamp: atMs })] : [],
            ),
          );
    const expected = batch.map((each) => playPlainly(plain, each, atMs));
    expect(outcomes.map((outcome) => saidOf(outcome))).toEqual(expected);
    // The first receipt enrols them.
    expect(await readMember(played)).toEqual(plain.receipts.size === 0 ? undefined : stateOf(plain));
    expect(await readUses(played)).toEqual(plain.uses.counts);
    // I25: nothing is on the balance that was neither earned here nor given.
    expect(plain.balance).toBeLessThanOrEqual(plain.lifetime - plain.opened + plain.given);
  }
  return plain.balance;
};

const judged = new Set('I1 I2 I4 I6 I7 I13 I15 I21 I22 I23 I24 I25 I26 FK'.split(' '));

test('▲ I1 I2 I4 I6 I13 I15 I21 I22 I23 I24 I25 I26 receipts, redeems, authorizations and how they end, adjustments, openings, expiry, points that mature and returns in any order and in any batches give what the plain rules give, and no invariant is broken (D165 to D172, D177, D178, D181 to D184, D192, D193, D235 to D237, D241, D244, D245, D247, D300, D301, D341)', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), limitsOfShop, async (history, isLater, programme) => {
      await play(history, { isLater, programme });
    }),
    { numRuns: historyRuns },
  );
  const broken = [];
  for (const check of invariantChecks.filter(({ invariant }) => judged.has(invariant))) {
    const { invariant, promise, violations, examples } = await runInvariantCheck(db, check);
    if (violations > 0) broken.push([invariant, promise, examples]);
  }
  expect(broken).toEqual([]);
});

test('what an imported member earned elsewhere excuses no point that was spent and then returned (D301, D341)', async () => {
  const none = { size: 1, isWhole: true, wine: null, redeemRef: null, isJoined: false, ref: 1 };
  const wait = { ...none, kind: 'wait', size: 7 } as const;
  const history: readonly Step[] = [
    { ...none, kind: 'evaluate', size: 40 },
    { ...none, kind: 'redeem', size: 40, ref: 2 },
    { ...none, kind: 'bring', size: 40 },
    wait,
    wait,
    { ...none, kind: 'return' },
    // Its return gives the points of the redeem another time to live.
    { ...none, kind: 'evaluate', size: 1, ref: 2 },
    { ...none, kind: 'return', ref: 2 },
  ];
  for (const isLater of [false, true])
    expect(await play(history, { isLater, programme: { ofCampaigns: [], caps: {} } })).toBe(80);
});
