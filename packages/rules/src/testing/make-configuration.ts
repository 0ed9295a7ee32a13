import { type CampaignId, derivedIds, drawOf, type SegmentId } from '@loyalty/kernel';
import type { Campaign, EarningRule, PointsExpiry } from '../campaigns/campaign.ts';
import type { DecisionContext } from '../earning/decision.ts';
import { type EarningInputRows, earningInputsFrom } from '../earning/earning-inputs.ts';
import type { Account } from '../member.ts';
import type { MemberPointsCaps, Mode, Snapshot } from '../snapshot.ts';
import { noPurchases, type PurchaseTotals } from '../statistics/purchase-statistics.ts';
import type { Tier } from '../tiers/tier.ts';
import type { ZoneChanges } from '../time/local-time.ts';
import { campaign, nowMs, segmentId, snapshot } from './builders.ts';
import { chance, type Dice, optional, pick, several, someOf } from './dice.ts';
import { makeRule, ruleTypes } from './make-rule.ts';

/** A configuration in the form of JSON. */
export interface TestConfiguration {
  readonly mode: Mode;
  readonly pointValueCents: number;
  readonly alertThreshold: number;
  /** Missing fields have the values of the builder. */
  readonly campaigns: readonly Partial<Campaign>[];
  readonly segmentIds: readonly SegmentId[];
  readonly exclusiveFrom: readonly (readonly [CampaignId, number])[];
  /** Absent: NONE. */
  readonly pointsExpiry?: PointsExpiry;
  /** Absent: UTC. */
  readonly zone?: ZoneChanges;
  /** If it is absent, there are none. */
  readonly caps?: MemberPointsCaps;
  /** Absent: the order of `campaigns`. */
  readonly activationOrder?: readonly CampaignId[];
  /** Absent: none, and no condition asks for members. */
  readonly tiers?: readonly TestTier[];
}

type TestTier = Pick<Tier, 'id' | 'minLifetimePoints' | 'multiplierScaled'>;

/** One request to be decided under a configuration. Recorded lines keep the key `programme`. */
export interface Circumstances {
  readonly programme: TestConfiguration;
  readonly account: Account | null;
  readonly inputs: EarningInputRows;
  /** If it is absent, there are none. */
  readonly purchases?: PurchaseTotals;
  readonly atMs: number;
  readonly operation: string;
  readonly ref: string;
}

const newTier = { createdAtMs: nowMs, thresholdsSetAtMs: nowMs, freeRewards: [] };

const secret = new Uint8Array(32).fill(11);

/** Makes the context that an engine would have, with its real ids and draws. */
export const contextOf = (circumstances: Circumstances): DecisionContext => {
  const { programme: configuration, account, inputs, atMs, operation, ref } = circumstances;
  const { purchases = noPurchases } = circumstances;
  return {
    snapshot: snapshot(configuration.campaigns.map(campaign), {
      mode: configuration.mode,
      secret,
      pointValueCents: configuration.pointValueCents,
      segmentIds: new Set(configuration.segmentIds),
      exclusiveFrom: new Map(configuration.exclusiveFrom),
      ...(configuration.pointsExpiry === undefined ? null : { pointsExpiry: configuration.pointsExpiry }),
      ...(configuration.zone === undefined ? null : { zone: configuration.zone }),
      ...(configuration.caps === undefined ? null : { caps: configuration.caps }),
      ...orderIn(configuration),
      tiers: (configuration.tiers ?? []).map((tier) => ({ ...tier, ...newTier })),
    }),
    account,
    inputs: earningInputsFrom(inputs),
    purchases: () => purchases,
    nowMs: atMs,
    newId: derivedIds({ secret, atMs, operation, ref }),
    draw: (campaignId) => drawOf(secret, campaignId, ref),
  };
};

const orderIn = ({ activationOrder }: TestConfiguration): Pick<Snapshot, 'activationOrder'> =>
  activationOrder === undefined
    ? {}
    : { activationOrder: new Map(activationOrder.map((id, place) => [id, place])) };

export const storeRefs: readonly string[] = ['cape-town', 'durban'];
export const segmentIds: readonly SegmentId[] = [segmentId('vips'), segmentId('locals')];
const deletedSegmentId = segmentId('deleted');

/** Makes a configuration of up to so many campaigns, with rules of these types; by default of any. */
export const makeConfiguration = (
  dice: Dice,
  campaignsMax: number,
  types: readonly EarningRule['type'][] = ruleTypes,
): TestConfiguration => {
  const campaigns = several(dice, [1, campaignsMax], (place) => makeCampaign(dice, { place, types }));
  return {
    mode: pick(dice, ['test', 'test', 'live']),
    pointValueCents: pick(dice, [1, 1, 5]),
    alertThreshold: pick(dice, [0.8, 0.5, 1, 0.07]),
    campaigns,
    segmentIds,
    exclusiveFrom: campaigns
      .filter(() => chance(dice, 8))
      .map(({ id }) => [id, pick(dice, [0, 100, 1_000])] as const),
    ...optional(dice, 20, () => ({ pointsExpiry: makeExpiry(dice) })),
  };
};

interface Place {
  readonly place: number;
  readonly types: readonly EarningRule['type'][];
}

type Named = Partial<Campaign> & { readonly id: CampaignId };

const makeCampaign = (dice: Dice, { place, types }: Place): Named => {
  const type = pick(dice, types);
  return {
    id: `c${place.toString()}` as CampaignId,
    name: `${type} ${place.toString()}`,
    earningRule: {
      ...makeRule(dice, type),
      ...optional(dice, 25, () => ({ pointsExpiry: makeExpiry(dice) })),
    },
    ...optional(dice, 25, () => ({ maxBudgetCents: dice(1, 2_000) })),
    ...optional(dice, 25, () => makeCondition(dice)),
    ...optional(dice, 15, () => makeCondition(dice)),
  };
};

/** Short expiries, so that some points expire within a life. */
export const makeExpiry = (dice: Dice): PointsExpiry =>
  pick<PointsExpiry>(dice, [
    { type: 'ROLLING', days: dice(1, 3) },
    { type: 'SLIDING', days: dice(1, 3) },
    { type: 'CALENDAR', unit: pick(dice, ['MONTH', 'YEAR']) },
    { type: 'NONE' },
  ]);

const makeCondition = (dice: Dice): Partial<Campaign> => pick(dice, conditions)(dice);

const conditions: readonly ((dice: Dice) => Partial<Campaign>)[] = [
  (dice) => ({ state: pick(dice, ['PAUSED', 'DRAFT']) }),
  (dice) => ({ startAtMs: nowMs + dice(-1, 1) * 300_000 }),
  (dice) => ({ endAtMs: nowMs + dice(-1, 1) * 300_000 }),
  (dice) => ({ storeIds: someOf(dice, storeRefs) }),
  (dice) => ({ currency: pick(dice, ['ZAR', 'USD']) }),
  (dice) => ({ minSpendCents: dice(0, 1) * dice(1, 20_000) }),
  (dice) => ({ targetSegmentIds: someOf(dice, [...segmentIds, deletedSegmentId]) }),
];
