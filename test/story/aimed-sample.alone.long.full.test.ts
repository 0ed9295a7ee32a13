import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs, utcDayOf } from '@loyalty/kernel';
import { eventually, sizeOf } from '@loyalty/testkit/runs';
import { chance, pick, seededDice } from '../../packages/rules/src/testing/dice.ts';
import { makeLineAmounts } from '../../packages/rules/src/testing/make-lines.ts';
import { type AimedWords, makeAimedCampaigns } from '../support/aimed-campaigns.ts';
import { type BulkResult, createBulk } from '../support/bulk.ts';
import { createForeignProducer, type ForeignProducer } from '../support/foreign-producer.ts';
import { sampleReceipts, type SampleReceipt } from '../support/independent-points.ts';
import { loyaltyctl, loyaltyctlJson } from '../support/loyaltyctl.ts';
import {
  type AimedCampaign,
  type AimedProgramme,
  type AimedReceipt,
  type AimedTier,
  type PlainAward,
  PlainProgramme,
} from '../support/plain-programme.ts';
import { openStoredRows, type StoredRows } from '../support/stored-rows.ts';
import {
  activateCampaigns,
  createTestTenant,
  liftWriteLimit,
  setLiveSettings,
  type TestTenant,
} from '../support/tenant.ts';
import { startSecondEngine, type TwoEngines } from '../support/two-engines.ts';

/** A run with another one draws other campaigns, and cuts elsewhere. */
const dice = seededDice(57);
const beganMs = Date.now();
const minuteMs = 60_000;
const closedAfterMs = 35 * dayMs;

type SentReceipt = SampleReceipt & {
  readonly attributes: AimedReceipt['attributes'];
  readonly lineAmounts: AimedReceipt['lineAmounts'];
};

/** The sample until yesterday, so that half of it is younger than what limits of days count, and none is at that edge. */
const receiptsUntilYesterday = (): readonly SentReceipt[] => {
  const sample = sampleReceipts().slice(0, sizeOf(2_000, 20_000));
  const lastMs = Date.parse(sample.at(-1)?.occurredAt ?? '');
  const shiftMs = (utcDayOf(beganMs) - 1 - utcDayOf(lastMs)) * dayMs;
  return sample.map((receipt) => {
    const atMs = Date.parse(receipt.occurredAt) + shiftMs;
    const isAtEdge = Math.abs(beganMs - closedAfterMs - atMs) < 90 * minuteMs;
    const products = receipt.products.map((line) => ({ ...line, unitPriceCents: 0, categories: [] }));
    return Object.assign(receipt, {
      occurredAt: new Date(isAtEdge ? atMs - 180 * minuteMs : atMs).toISOString(),
      attributes: attributesOf(),
      lineAmounts: chance(dice, 20) ? makeLineAmounts(dice, { products }) : [],
    });
  });
};

const attributesOf = (): AimedReceipt['attributes'] => [
  ...(chance(dice, 40) ? [{ name: 'channel', value: pick(dice, ['online', 'till']) }] : []),
  ...(chance(dice, 20) ? [{ name: 'code', value: 'SPRING' }] : []),
];

const receipts = receiptsUntilYesterday();

/** Returns the most frequent texts, the most frequent first. */
const frequent = (texts: readonly string[], count: number): string[] => {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([text]) => text);
};

const wordsOfSample = (): AimedWords => {
  const lines = receipts.flatMap(({ products }) => products);
  return {
    skus: frequent(
      lines.map(({ sku }) => sku),
      40,
    ),
    categories: frequent(
      lines.flatMap(({ categories = [] }) => categories),
      25,
    ),
    pricesCents: [99, 100, 199, 250, 500],
    stores: frequent(
      receipts.map(({ storeRef }) => storeRef),
      8,
    ),
    dates: [12, 5, 3].map((days) => new Date(beganMs - days * dayMs).toISOString().slice(0, 10)),
  };
};

const timeZone = 'Australia/Lord_Howe';
const pointValueCents = 2;
const caps = { day: 60, week: 200, month: 600 };
const campaignsCount = 40;
/** Few enough that both are full long before the end. */
const firstOf = receipts.length / 40;

