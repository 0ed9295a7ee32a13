import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs, utcDayOf } from '@loyalty/kernel';
import { type RandomNumber, seededRandom } from '@loyalty/kernel/testing';
import { eventually, sizeOf } from '@loyalty/testkit/runs';
import { inParallel } from '../support/in-parallel.ts';
import { sampleReceipts, type SampleReceipt } from '../support/independent-points.ts';
import {
  discountOf,
  PlainMember,
  type PlainReturn,
  pointValueCents,
  replayCampaigns,
  type ReturnedUnits,
  tierMinima,
} from '../support/independent-returns.ts';
import { loyaltyctl, startLoyaltyctl } from '../support/loyaltyctl.ts';
import { postPersistently } from '../support/post-persistently.ts';
import { activateCampaigns, createTestTenant, setLiveSettings, type TestTenant } from '../support/tenant.ts';

/** A run with another one draws other redeems and returns. */
const seed = 52;
/** The shares of receipts that redeem, and that are returned in parts. */
const [redeemShare, returnShare] = [0.1, 0.08];
const rounds = 4;
/**
 * Every second member gets these points, more than they ever redeem, so that returns miss none of their
 * points.
 */
const welcomePoints = 2_000;
const width = 24;
const windowDays = 30;

const isoDayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const yesterdayMs = (utcDayOf(Date.now()) - 1) * dayMs;

/** Ends yesterday, so that the windows of figures lie within the data. */
const receiptsUntilYesterday = (): readonly SampleReceipt[] => {
  const sample = sampleReceipts().slice(0, sizeOf(3_000, 20_000));
  const lastMs = Date.parse(sample.at(-1)?.occurredAt ?? '');
  const shiftMs = yesterdayMs - utcDayOf(lastMs) * dayMs;
  const shifted = (at: string): string => new Date(Date.parse(at) + shiftMs).toISOString();
  return sample.map((receipt) => Object.assign(receipt, { occurredAt: shifted(receipt.occurredAt) }));
};

const receipts = receiptsUntilYesterday();
const byRef = new Map(receipts.map((receipt) => [receipt.transactionRef, receipt]));
/** What each campaign has spent, in cents. */
const spent = replayCampaigns.map(() => 0);
const members = new Map<string, PlainMember>();
const mismatches: string[] = [];

let folder: string;
let shop: TestTenant;
let campaignIds: readonly string[];
let tierIds: readonly string[];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'returns-'));
  shop = await createTestTenant('Replayed returns');
  await setLiveSettings(shop, { pointValueCents, unrecoveredPoints: 'FORGIVE' });
  campaignIds = await activateCampaigns(shop.live, replayCampaigns);
  const ids = [];
  for (const [at, minLifetimePoints] of tierMinima.entries()) {
    const name = `From ${minLifetimePoints.toString()}`;
    ids.push((await shop.live.post('/tiers', { name, minLifetimePoints, sortOrder: at + 1 })).body.id);
  }
  tierIds = ids;
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const compare = (what: string, found: unknown, expected: unknown): void => {
  const [seen, wanted] = [JSON.stringify(found), JSON.stringify(expected)];
  if (seen !== wanted) mismatches.push(`${what}: ${seen}, not ${wanted}`);
};

const memberOf = (memberRef: string): PlainMember => {
  const known = members.get(memberRef) ?? new PlainMember(spent);
  members.set(memberRef, known);
  return known;
};

/** One request of a member; `place` says which of them comes first. */
interface Act {
  readonly place: number;
  readonly memberRef: string;
  readonly send: (random: RandomNumber) => Promise<void>;
}

/** Sends what a round adds, then what was drawn for it: each member one act after the other. */
const playRound = async (sold: readonly SampleReceipt[], acts: readonly Act[]): Promise<void> => {
  await stream(sold);
  const isFirst = members.size === 0;
  for (const receipt of sold) memberOf(receipt.memberRef).earn(receipt);
  if (isFirst) await welcomeHalf();
  const queues = new Map<string, Act[]>();
  for (const act of acts.toSorted((a, b) => a.place - b.place))
    queues.set(act.memberRef, [...(queues.get(act.memberRef) ?? []), act]);
  const drawn = [...queues.values()].map((queue, at) => ({
    queue,
    random: seededRandom(seed + acts.length + at),
  }));
  await inParallel(drawn, width, async ({ queue, random }) => {
    for (const { send } of queue) await send(random);
  });
};

