import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { creditCodec, type MemberEventRequest, readerFor, topics } from '@loyalty/contracts';
import { redeemRequest, returnRequest } from '@loyalty/contracts/testing';
import type { OutgoingMessage } from '@loyalty/kafka';
import { dayMs, memberKeyOf, randomId } from '@loyalty/kernel';
import { type Database, onlyRow } from '@loyalty/storage';
import type { Message } from '@loyalty/streams';
import { createCampaign, transitionCampaign } from '@loyalty/tables/campaigns/management';
import type { Scope } from '@loyalty/tables/members';
import { createTenant } from '@loyalty/tables/tenants';
import { setSettings } from '@loyalty/tables/tenants/management';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { replyHeaders, testAtMs, testMessage } from '@loyalty/testkit/engine';
import { historiesTimeoutMs, historyRuns } from '@loyalty/testkit/runs';
import type { BurnBody } from '../../services/burn-engine/src/usecases/burn-request.ts';
import { memberEvent, receipt } from '../../services/earn-engine/src/testing/earn-bodies.ts';
import type { EarnBody } from '../../services/earn-engine/src/usecases/earn-request.ts';
import { createMemberWriters, type Said } from '../support/member-writers.ts';
import { rowsThatHold } from '../support/search/rows-that-hold.ts';

jest.setTimeout(historiesTimeoutMs);

// A separate database: the stack's jobs would expire and scrub during the test.
let scratch: ScratchDatabase;
let db: Database;
beforeAll(async () => {
  scratch = await createSchemaDatabase();
  ({ db } = scratch);
});
afterAll(() => scratch.drop());

const expiries = [{ type: 'NONE' }, { type: 'ROLLING', days: 3 }, { type: 'SLIDING', days: 3 }] as const;

const kinds = ['evaluate', 'event', 'referral', 'redeem', 'return', 'adjust', 'expire'] as const;

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...kinds),
    /** Some references are used twice. */
    ref: fc.integer({ min: 1, max: 6 }),
    points: fc.integer({ min: 1, max: 60 }),
    awaitsReply: fc.boolean(),
    /** True: in one batch with the step before, if that is for the same engine. */
    isJoined: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
);
type Step = (typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never)[number];

const histories = fc.record({ expiry: fc.constantFrom(...expiries), before: steps, after: steps });

const offer = async (
  { environmentId }: Scope,
  campaign: Omit<Parameters<typeof createCampaign>[2], 'name'>,
) => {
  const made = await createCampaign(db, environmentId, { name: 'Some', ...campaign });
  if (made.outcome !== 'created') throw new Error(JSON.stringify(made));
  await transitionCampaign(db, environmentId, { campaignId: made.record.id, action: 'activate' });
};

const makeScope = async (pointsExpiry: (typeof expiries)[number]): Promise<Scope> => {
  const { id: tenantId, environmentIds } = await createTenant(db, { name: 'History' });
  const scope = { tenantId, environmentId: environmentIds.live };
  await setSettings(db, scope.environmentId, { pointsExpiry });
  await offer(scope, {
    earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
    redemptionRule: { pointsPerRand: 1, onInsufficientBalance: 'CAP' },
  });
  await offer(scope, { earningRule: { type: 'ON_DEMAND', points: 5 } });
  await offer(scope, { earningRule: { type: 'REFERRAL_BONUS', points: 2, referrerPoints: 7 } });
  return scope;
};

type Writers = Awaited<ReturnType<typeof createMemberWriters>>;

interface Played {
  readonly writers: Writers;
  readonly scope: Scope;
  readonly secret: Buffer;
  readonly memberRef: string;
  /** The reference of the member that this one referred. */
  readonly friendRef: string;
  /** Credits that were published and not read yet. */
  readonly inFlight: EarnBody[];
  seconds: number;
}

/** The outcomes of the member's requests, and everything published. */
interface PlayedResult {
  readonly ends: readonly string[];
  readonly published: readonly (Buffer | null)[];
}

const messageOf = <Body>(
  played: Played,
  value: Body,
  { awaitsReply }: Pick<Step, 'awaitsReply'>,
): Message<Body> => {
  played.seconds += 1;
  const headers = {
    loyalty_environment: played.scope.environmentId.toString(),
    ...(awaitsReply ? replyHeaders : {}),
  };
  return testMessage(value, { headers, timestamp: testAtMs + played.seconds * 1_000 });
};