let shop: TestTenant;
let tiers: readonly AimedTier[];
let campaigns: readonly AimedCampaign[];
let campaignIds: readonly string[];
let producer: ForeignProducer;
let engines: TwoEngines;
let stored: StoredRows;
beforeAll(async () => {
  stored = openStoredRows();
  shop = await createTestTenant('Aimed sample');
  await liftWriteLimit(shop);
  await setLiveSettings(shop, { pointValueCents });
  const set = await shop.live.patch('/settings', { timeZone, memberPointsCaps: caps });
  if (set.status !== 200) throw new Error(set.text);
  tiers = await makeTiers();
  campaigns = makeAimedCampaigns(dice, wordsOfSample(), { tiers, count: campaignsCount, firstOf });
  campaignIds = await activateCampaigns(shop.live, campaigns);
  const line = ['stream', 'enable', '--tenant', shop.tenantId, '--mode', 'live'];
  producer = await createForeignProducer((await loyaltyctlJson<{ topic: string }>(...line)).topic);
  engines = await startSecondEngine();
});
afterAll(async () => {
  await producer.stop();
  await engines.stop();
  await stored.close();
});

const makeTiers = async (): Promise<readonly AimedTier[]> => {
  const made: AimedTier[] = [];
  for (const [minLifetimePoints, multiplier] of [
    [60, 1.25],
    [250, 1.5],
  ] as const) {
    const tier = {
      name: `From ${minLifetimePoints.toString()}`,
      minLifetimePoints,
      sortOrder: minLifetimePoints,
      benefits: [{ type: 'EARN_MULTIPLIER', multiplier }],
    };
    const { status, body, text } = await shop.live.post('/tiers', tier);
    if (status !== 201) throw new Error(text);
    made.push({ id: body.id, minLifetimePoints, multiplier });
  }
  return made;
};

/** Cut anywhere, into pieces of one to `max`. */
const cuts = (from: readonly SentReceipt[], max: number): readonly (readonly SentReceipt[])[] => {
  const pieces: SentReceipt[][] = [];
  for (let at = 0; at < from.length; at += pieces.at(-1)?.length ?? 1)
    pieces.push(from.slice(at, at + dice(1, max)));
  return pieces;
};

const storedCount = async (): Promise<number> => {
  const [row] = await stored.rowsOf<{ count: string }>(
    `SELECT count(*) AS count FROM transactions
      WHERE environment_id = (SELECT id FROM environments WHERE tenant_id = $1 AND mode = 'live')`,
    [shop.tenantId],
  );
  return Number(row?.count);
};

/** Sends them in order, and kills a second engine in the middle. Resolves when all are stored. */
const stream = async (sent: readonly SentReceipt[], isKilledAt: number): Promise<void> => {
  const before = await storedCount();
  let count = 0;
  for (const piece of cuts(sent, 400)) {
    if (count <= isKilledAt && count + piece.length > isKilledAt) engines.killSecond();
    count += piece.length;
    await producer.send(piece.map((receipt) => ({ key: receipt.memberRef, value: producer.write(receipt) })));
    await sleep(dice(0, 40));
  }
  await eventually('all are stored', async () => (await storedCount()) === before + sent.length, {
    everyMs: 500,
  });
};

const objectOf = (attributes: AimedReceipt['attributes']) =>
  Object.fromEntries(attributes.map(({ name, value }) => [name, value]));

/** Returns the body that a till sends. */
const bodyOf = ({ attributes, lineAmounts, products, ...receipt }: SentReceipt) => ({
  ...receipt,
  products: products.map((line, at) =>
    Object.assign({ ...line }, amountOf(lineAmounts.find((paid) => paid.line === at))),
  ),
  attributes: objectOf(attributes),
});

const amountOf = (paid: { readonly amountCents: number } | undefined) =>
  paid === undefined ? {} : { amount: paid.amountCents };

const bulk = async (sent: readonly SentReceipt[]): Promise<readonly BulkResult[]> => {
  const { results } = await createBulk(shop.tenantId, shop.keys.live)(sent.map(bodyOf));
  return results;
};

/** Reads what each response said; a repeat has the response of the first time. */
const readResponses = async (): Promise<readonly BulkResult[]> => {
  const all: BulkResult[] = [];
  for (let at = 0; at < receipts.length; at += 500) {
    const results = await bulk(receipts.slice(at, at + 500));
    expect(
      results.filter(({ status, replayed, mismatch }) => status !== 200 || !replayed || mismatch),
    ).toEqual([]);
    all.push(...results);
  }
  return all;
};

const awardsOf = (response: BulkResult | undefined): readonly PlainAward[] =>
  (response?.body.campaigns ?? []).map((award) => ({
    campaignName: award.campaignName,
    pointsEarned: award.pointsEarned,
    rewards: award.rewardIds.length,
    reducedBy: award.reducedBy ?? null,
    multiplier: award.multiplier ?? null,
  }));