const stream = async (sold: readonly SampleReceipt[]): Promise<void> => {
  const path = join(folder, 'sold.ndjson');
  writeFileSync(path, sold.map((receipt) => JSON.stringify(receipt)).join('\n'));
  const line = ['receipts', 'stream', path, '--tenant', shop.tenantId, '--mode', 'live', '--json'];
  const { code, stdout } = await startLoyaltyctl(line).ended;
  expect([code, JSON.parse(stdout)]).toMatchObject([0, { stored: sold.length, rejected: 0 }]);
};

const redeem = async ({ transactionRef, memberRef }: SampleReceipt, random: RandomNumber): Promise<void> => {
  const pointsRequested = 1 + Math.floor(random() * 80);
  const order = { transactionRef, memberRef, amount: 1_000_000, pointsRequested };
  const isPaid = memberOf(memberRef).redeem(transactionRef, pointsRequested);
  const { status, body } = await postPersistently(shop.live, '/transactions/redeem', order);
  const { discountAmount } = body as unknown as { readonly discountAmount?: number };
  const expected = isPaid ? [200, discountOf(pointsRequested)] : [422, undefined];
  compare(`redeem ${transactionRef}`, [status, discountAmount], expected);
};

/** Before anything of theirs is redeemed. */
const welcomeHalf = async (): Promise<void> => {
  const half = [...(await readIds())].filter((_, at) => at % 2 === 0);
  await inParallel(half, width, ([memberRef, id]) => welcome(memberRef, id));
};

const welcome = async (memberRef: string, memberId: string): Promise<void> => {
  memberOf(memberRef).adjust(welcomePoints);
  const order = { points: welcomePoints, reason: 'Welcome', ref: `welcome-${memberRef}` };
  const { status } = await postPersistently(shop.live, `/members/${memberId}/ledger/adjust`, order);
  compare(`welcome of ${memberRef}`, status, 201);
};

/** Whole, by amounts, or by amounts with products; now and then the rest behind it, too much, or a repeat. */
const giveBackInParts = async (receipt: SampleReceipt, random: RandomNumber): Promise<void> => {
  const style = random();
  const times = style < 0.3 ? 0 : 1 + Math.floor(random() * 3);
  for (let n = 0; n < times; n += 1) {
    const left = memberOf(receipt.memberRef).leftOf(receipt.transactionRef);
    if (left === 0) return;
    const units = style < 0.65 ? [] : someUnits(receipt, random);
    const named =
      units.length === 0 ? 1 + Math.floor(random() * left) : Math.min(left, priceOf(receipt, units));
    await giveBack(
      receipt,
      { ref: `${receipt.transactionRef}-${n.toString()}`, amount: named, units },
      random,
    );
  }
  const isLeft = memberOf(receipt.memberRef).leftOf(receipt.transactionRef) > 0;
  const rest = { ref: `${receipt.transactionRef}-rest`, amount: null, units: [] };
  if (isLeft && (times === 0 || random() < 0.4)) await giveBack(receipt, rest, random);
};

/** Also of what earned nothing, and sometimes one more than was bought. */
const someUnits = ({ products }: SampleReceipt, random: RandomNumber): ReturnedUnits =>
  products
    .filter(() => random() < 0.4)
    .slice(0, 500)
    .map(({ sku, quantity }) => ({ sku, quantity: 1 + Math.floor(random() * (quantity + 0.1)) }));

const priceOf = ({ products }: SampleReceipt, units: ReturnedUnits): number => {
  const priceBySku = new Map(products.map(({ sku, unitPrice }) => [sku, unitPrice]));
  return Math.max(
    1,
    Math.round(units.reduce((sum, { sku, quantity }) => sum + quantity * (priceBySku.get(sku) ?? 0), 0)),
  );
};

interface Part {
  readonly ref: string;
  /** Null means all that is left. */
  readonly amount: number | null;
  readonly units: ReturnedUnits;
}

