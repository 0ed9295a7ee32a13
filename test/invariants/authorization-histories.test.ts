import fc from 'fast-check';
import { authorizeRequest, captureRequest, redeemRequest, voidRequest } from '@loyalty/contracts/testing';
import { dayMs, type EnvironmentId, memberKeyOf, randomId, utcDayOf } from '@loyalty/kernel';
import { type Database, onlyRow } from '@loyalty/storage';
import { createCampaign, transitionCampaign } from '@loyalty/tables/campaigns/management';
import { invariantChecks, runInvariantCheck } from '@loyalty/tables/checks';
import type { Scope } from '@loyalty/tables/members';
import { createTenant } from '@loyalty/tables/tenants';
import { setSettings } from '@loyalty/tables/tenants/management';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { testAtMs, testMessage } from '@loyalty/testkit/engine';
import { historiesTimeoutMs, historyRuns } from '@loyalty/testkit/runs';
import { type BurnBody, burnBodyOf } from '../../services/burn-engine/src/usecases/burn-request.ts';
import { receipt as receiptBody } from '../../services/earn-engine/src/testing/earn-bodies.ts';
import { createMemberWriters } from '../support/member-writers.ts';

jest.setTimeout(historiesTimeoutMs);

// A separate database: the stack's jobs would expire by their own clock, and checks read the whole database.
let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
afterAll(() => scratch.drop());

/** The expiry of the second campaign's points; the first gives points that do not expire. */
const rollingDays = 3;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'evaluate',
      'evaluate',
      'redeem',
      'authorize',
      'authorize',
      'capture',
      'void',
      'lapse',
      'expire',
      'wait',
    ),
    /** Some references come twice, also with other contents. */
    ref: fc.integer({ min: 1, max: 4 }),
    size: fc.integer({ min: 1, max: 40 }),
    /** Whether the step is in one batch with the previous one, if that is for the same engine. */
    isJoined: fc.boolean(),
  }),
  { minLength: 4, maxLength: 30 },
);
type Step = (typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never)[number];

/** Points by the UTC day of their expiry; null: never. */
type Day = number | null;

/** A point that was taken; it comes back to the time that it had. */
interface PlainPoint {
  readonly day: Day;
  readonly dueAtMs: number;
}

interface PlainRedeem {
  /** The points in the order in which they were taken. */
  readonly taken: readonly PlainPoint[];
  refunded: number;
  /** Null unless it is an open authorization. */
  openUntilMs: number | null;
}

/** A second implementation: one member, one request after the other, each point by itself. */
class PlainCheckout {
  readonly points = new Map<Day, number>();
  readonly redeems = new Map<string, PlainRedeem>();
  /** When the points of a day are due, which is with the latest of them. */
  readonly dues = new Map<number, number>();
  readonly responses = new Map<string, unknown>();
  isEnrolled = false;

  get balance(): number {
    return [...this.points.values()].reduce((sum, held) => sum + held, 0);
  }

