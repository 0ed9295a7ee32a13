import { Fault } from '@loyalty/kernel';
import type { Campaign, EarningRule } from './campaigns/campaign.ts';
import type { ConditionField } from './conditions/condition-fields.ts';
import { sizeOfAim } from './conditions/conditions-size.ts';
import { writtenLeaves } from './conditions/named-ids.ts';
import type { Snapshot } from './snapshot.ts';

/**
 * The version of the rules that this build knows. A build with another type of rule, or another field that
 * changes decisions, has the next version. Campaigns that use it are accepted once all running processes know
 * it.
 */
export const rulesVersion = 9;

/**
 * The first version whose builds know API keys with permissions or an expiry. Earlier builds would refuse
 * such keys (D216).
 */
export const narrowKeysVersion = 4;

/** The first version whose builds decide a basket of 0, or a return for 0. Earlier builds would give it up (D333). */
export const emptyBasketsVersion = 8;

/** The first version whose builds know that a reference may lead to another member, or be blocked (D345). */
export const referencesVersion = 9;

/** The first version whose builds delete the notes of a member whom they erase (D370). */
export const notesVersion = 9;

const versionOfType: Readonly<Record<EarningRule['type'], number>> = {
  SPEND_PERCENTAGE: 1,
  FIXED_POINTS: 1,
  VISIT_FIXED: 1,
  PRODUCT_PURCHASE: 1,
  RANDOM: 1,
  STAMP_CARD: 1,
  SURPRISE_DELIGHT: 1,
  PURCHASE_REWARD: 7,
  SIGNUP_BONUS: 1,
  ON_DEMAND: 1,
  REFERRAL_BONUS: 1,
  EVENT_TRIGGER: 1,
};

/** Builds before ignored what a campaign asks of a burning member's segments, basket and currency (D126). */
const wholeBurning = 2;

/** Builds before give the points at once (D181). */
const pendingPoints = 3;

/** Builds before ignore them, and would fire wider. */
const conditions = 5;

/**
 * Builds before cannot read what is asked of lines, and ignore which of them earn (D227, D228). Those of 6 judge it, but
 * read no terms that name lines (D246).
 */
const lines = 7;
/** Builds before hold for nothing where one of these is asked for (D231 to D233). */
const membersAndPayloads = 6;

/** Builds before count nothing, and would give more (D235). */
const limits = 7;
/** Builds before give what another campaign outranks (D242), and do not multiply (D243). */
const stacked = 7;

const versionOfField: Readonly<Record<ConditionField, number>> = {
  weekday: conditions,
  date: conditions,
  time: conditions,
  day_of_month: conditions,
  store_ref: conditions,
  attributes: conditions,
  tier_id: membersAndPayloads,
  segment_id: membersAndPayloads,
  purchase_number: membersAndPayloads,
  days_since_last_txn: membersAndPayloads,
  payload: membersAndPayloads,
};

interface VersionedCampaign extends Pick<
  Campaign,
  'earningRule' | 'redemptionRule' | 'targetSegmentIds' | 'currency'
> {
  readonly conditions?: Campaign['conditions'] | null;
  readonly earnOn?: Campaign['earnOn'] | null;
  readonly limits?: Campaign['limits'] | null;
  readonly exclusiveGroup?: string | null;
  readonly priority?: number;
  readonly tierMultiplier?: boolean;
  readonly minSpend: number | null;
}

/**
 * Returns the first version that knows everything that the campaign uses. A new field counts if it is
 * present.
 */
export const rulesVersionOf = (campaign: VersionedCampaign): number =>
  Math.max(
    versionOfType[campaign.earningRule.type],
    burnsWhole(campaign) ? wholeBurning : 1,
    campaign.earningRule.pendingDays === undefined ? 1 : pendingPoints,
    (campaign.conditions ?? null) === null ? 1 : versionOfConditions(campaign.conditions),
    sizeOfAim(campaign).lineComparisons === 0 ? 1 : lines,
    (campaign.limits ?? null) === null ? 1 : limits,
    isStacked(campaign) ? stacked : 1,
  );

const isStacked = ({
  exclusiveGroup = null,
  priority = 0,
  tierMultiplier = false,
}: VersionedCampaign): boolean => exclusiveGroup !== null || priority !== 0 || tierMultiplier;

const versionOfConditions = (tree: unknown): number =>
  [...writtenLeaves(tree)].reduce(
    (version, { field }) => Math.max(version, versionOfLeaf(field)),
    conditions,
  );

/** The part before the dot of `attributes.<name>` and `payload.<path>` decides. */
const versionOfLeaf = (field: unknown): number => {
  const [name = ''] = typeof field === 'string' ? field.split('.', 1) : [];
  return Object.hasOwn(versionOfField, name) ? versionOfField[name as ConditionField] : conditions;
};

const burnsWhole = ({ redemptionRule, targetSegmentIds, minSpend, currency }: VersionedCampaign): boolean =>
  redemptionRule !== null &&
  (redemptionRule.takes === 'FEWEST' ||
    targetSegmentIds.length > 0 ||
    (minSpend ?? 0) > 0 ||
    currency !== null);

/** Throws a retriable Fault `RULES_UNKNOWN` for rules of a newer release. */
export const requireKnownRules = ({ unknownRules }: Pick<Snapshot, 'unknownRules'>): void => {
  if (unknownRules === undefined) return;
  const needed = `the campaigns need version ${unknownRules.toString()} of the rules`;
  throw new Fault('RULES_UNKNOWN', needed, { retry: true });
};