const giveBack = async (
  { transactionRef, memberRef }: SampleReceipt,
  { ref, amount, units }: Part,
  random: RandomNumber,
): Promise<void> => {
  const member = memberOf(memberRef);
  const post = (returnRef: string, what: object) =>
    postPersistently(shop.live, '/transactions/returns', { transactionRef, returnRef, ...what });
  if (random() < 0.05) {
    const left = member.leftOf(transactionRef);
    const { status, body } = await post(`${ref}-more`, { amount: left + 1 });
    const { context } = body as unknown as { readonly context: { readonly amountRemaining: number } };
    compare(`${ref}-more`, [status, context.amountRemaining], [422, left]);
  }
  const products = units.length === 0 ? {} : { products: units };
  const what = amount === null ? { whole: true } : { amount, ...products };
  const expected = member.giveBack(transactionRef, amount, units);
  const { status, text } = await post(ref, what);
  compare(`return ${ref}`, status === 200 ? saidOf(text) : text, expected);
  if (random() < 0.1) compare(`repeat of ${ref}`, (await post(ref, what)).text, text);
};

/** Reads the fields in the order of {@link PlainReturn}. */
const saidOf = (text: string): PlainReturn & { readonly pointsExpired?: number } => {
  const said = JSON.parse(text) as PlainReturn & {
    readonly pointsExpired: number;
    readonly awards: readonly { readonly budgetCents: number }[];
    readonly deductions?: readonly { readonly budgetCents: number }[];
  };
  const { pointsExpired, redeemed } = said;
  return {
    amountReturned: said.amountReturned,
    amountRemaining: said.amountRemaining,
    isWhole: said.isWhole,
    pointsReversed: said.pointsReversed,
    pointsFromPending: said.pointsFromPending,
    pointsFromBalance: said.pointsFromBalance,
    pointsForgiven: said.pointsForgiven,
    pointsClaimable: (said as Partial<PlainReturn>).pointsClaimable ?? 0,
    pointsDeducted: (said as Partial<PlainReturn>).pointsDeducted ?? 0,
    pointsBalance: said.pointsBalance,
    redeemed: redeemed && {
      pointsRefunded: redeemed.pointsRefunded,
      discountReversed: redeemed.discountReversed,
    },
    budgetCents: [...said.awards, ...(said.deductions ?? [])].reduce(
      (sum, { budgetCents }) => sum + budgetCents,
      0,
    ),
    ...(pointsExpired === 0 ? {} : { pointsExpired }),
  };
};

const readIds = async (): Promise<ReadonlyMap<string, string>> => {
  const ids = new Map<string, string>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const after: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await shop.live.get(`/members?limit=200${after}`);
    for (const { id, externalRef } of body.members) ids.set(externalRef, id);
    cursor = body.nextCursor;
  }
  return ids;
};

interface Statistics {
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly tierId: string | null;
  readonly spendCents30d: number;
  readonly txnCount30d: number;
  readonly spendCentsLifetime: number;
  readonly txnCountLifetime: number;
}

/** Balance, lifetime points, tier and figures of each member; a member's tier follows within seconds. */
const compareMembers = async (when: string): Promise<void> => {
  const ids = await readIds();
  compare(`${when}, members`, ids.size, members.size);
  await inParallel([...ids], width, async ([memberRef, id]) => {
    const member = memberOf(memberRef);
    const tierId = member.tier === null ? null : (tierIds[member.tier] ?? '');
    const firstDayNow = (): string => isoDayOf(Date.now() - (windowDays - 1) * dayMs);
    const firstDay = firstDayNow();
    const read = async (): Promise<Statistics> =>
      (await shop.live.get(`/members/${id}/stats`)).body as unknown as Statistics;
    let said = await read();
    const isFollowed = async () => said.tierId === tierId || (said = await read()).tierId === tierId;
    await eventually(`${memberRef} has the tier of their points`, isFollowed, { everyMs: 500 });
    compare(
      `${when}, ${memberRef}`,
      [said.pointsBalance, said.lifetimePoints, said.spendCentsLifetime, said.txnCountLifetime],
      [member.balance, member.lifetime, member.spend, member.purchases],
    );
    // At midnight the window moves between both.
    if (firstDayNow() === firstDay)
      compare(
        `${when}, figures of ${memberRef}`,
        [said.spendCents30d, said.txnCount30d],
        member.sinceDay(firstDay),
      );
  });
};