const earnBodyOf = ({ memberRef, friendRef }: Played, { kind, ref, points }: Step): EarnBody => {
  const named = (who: string, event: Partial<MemberEventRequest>): EarnBody =>
    memberEvent({ ref: `${kind}-${ref.toString()}`, memberRef: who, eventKey: null, ...event });
  if (kind === 'event')
    return named(memberRef, { lifecycleType: 'CUSTOM', payload: json({ customerId: memberRef, points }) });
  if (kind === 'referral')
    return named(friendRef, {
      lifecycleType: 'REFERRAL',
      referrerRef: memberRef,
      payload: json({ referrerRef: memberRef, by: [memberRef] }),
    });
  return receipt({ transactionRef: `receipt-${ref.toString()}`, memberRef, amountCents: points * 100 });
};

const json = (value: object): Buffer => Buffer.from(JSON.stringify(value));

const endOf = ({ outcome, code }: Said['outcomes'][number]): string => code ?? outcome;

const earn = async (played: Played, batch: readonly Step[]): Promise<PlayedResult> => {
  const bodies = batch.map((step) => earnBodyOf(played, step));
  const credits = played.inFlight.splice(0);
  const isOwn = (body: EarnBody): boolean =>
    body.kind === 'credit' || body.body.memberRef === played.memberRef;
  const all = [...credits, ...bodies];
  const messages = all.map((body, n) => messageOf(played, body, batch[n - credits.length] ?? noReply));
  const { outcomes, messages: published } = await played.writers.earn(messages);
  played.inFlight.push(...published.flatMap(creditOf));
  return {
    ends: outcomes.filter((_, n) => isOwn(all[n] ?? receipt())).map(endOf),
    published: bytesOf(published),
  };
};

const noReply = { awaitsReply: false };

const readCredit = readerFor(creditCodec, creditCodec.schemaText);
const creditOf = ({ topic, value }: OutgoingMessage): EarnBody[] =>
  topic === topics.credits && value !== null ? [{ kind: 'credit', body: readCredit(value) }] : [];

const bytesOf = (messages: readonly OutgoingMessage[]): (Buffer | null)[] =>
  messages.flatMap(({ key, value, headers }) => [key, value, json(headers)]);

const burn = async (played: Played, batch: readonly Step[]): Promise<PlayedResult> => {
  const { writers, memberRef } = played;
  const messages = batch.map((step) => {
    const { ref, points } = step;
    if (step.kind === 'return') return messageOf(played, returnBodyOf(played, step), step);
    const order = redeemRequest({
      transactionRef: `redeem-${ref.toString()}`,
      memberRef,
      amountCents: 100_000,
      pointsRequested: points,
    });
    return messageOf<BurnBody>(played, { kind: 'redeem', body: order }, step);
  });
  const { outcomes, messages: published } = await writers.burn(messages);
  return { ends: outcomes.map(endOf), published: bytesOf(published) };
};

/** Returns a part of a receipt, or all of it; most references are those of receipts. */
const returnBodyOf = ({ secret, memberRef }: Played, { ref, points }: Step): BurnBody => ({
  kind: 'return',
  body: returnRequest({
    ref: `return-${ref.toString()}`,
    memberKey: memberKeyOf(secret, memberRef),
    transactionRef: `receipt-${(ref - 1).toString()}`,
    amountCents: points % 2 === 0 ? points * 10 : null,
    isWhole: points % 2 !== 0,
  }),
});

const adjust = async (
  { writers }: Played,
  memberId: string,
  { ref, points, awaitsReply }: Step,
): Promise<PlayedResult> => {
  const adjusted = await writers.adjust({
    memberId,
    ref: awaitsReply ? `adjust-${ref.toString()}` : null,
    reason: 'Goodwill',
    points: ref % 2 === 0 ? points : -points,
    expiresAtMs: null,
  });
  const end = adjusted.outcome === 'refused' ? adjusted.code : adjusted.outcome;
  return { ends: [end], published: 'body' in adjusted ? [adjusted.body] : [] };
};

const expire = async ({ writers }: Played, { points }: Step): Promise<PlayedResult> => {
  const facts = await writers.expire(testAtMs + points * dayMs * 0.1);
  return { ends: [], published: bytesOf(facts) };
};

/** Plays a part of a history in the drawn batches. */
const tell = async (played: Played, memberId: string, part: readonly Step[]): Promise<PlayedResult> => {
  const results: PlayedResult[] = [];
  for (const batch of batchesOf(part)) results.push(...(await tellTogether(played, memberId, batch)));
  return {
    ends: results.flatMap(({ ends }) => ends),
    published: results.flatMap(({ published }) => published),
  };
};

