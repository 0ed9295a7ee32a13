import { randomUUID } from 'node:crypto';
import { historyRuns, sizeOf } from '@loyalty/testkit/runs';
import fc from 'fast-check';
import type { JsonObject } from '../../services/console/ui/model/drafts/draft.ts';
import {
  explainBodyOf,
  type TriedBasket,
} from '../../services/console/ui/pages/campaign-form/try-it/tried-basket.ts';
import { stepsOf } from '../../services/console/ui/pages/why/steps.ts';
import type { Api } from '../support/api.ts';
import { randomProgramme, type RandomProgramme, type RandomReceipt } from '../support/random-programme.ts';
import { activateCampaigns, createTestTenant, liftWriteLimit } from '../support/tenant.ts';

/** An environment tries one basket at a time. */
const shopsAtOnce = 4;

interface Shop {
  readonly api: Api;
  readonly segmentId: string;
  readonly tierId: string;
}

const openShop = async (): Promise<Shop> => {
  const tenant = await createTestTenant('Tried baskets');
  await liftWriteLimit(tenant);
  const { body } = await tenant.test.post('/segments', { name: 'Some', type: 'STATIC' });
  const benefits = [{ type: 'EARN_MULTIPLIER', multiplier: 1.5 }];
  const silver = { name: 'Silver', minLifetimePoints: 150, sortOrder: 0, benefits };
  const tier = await tenant.test.post('/tiers', silver);
  await tenant.test.patch('/settings', { memberPointsCaps: { day: 900 } });
  return { api: tenant.test, segmentId: body.id, tierId: tier.body.id };
};

type Explained = readonly {
  readonly campaignId: string | null;
  readonly campaignName: string;
  readonly fired: boolean;
  readonly pointsEarned: number;
  readonly rewards: readonly unknown[];
  readonly reason: string | null;
}[];

/** Both «Try it» and evaluate say this of a receipt; awards by the names of campaigns, which are unlike. */
interface Outcome {
  readonly status: number;
  readonly pointsAwarded: number | undefined;
  readonly pointsBalance: number | undefined;
  readonly isNew: boolean;
  readonly awards: readonly (readonly [string, number, number])[];
}

const inOrder = (awards: Outcome['awards']): Outcome['awards'] =>
  awards.toSorted(([one], [other]) => one.localeCompare(other));

/** Asks what a page asks while its form is open. */
const tryIt = async (api: Api, body: object): Promise<{ outcome: Outcome; explained: Explained }> => {
  const { status, text } = await api.post('/transactions/explain', body);
  const said = JSON.parse(text) as {
    readonly memberKnown?: boolean;
    readonly pointsAwarded?: number;
    readonly pointsBalance?: number;
    readonly campaigns?: Explained;
  };
  const explained = said.campaigns ?? [];
  const fired = explained.filter((one) => one.fired);
  const awards = fired.map(
    ({ campaignName, pointsEarned, rewards }) => [campaignName, pointsEarned, rewards.length] as const,
  );
  const { pointsAwarded, pointsBalance, memberKnown } = said;
  return {
    outcome: { status, pointsAwarded, pointsBalance, isNew: memberKnown === false, awards: inOrder(awards) },
    explained,
  };
};

type Checks = readonly { readonly campaignName: string; readonly reason: string }[];

/** `checks` is null where something fired: evaluate names reasons only where nothing did (D25). */
const evaluate = async (
  api: Api,
  body: object,
): Promise<{ outcome: Outcome; checks: Checks | null; memberId: string }> => {
  const sent = { ...body, transactionRef: randomUUID() };
  const { status, body: said } = await api.post('/transactions/evaluate', sent);
  const awards = said.campaigns.map(
    ({ campaignName, pointsEarned, rewardIds }) => [campaignName, pointsEarned, rewardIds.length] as const,
  );
  const { pointsAwarded, pointsBalance, memberCreated: isNew } = said;
  return {
    outcome: { status, pointsAwarded, pointsBalance, isNew, awards: inOrder(awards) },
    checks: (said._debug as { readonly campaignChecks: Checks } | null | undefined)?.campaignChecks ?? null,
    memberId: said.memberId,
  };
};