const compareBudgets = async (when: string): Promise<void> => {
  const found = [];
  for (const id of campaignIds) found.push((await shop.live.get(`/campaigns/${id}`)).body.spentCents);
  compare(`${when}, budgets`, found, spent);
};

test('▲ I2 I4 I6 I7 I11 I15 I21 the sample is sold, redeemed at and returned in parts as an independent sum says (D165 to D184)', async () => {
  const random = seededRandom(seed);
  const perRound = Math.ceil(receipts.length / rounds);
  const actsOf: Act[][] = Array.from({ length: rounds }, () => []);
  let returned = 0;
  for (const [at, receipt] of receipts.entries()) {
    const round = Math.floor(at / perRound);
    const { memberRef } = receipt;
    const [place, later] = [random(), random()];
    if (random() < redeemShare)
      actsOf[round]?.push({ place, memberRef, send: (draws) => redeem(receipt, draws) });
    if (random() >= returnShare) continue;
    returned += 1;
    const ofReturn = Math.min(rounds - 1, round + Math.floor(later * 2));
    // Behind its own redeem.
    const behind = place + (1 - place) * random();
    actsOf[ofReturn]?.push({ place: behind, memberRef, send: (draws) => giveBackInParts(receipt, draws) });
  }
  for (const [round, acts] of actsOf.entries())
    await playRound(receipts.slice(round * perRound, (round + 1) * perRound), acts);
  await compareMembers('sold');
  await compareBudgets('sold');
  expect(mismatches).toEqual([]);
  expect(returned).toBeGreaterThan(receipts.length * 0.07);
});

const callOf = 1_000;

interface BulkResults {
  readonly results: readonly { readonly status: number; readonly body: unknown }[];
}

/** Repeats a call until every item is decided: what Kafka has comes in the order of the items. */
const giveBackAll = async (
  items: readonly { readonly transactionRef: string }[],
): Promise<BulkResults['results']> => {
  let results: BulkResults['results'] = [];
  await eventually('every return of the call is decided', async () => {
    const answer = await postPersistently(shop.live, '/transactions/returns/bulk', { items });
    ({ results } = answer.body as unknown as BulkResults);
    return results.every(({ status }) => status === 200);
  });
  return results;
};

test('▲ I1 I2 I4 I6 I7 I13 I15 I21 everything comes back: what members have is what was adjusted (D179, D300)', async () => {
  const left = receipts.filter(
    ({ memberRef, transactionRef }) => memberOf(memberRef).leftOf(transactionRef) > 0,
  );
  for (let at = 0; at < left.length; at += callOf) {
    const items = left
      .slice(at, at + callOf)
      .map(({ transactionRef }) => ({ transactionRef, returnRef: `${transactionRef}-all`, whole: true }));
    for (const [n, { body }] of (await giveBackAll(items)).entries()) {
      const { transactionRef, returnRef } = items[n] ?? { transactionRef: '', returnRef: '' };
      const member = memberOf(byRef.get(transactionRef)?.memberRef ?? '');
      compare(returnRef, saidOf(JSON.stringify(body)), member.giveBack(transactionRef, null, []));
    }
  }
  await compareMembers('returned');
  await compareBudgets('returned');
  expect(mismatches).toEqual([]);
  for (const member of members.values())
    expect([member.balance, member.lifetime, member.waiting]).toEqual([member.adjusted, 0, 0]);
  // Returns missed points, and redeems that came back paid all of them.
  const deducted = [...members.values()].reduce((sum, member) => sum + member.deducted, 0);
  expect(deducted).toBeGreaterThan(0);
  expect(spent).toEqual(spent.map(() => 0));
});

test('I1 I2 I4 I6 I7 I13 I15 I21 the check finds nothing afterwards', async () => {
  const { code, stdout } = await loyaltyctl('check');
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('✗')]);
});