const tellTogether = async (
  played: Played,
  memberId: string,
  batch: readonly [Step, ...Step[]],
): Promise<PlayedResult[]> => {
  const [step] = batch;
  switch (engineOf(step)) {
    case 'earn':
      return [await earn(played, batch)];
    case 'burn':
      return [await burn(played, batch)];
    case 'adjust':
      return [await adjust(played, memberId, step)];
    case 'expire':
      return [await expire(played, step)];
  }
};

const engineOf = ({ kind }: Step): 'earn' | 'burn' | 'adjust' | 'expire' => {
  if (kind === 'redeem' || kind === 'return') return 'burn';
  return kind === 'adjust' || kind === 'expire' ? kind : 'earn';
};

/** Batches the steps; those of people and jobs are alone. */
const batchesOf = (part: readonly Step[]): [Step, ...Step[]][] => {
  const batches: [Step, ...Step[]][] = [];
  for (const step of part) {
    const last = batches.at(-1);
    const engine = engineOf(step);
    const isBatched = engine === 'earn' || engine === 'burn';
    if (last !== undefined && isBatched && step.isJoined && engineOf(last[0]) === engine) last.push(step);
    else batches.push([step]);
  }
  return batches;
};

const first: Step = { kind: 'evaluate', ref: 0, points: 50, awaitsReply: true, isJoined: false };

/** Reads the stored account and all its entries. */
const ledgerOf = async (memberId: string): Promise<string> =>
  JSON.stringify([
    await db.query('SELECT * FROM ledger_entries WHERE member_id = $1 ORDER BY seq', [memberId]),
    await db.query(
      `SELECT state, points_balance, lifetime_points, ledger_seq, last_activity_at FROM members WHERE id = $1`,
      [memberId],
    ),
    await db.query('SELECT * FROM point_lots WHERE member_id = $1', [memberId]),
  ]);

const secretOf = async ({ environmentId }: Scope): Promise<Buffer> => {
  const text = 'SELECT secret FROM environments WHERE id = $1';
  return onlyRow(await db.query<{ secret: Buffer }>(text, [environmentId]), 'an environment').secret;
};

const memberIdOf = async ({ environmentId }: Scope, ref: string): Promise<string> => {
  const text = 'SELECT id FROM members WHERE environment_id = $1 AND external_ref = $2';
  return onlyRow(await db.query<{ id: string }>(text, [environmentId, ref]), 'a member').id;
};

test('▲ I14 after an erasure no request of any kind changes the ledger, and nothing stored or published holds the reference', async () => {
  let moved = 0;
  const check = async ({
    expiry,
    before,
    after,
  }: typeof histories extends fc.Arbitrary<infer H> ? H : never) => {
    const scope = await makeScope(expiry);
    const writers = createMemberWriters(db, scope);
    const memberRef = `Kunde-${randomBytes(9).toString('hex')}`;
    const secret = await secretOf(scope);
    const played: Played = {
      writers,
      scope,
      secret,
      memberRef,
      friendRef: randomId(),
      inFlight: [],
      seconds: 0,
    };
    await earn(played, [first]);
    const memberId = await memberIdOf(scope, memberRef);
    const lived = await tell(played, memberId, before);
    // A search finds the reference while it is stored.
    expect(await rowsThatHold(db, scope.environmentId, memberRef)).toContain('members');
    moved += lived.ends.filter((end) => end === 'processed' || end === 'adjusted').length;

    await writers.erase(memberId);
    const left = await ledgerOf(memberId);
    const { ends, published } = await tell(played, memberId, [...after, first, last]);
    await writers.scrub();
    expect(await ledgerOf(memberId)).toBe(left);
    expect(ends.filter((end) => !isOfErased(end))).toEqual([]);
    expect(published.filter((bytes) => bytes?.includes(memberRef) === true)).toEqual([]);
    expect(await rowsThatHold(db, scope.environmentId, memberRef)).toEqual([]);
  };
  await fc.assert(fc.asyncProperty(histories, check), { numRuns: historyRuns });
  expect(moved).toBeGreaterThan(historyRuns);
});

/** Reads the credits that are in flight by then. */
const last: Step = { ...first, ref: 99 };

/** A repeat of an earlier request gets its stored response. */
const isOfErased = (end: string): boolean => ['MEMBER_ERASED', 'erased', 'repeated', 'skipped'].includes(end);