  evaluate(ref: string, size: number, atMs: number): unknown {
    return this.#once(`evaluate ${ref}`, () => {
      this.isEnrolled = true;
      const dueAtMs = atMs + rollingDays * dayMs;
      const day = utcDayOf(dueAtMs);
      this.#due(day, dueAtMs);
      this.points.set(null, (this.points.get(null) ?? 0) + size);
      this.points.set(day, (this.points.get(day) ?? 0) + 2 * size);
      return 3 * size;
    });
  }

  redeem(ref: string, points: number, atMs: number): unknown {
    return this.#takeOut(ref, { points, openUntilMs: null }, atMs);
  }

  authorize(ref: string, [points, ttlMs]: readonly [number, number], atMs: number): unknown {
    return this.#takeOut(ref, { points, openUntilMs: atMs + ttlMs }, atMs);
  }

  /** Takes points that are not past their time. */
  #takeOut(
    ref: string,
    { points, openUntilMs }: { readonly points: number; readonly openUntilMs: number | null },
    atMs: number,
  ): unknown {
    const past = [...this.points].filter(([day]) => this.#isPast(day, atMs));
    const lost = past.reduce((sum, [, held]) => sum + held, 0);
    if (this.balance - lost < points) return this.responses.get(`redeem ${ref}`) ?? 'INSUFFICIENT_POINTS';
    return this.#once(`redeem ${ref}`, () => {
      for (const [day] of past) this.points.delete(day);
      const taken = this.#take(points);
      for (const [day, held] of past) this.points.set(day, held);
      this.redeems.set(ref, { taken, refunded: 0, openUntilMs });
      return points;
    });
  }

  capture(ref: string): unknown {
    const known = this.responses.get(`capture ${ref}`);
    if (known !== undefined) return known;
    const redeem = this.redeems.get(ref);
    if (redeem === undefined) return 'TRANSACTION_NOT_FOUND';
    if (redeem.openUntilMs === null) return 'INVALID_STATE_TRANSITION';
    return this.#once(`capture ${ref}`, () => {
      redeem.openUntilMs = null;
      return redeem.taken.length;
    });
  }

  /** Undefined for a lapse that finds nothing to do. */
  void(ref: string, { isLapse }: { readonly isLapse: boolean }, atMs: number): unknown {
    const known = this.responses.get(`void ${ref}`);
    if (known !== undefined) return known;
    const redeem = this.redeems.get(ref);
    if (isLapse && (redeem?.openUntilMs ?? Infinity) >= atMs) return undefined;
    if (redeem === undefined) return 'TRANSACTION_NOT_FOUND';
    return this.#once(`void ${ref}`, () => {
      const back = redeem.taken.slice(0, redeem.taken.length - redeem.refunded);
      let expired = 0;
      for (const { day, dueAtMs } of back) if (day !== null) this.#due(day, dueAtMs);
      for (const { day } of back) {
        if (this.#isPast(day, atMs)) expired += 1;
        else this.points.set(day, (this.points.get(day) ?? 0) + 1);
      }
      redeem.refunded = redeem.taken.length;
      redeem.openUntilMs = null;
      return [back.length, expired];
    });
  }

  expire(atMs: number): void {
    for (const day of [...this.points.keys()]) if (this.#isPast(day, atMs)) this.points.delete(day);
  }

  #isPast(day: Day, atMs: number): boolean {
    return day !== null && (this.dues.get(day) ?? 0) <= atMs;
  }

  /** Points of a day end together, with the last of them. */
  #due(day: number, dueAtMs: number): void {
    const isHeld = (this.points.get(day) ?? 0) > 0;
    this.dues.set(day, Math.max(isHeld ? (this.dues.get(day) ?? 0) : 0, dueAtMs));
  }

  /** The first that are due come first. */
  #take(points: number): readonly PlainPoint[] {
    const taken: PlainPoint[] = [];
    while (taken.length < points) {
      const days = [...this.points].filter(([, held]) => held > 0).map(([day]) => day);
      const dated = days.filter((day) => day !== null);
      const day = dated.length === 0 ? null : Math.min(...dated);
      this.points.set(day, (this.points.get(day) ?? 0) - 1);
      taken.push({ day, dueAtMs: day === null ? Infinity : (this.dues.get(day) ?? 0) });
    }
    return taken;
  }

  #once(name: string, first: () => unknown): unknown {
    const known = this.responses.get(name);
    if (known !== undefined) return known;
    const response = first();
    this.responses.set(name, response);
    return response;
  }
}

const makeScope = async (): Promise<Scope> => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name: 'Authorizations' });
  const scope = { tenantId, environmentId: environmentIds.live };
  await setSettings(db, scope.environmentId, { pointsExpiry: { type: 'NONE' }, voidWithinMinutes: null });
  const offers = [
    { earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 }, redemptionRule: { pointsPerRand: 1 } },
    {
      earningRule: {
        type: 'SPEND_PERCENTAGE',
        percentage: 2,
        pointsExpiry: { type: 'ROLLING', days: rollingDays },
      },
    },
  ] as const;
  for (const offer of offers) {
    const made = await createCampaign(db, scope.environmentId, { name: 'Some', ...offer });
    if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
    await transitionCampaign(db, scope.environmentId, { campaignId: made.record.id, action: 'activate' });
  }
  return scope;
};

const secretOf = async (environmentId: EnvironmentId): Promise<Buffer> => {
  const rows = await db.query<{ secret: Buffer }>('SELECT secret FROM environments WHERE id = $1', [
    environmentId,
  ]);
  return onlyRow(rows, 'an environment').secret;
};

interface Played extends Scope {
  readonly secret: Buffer;
  readonly memberRef: string;
  atMs: number;
}

/** Some end before the next step, and some outlive the history. */
const ttlSecondsOf = (size: number): number => (size % 3) * 86_400 + 30;

const burnOf = ({ secret, memberRef }: Played, { kind, ref, size }: Step): BurnBody => {
  const transactionRef = ref.toString();
  const memberKey = memberKeyOf(secret, memberRef);
  if (kind === 'capture') return burnBodyOf(captureRequest(transactionRef, { memberKey }));
  if (kind === 'void' || kind === 'lapse')
    return burnBodyOf(voidRequest(transactionRef, { memberKey, isLapse: kind === 'lapse' }));
  const order = { amountCents: 1_000_000, pointsRequested: size };
  if (kind === 'authorize')
    return burnBodyOf(
      authorizeRequest(transactionRef, { ...order, ttlSeconds: ttlSecondsOf(size), memberKey }),
    );
  return { kind: 'redeem', body: redeemRequest({ ...order, transactionRef, memberRef }) };
};

