import fc from 'fast-check';
import { dayMs, memberKeyOf, randomId } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { jobAuthor } from '@loyalty/tables/authors';
import { invariantChecks, runInvariantCheck } from '@loyalty/tables/checks';
import { importLines } from '@loyalty/tables/imports';
import { setSettings } from '@loyalty/tables/tenants/management';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { testAtMs, testMessage } from '@loyalty/testkit/engine';
import { historiesTimeoutMs, historyRuns } from '@loyalty/testkit/runs';
import { memberLine } from '../../packages/tables/src/imports/testing/member-line.ts';
import { createMemberWriters } from '../support/member-writers.ts';
import { limitsOfShop, type PlainLimits, PlainUses } from './plain-limits.ts';
import { rollingDays } from './plain-receipts.ts';
import { hasJoinedClaims } from './plain-points.ts';
import { PlainShop } from './plain-shop.ts';
import { makeReturnShop, type ReturnShop, secretOf, setUnrecovered } from './return-shop.ts';
import {
  amountOf,
  batchesOf,
  bodyOf,
  engineOf,
  playPlainly,
  readMember,
  readUses,
  type ReturnStep,
  returnStep,
  saidOf,
  stateOf,
  zoneOf,
} from './return-steps.ts';

jest.setTimeout(historiesTimeoutMs);

// A separate database: the stack's jobs would expire by their own clock, and checks read the whole database.
let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
afterAll(() => scratch.drop());

/** Long enough that points are earned, redeemed, missed by a return and given back; the first step earns some. */
const steps = fc
  .tuple(returnStep, fc.array(returnStep, { minLength: 8, maxLength: 40, size: 'max' }))
  .map(([first, others]): readonly ReturnStep[] => [{ ...first, kind: 'evaluate' }, ...others]);

interface Played extends ReturnShop {
  readonly secret: Buffer;
  readonly memberRef: string;
  atMs: number;
}

const readMemberId = async ({ environmentId, memberRef }: Played): Promise<string | undefined> => {
  const rows = await db.query<{ id: string }>(
    'SELECT id FROM members WHERE environment_id = $1 AND external_ref = $2',
    [environmentId, memberRef],
  );
  return rows[0]?.id;
};

interface Beside {
  readonly played: Played;
  readonly plain: PlainShop;
  readonly writers: ReturnType<typeof createMemberWriters>;
}

/** What no engine is asked for. */
const playBeside = async (step: ReturnStep, { played, plain, writers }: Beside): Promise<void> => {
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
  { ref, size, wine }: ReturnStep,
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
const adjust = async ({ kind, size }: ReturnStep, { played, plain, writers }: Beside): Promise<void> => {
  const points = kind === 'give' ? size : -Math.min(size, plain.balance);
  const memberId = await readMemberId(played);
  if (memberId === undefined || points === 0) return;
  await writers.adjust({ memberId, ref: null, points, reason: 'By hand', expiresAtMs: null });
  plain.adjust(points);
};

/** Plays a history by the engines and by the plain rules, compares them after each batch, and returns the balance. */
const play = async (
  history: readonly ReturnStep[],
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
    if (step === undefined || hasJoinedClaims(plain)) continue;
    played.atMs += 60_000;
    const { atMs } = played;
    if (engineOf(step) === 'none') {
      await playBeside(step, { played, plain, writers });
      continue;
    }
    const headers = { loyalty_environment: scope.environmentId.toString() };
    const bodies = batch.map((each) =>
      bodyOf(
        { memberRef: played.memberRef, memberKey: memberKeyOf(secret, played.memberRef), prefix: '' },
        each,
      ),
    );
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
    const expected = batch.map((each) => playPlainly(plain, each, { atMs, prefix: '' }));
    expect(outcomes.map((outcome) => saidOf(outcome))).toEqual(expected);
    // The first receipt enrols them.
    expect(await readMember(db, played)).toEqual(plain.receipts.size === 0 ? undefined : stateOf(plain));
    expect(await readUses(db, played)).toEqual(plain.uses.counts);
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
  const history: readonly ReturnStep[] = [
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