const linesOf = ({ products }: RandomReceipt) =>
  products as readonly {
    readonly sku: string;
    readonly quantity: number;
    readonly unitPrice: number;
    readonly categories: readonly string[];
    readonly amount?: number;
  }[];

/** Lines as the API takes them: in cents, without empty categories. */
const soldOf = (receipt: RandomReceipt) => ({
  products: linesOf(receipt).map(({ sku, quantity, unitPrice, categories, amount }) =>
    Object.assign(
      { sku, quantity, unitPrice },
      categories.length === 0 ? {} : { categories },
      amount === undefined ? {} : { amount },
    ),
  ),
});

/** The receipt is typed into the form in this locale. */
const locale = 'en-GB';
const typed = (receipt: RandomReceipt, memberRef: string): TriedBasket => {
  const lines = linesOf(receipt);
  const cents = (value: number): string => (value / 100).toFixed(2);
  const total = lines.reduce(
    (sum, { quantity, unitPrice, amount }) => sum + (amount ?? Math.round(quantity * unitPrice)),
    0,
  );
  return {
    memberRef,
    // A basket costs something.
    lines:
      total === 0
        ? []
        : lines.map(({ sku, quantity, unitPrice, categories, amount }) => ({
            sku,
            quantity: quantity.toString(),
            price: cents(unitPrice),
            categories: categories.join(', '),
            amount: amount === undefined ? '' : cents(amount),
          })),
    amount: cents(receipt.amount),
    storeRef: receipt.storeRef ?? '',
    currency: receipt.currency ?? '',
    at: receipt.occurredAt === undefined ? '' : `${receipt.occurredAt}T00:00`,
    attributes: Object.entries(receipt.attributes ?? {}).map(([name, value]) => ({ name, value })),
  };
};

type Campaign = JsonObject;

/** Fields that a change clears where the next content has none. */
const cleared = {
  storeIds: [],
  targetSegmentIds: [],
  startDate: null,
  endDate: null,
  minSpend: null,
  maxBudgetCents: null,
  currency: null,
  conditions: null,
  earnOn: null,
  limits: null,
  exclusiveGroup: null,
  priority: null,
  tierMultiplier: null,
};

/** A form that is open: of a new campaign, or of one that stands in for an ACTIVE one. */
interface Form {
  readonly campaignId: string | null;
  readonly campaign: Campaign;
  /** Saves and activates what was tried. */
  readonly save: () => Promise<void>;
}

const without = (field: string, whole: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field));

/** Returns the value as it is sent, without fields that are undefined. */
const wired = (value: object): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

/** Counts what was compared: a property of baskets that earn nothing would prove little. */
const seen = { baskets: 0, awards: 0, ofDrafts: 0, reasons: new Map<string, number>() };

const playProgramme = async ({ api, segmentId }: Shop, programme: RandomProgramme): Promise<void> => {
  const run = randomUUID();
  const campaigns = programme.campaigns.map((campaign, n) =>
    Object.assign(wired(campaign), { name: `Campaign ${n.toString()}` }),
  );
  const ids: string[] = [];
  const activate = async (campaign: Campaign): Promise<void> => {
    ids.push(...(await activateCampaigns(api, [campaign])));
  };
  // The first is exclusive to a tier, so it is there before.
  await activate(campaigns[0] ?? {});
  const benefits = [{ type: 'EXCLUSIVE_CAMPAIGN', campaignId: ids[0] }];
  const tier = await api.post('/tiers', { name: run, minLifetimePoints: 300, sortOrder: 1, benefits });
  const formOf = (turn: number): Form => {
    const added = campaigns[ids.length];
    if (added !== undefined) return { campaignId: null, campaign: added, save: () => activate(added) };
    // Of the budget that it stands in for a draft has spent nothing, so none is left here.
    const place = turn % ids.length;
    const next = campaigns[(place + 1 + (turn % (ids.length - 1))) % ids.length] ?? {};
    const campaign = without('maxBudgetCents', { ...next, name: `Campaign ${place.toString()}` });
    const campaignId = ids[place] ?? '';
    return { campaignId, campaign, save: () => change(api, campaignId, { ...cleared, ...campaign }) };
  };
  for (const [turn, receipt] of programme.receipts.entries()) {
    const form = formOf(turn);
    const basket = typed(receipt, `${receipt.memberRef} ${run}`);
    const body = wired(explainBodyOf(basket, form, locale));
    expect(body).toMatchObject(basket.lines.length === 0 ? { amount: receipt.amount } : soldOf(receipt));
    const { outcome: tried, explained } = await tryIt(api, body);
    await form.save();
    const { outcome, checks, memberId } = await evaluate(api, without('drafts', body));
    expect({ body, tried }).toEqual({ body, tried: outcome });
    if (checks !== null) compareReasons(explained, checks);
    note(form, tried);
    if (turn === 3) await api.post(`/segments/${segmentId}/members`, { memberId });
  }
  for (const id of ids) await api.delete(`/campaigns/${id}`);
  await api.delete(`/tiers/${tier.body.id}?force=true`);
};