const playPlainly = (plain: PlainCheckout, { kind, ref, size }: Step, atMs: number): unknown => {
  const name = ref.toString();
  if (kind === 'evaluate') return plain.evaluate(name, size, atMs);
  const isNew = kind === 'redeem' || kind === 'authorize';
  if (!plain.isEnrolled && kind !== 'lapse') return isNew ? 'MEMBER_NOT_FOUND' : 'TRANSACTION_NOT_FOUND';
  if (kind === 'redeem') return plain.redeem(name, size, atMs);
  if (kind === 'authorize') return plain.authorize(name, [size, ttlSecondsOf(size) * 1_000], atMs);
  if (kind === 'capture') return plain.capture(name);
  return plain.void(name, { isLapse: kind === 'lapse' }, atMs);
};

interface Outcome {
  readonly code?: string;
  readonly response?: Buffer;
}

const saidOf = ({ code, response }: Outcome): unknown => {
  if (response === undefined) return code;
  const said = JSON.parse(response.toString()) as Readonly<Record<string, unknown>>;
  if (said['voidTransactionId'] !== undefined) return [said['pointsRefunded'], said['pointsExpired']];
  return said['pointsAwarded'] ?? said['pointsRedeemed'];
};

const engineOf = ({ kind }: Step): string =>
  kind === 'evaluate' ? 'earn' : kind === 'expire' || kind === 'wait' ? 'none' : 'burn';

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

const readMember = async ({ environmentId, memberRef }: Played) =>
  (
    await db.query(
      `SELECT points_balance,
              to_jsonb(ARRAY(SELECT l.points FROM point_lots l WHERE l.environment_id = m.environment_id AND l.member_id = m.id
                     ORDER BY l.expires_on)) AS lots,
              to_jsonb(ARRAY(SELECT o.ref FROM open_redemptions o WHERE o.environment_id = m.environment_id AND o.member_id = m.id
                     ORDER BY o.ref)) AS open
         FROM members m WHERE environment_id = $1 AND external_ref = $2`,
      [environmentId, memberRef],
    )
  )[0];

const stateOf = (plain: PlainCheckout) => ({
  points_balance: plain.balance,
  lots: [...plain.points]
    .filter(([day, held]) => day !== null && held > 0)
    .sort(([a], [b]) => (a ?? 0) - (b ?? 0))
    .map(([, held]) => held),
  open: [...plain.redeems]
    .filter(([, { openUntilMs }]) => openUntilMs !== null)
    .map(([ref]) => ref)
    .sort(),
});

const judged = new Set(['I1', 'I2', 'I4', 'I6', 'I7', 'I13', 'I21', 'I22', 'I26', 'FK']);

test('I1 I2 I4 I6 I7 I13 I21 I22 receipts, redeems, authorizations, how they end, and expiry in any order and in any batches give what the plain rules give (D186 to D190)', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const scope = await makeScope();
      const secret = await secretOf(scope.environmentId);
      const writers = createMemberWriters(db, scope);
      const played: Played = { ...scope, secret, memberRef: randomId(), atMs: testAtMs };
      const plain = new PlainCheckout();
      for (const batch of batchesOf(history)) {
        const [step] = batch;
        if (step === undefined) continue;
        played.atMs += 60_000;
        const { atMs } = played;
        if (step.kind === 'wait') {
          played.atMs += (step.size % 3) * dayMs;
          continue;
        }
        if (step.kind === 'expire') {
          await writers.expire(atMs);
          plain.expire(atMs);
          continue;
        }
        const about = { headers: { loyalty_environment: scope.environmentId.toString() }, timestamp: atMs };
        const { outcomes } =
          engineOf(step) === 'earn'
            ? await writers.earn(batch.map((each) => testMessage(receiptOf(played, each), about)))
            : await writers.burn(batch.map((each) => testMessage(burnOf(played, each), about)));
        expect(outcomes.map((outcome) => saidOf(outcome))).toEqual(
          batch.map((each) => playPlainly(plain, each, atMs)),
        );
        expect(await readMember(played)).toEqual(plain.isEnrolled ? stateOf(plain) : undefined);
      }
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

const receiptOf = ({ memberRef }: Played, { ref, size }: Step) =>
  receiptBody({ transactionRef: ref.toString(), memberRef, amountCents: size * 100 });