const aimedOf = (receipt: SentReceipt): AimedReceipt => ({
  memberRef: receipt.memberRef,
  amountCents: receipt.amount,
  storeRef: receipt.storeRef,
  occurredAtMs: Date.parse(receipt.occurredAt),
  attributes: receipt.attributes,
  lineAmounts: receipt.lineAmounts,
  products: receipt.products.map(({ sku, quantity, unitPrice, categories = [] }) => ({
    sku,
    quantity,
    unitPriceCents: unitPrice,
    categories,
  })),
});

/**
 * Which of the campaigns for the first were full at a receipt depends on other members, so the response says it. Once full for
 * a member they stay so.
 */
const fullSets = (known: ReadonlySet<string>): readonly ReadonlySet<string>[] => {
  let sets: ReadonlySet<string>[] = [known];
  for (const { name } of campaigns.filter(isForTheFirst))
    if (!known.has(name)) sets = [...sets, ...sets.map((set) => new Set([...set, name]))];
  return sets;
};

const isForTheFirst = ({ limits = [] }: AimedCampaign): boolean =>
  limits.some(({ per }) => per === 'CAMPAIGN');

const compareAll = (responses: readonly BulkResult[]) => {
  const programme: AimedProgramme = { campaigns, tiers, caps, timeZone, pointValueCents };
  const model = new PlainProgramme(programme, beganMs);
  const fullFor = new Map<string, ReadonlySet<string>>();
  const differences: unknown[] = [];
  const seen: PlainAward[] = [];
  for (const [at, receipt] of receipts.entries()) {
    const { memberRef, transactionRef } = receipt;
    const aimed = aimedOf(receipt);
    const said = awardsOf(responses[at]);
    const decide = model.decide(aimed);
    const known = fullFor.get(memberRef) ?? new Set<string>();
    const isRight = (set: ReadonlySet<string>): boolean =>
      JSON.stringify(decide(set).awards) === JSON.stringify(said);
    const right = fullSets(known).find(isRight);
    if (right === undefined) differences.push({ transactionRef, said, expected: decide(known).awards });
    const full = right ?? known;
    model.store(aimed, decide(full));
    fullFor.set(memberRef, full);
    seen.push(...said);
  }
  return { differences, seen, full: new Set([...fullFor.values()].flatMap((set) => [...set])) };
};

test('▲ the sample under forty campaigns with trees, limits, groups, caps and multipliers, cut into batches anywhere, an engine killed, earns what a plain model says (D224 to D243)', async () => {
  const bulkFrom = Math.floor(receipts.length * 0.45);
  const bulkTo = Math.floor(receipts.length * 0.55);
  await stream(receipts.slice(0, bulkFrom), bulkFrom / 2);
  for (const piece of cuts(receipts.slice(bulkFrom, bulkTo), 300)) await bulk(piece);
  engines = await startSecondEngine();
  await stream(receipts.slice(bulkTo), bulkFrom / 2);
  const { differences, seen, full } = compareAll(await readResponses());
  const count = (of: (award: PlainAward) => boolean): number => seen.filter(of).length;
  const sums = {
    receipts: receipts.length,
    awards: seen.length,
    byLimits: count(({ reducedBy }) => reducedBy === 'LIMIT'),
    byCaps: count(({ reducedBy }) => reducedBy === 'CAP'),
    multiplied: count(({ multiplier }) => multiplier !== null),
    campaigns: new Set(seen.map(({ campaignName }) => campaignName)).size,
  };
  process.stdout.write(
    `aimed sample: ${JSON.stringify(sums)}, ${differences.length.toString()} differences\n`,
  );
  expect(differences.slice(0, 3)).toEqual([]);
  for (const [at, campaign] of campaigns.entries()) {
    if (!isForTheFirst(campaign)) continue;
    const times = count(({ campaignName }) => campaignName === campaign.name);
    const { body } = await shop.live.get(`/campaigns/${campaignIds[at] ?? ''}`);
    expect([campaign.name, body]).toEqual([campaign.name, expect.objectContaining({ timesGiven: times })]);
    expect(full.has(campaign.name) ? times : firstOf).toBe(firstOf);
  }
  expect(full.size).toBeGreaterThan(0);
  expect(Math.min(sums.byLimits, sums.byCaps, sums.multiplied)).toBeGreaterThan(receipts.length / 100);
  expect(sums.campaigns).toBeGreaterThan(campaignsCount / 2);
}, 1_800_000);

test('I1 I7 I24 the check finds nothing afterwards', async () => {
  const { code, stdout } = await loyaltyctl('check');
  expect([code, stdout]).toEqual([0, expect.not.stringContaining('✗')]);
});