/** A campaign whose budget was spent is PAUSED; what was tried is judged as if it were ACTIVE. */
const change = async (api: Api, campaignId: string, campaign: object): Promise<void> => {
  const changed = await api.patch(`/campaigns/${campaignId}`, campaign);
  if (changed.status !== 200) throw new Error(changed.text);
  if (changed.body.state === 'PAUSED') await api.post(`/campaigns/${campaignId}/resume`);
};

/** «Why?» puts each campaign's mark at the check that the engine names. */
const compareReasons = (explained: Explained, checks: Checks): void => {
  const engine = new Map(checks.map(({ campaignName, reason }) => [campaignName, reason]));
  for (const { campaignName, reason } of explained) {
    expect([campaignName, reason]).toEqual([campaignName, engine.get(campaignName)]);
    expect(stepsOf(reason)?.filter(({ state }) => state === 'failed')).toHaveLength(1);
    seen.reasons.set(reason ?? '', (seen.reasons.get(reason ?? '') ?? 0) + 1);
    engine.delete(campaignName);
  }
  // The rest is not judged: it is paused.
  expect([...new Set(engine.values())].filter((reason) => reason !== 'CAMPAIGN_NOT_ACTIVE')).toEqual([]);
};

const note = ({ campaign }: Form, { awards }: Outcome): void => {
  seen.baskets += 1;
  seen.awards += awards.length;
  seen.ofDrafts += awards.filter(([name]) => name === campaign['name']).length;
};

test('▲ what «Try it» says of a new or changed campaign is what evaluate does once it is saved, and the reasons are the engine’s (D25, D204)', async () => {
  const shops = await Promise.all(Array.from({ length: shopsAtOnce }, openShop));
  const rounds = sizeOf(1, Math.max(60, Math.ceil(historyRuns / shopsAtOnce)));
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(...shops.map((shop) => randomProgramme(['ann', 'ben', 'cleo'], shop))),
      async (programmes) => {
        await Promise.all(shops.map((shop, n) => playProgramme(shop, programmes[n] ?? noProgramme)));
      },
    ),
    // A failed run is not shrunk: its leftovers would change the next run.
    { numRuns: rounds, endOnFailure: true },
  );
  const { baskets, awards, ofDrafts, reasons } = seen;
  process.stdout.write(
    `«Try it» = evaluate: ${baskets.toString()} baskets, ${awards.toString()} awards, ` +
      `${ofDrafts.toString()} of what was tried; reasons ${JSON.stringify(Object.fromEntries(reasons))}\n`,
  );
  expect(baskets).toBeGreaterThanOrEqual(sizeOf(32, 2_000));
  expect(ofDrafts).toBeGreaterThan(rounds);
  expect(reasons.size).toBeGreaterThan(sizeOf(1, 6));
}, 3_600_000);

const noProgramme: RandomProgramme = { campaigns: [], receipts: [] };
