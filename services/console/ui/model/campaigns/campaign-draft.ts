import { isJsonList, isSameJson, type Json, type JsonObject } from '../drafts/draft.ts';

export const ruleKinds = [
  'SPEND_PERCENTAGE',
  'FIXED_POINTS',
  'VISIT_FIXED',
  'PRODUCT_PURCHASE',
  'STAMP_CARD',
  'SURPRISE_DELIGHT',
  'PURCHASE_REWARD',
  'RANDOM',
  'SIGNUP_BONUS',
  'ON_DEMAND',
  'REFERRAL_BONUS',
  'EVENT_TRIGGER',
] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** Returns true for rules that fire on events and never on a basket; their points cannot be pending. */
export const isEventKind = (kind: string): boolean =>
  ['SIGNUP_BONUS', 'ON_DEMAND', 'REFERRAL_BONUS', 'EVENT_TRIGGER'].includes(kind);

/** Returns the rule with which a form begins, without any choice that the person has to make. */
export const emptyRule = (kind: RuleKind): JsonObject => {
  if (kind === 'SURPRISE_DELIGHT') return { type: kind, rewardRules: [{ reward: {} }] };
  if (kind === 'STAMP_CARD') return { type: kind, rewardOnCompletion: {} };
  if (kind === 'EVENT_TRIGGER' || kind === 'PURCHASE_REWARD') return { type: kind, reward: {} };
  return { type: kind };
};

/** Members of a campaign's body, all that a form fills. */
const bodyNames = [
  'name',
  'description',
  'earningRule',
  'redemptionRule',
  'targetSegmentIds',
  'storeIds',
  'startDate',
  'endDate',
  'minSpend',
  'maxBudgetCents',
  'alertThreshold',
  'currency',
  'conditions',
  'earnOn',
  'limits',
  'exclusiveGroup',
  'priority',
  'tierMultiplier',
] as const;

const alertUnlessSaid = 0.8;

/** Whole UTC days are written as days, as people write them; other instants stay what they are. */
const boundText = (instant: string, dayAt: string): string =>
  instant.endsWith(dayAt) ? instant.slice(0, 10) : instant;

/** Returns the body that creates a campaign like this record. */
export const draftOf = (record: object): JsonObject => {
  // A record of the API is JSON.
  const found = record as JsonObject;
  const { startDate, endDate } = found;
  const bounds: Record<string, Json | undefined> = {
    startDate: typeof startDate === 'string' ? boundText(startDate, 'T00:00:00.000Z') : null,
    endDate: typeof endDate === 'string' ? boundText(endDate, 'T23:59:59.999Z') : null,
  };
  const isSaid = (name: string, value: Json | undefined): boolean =>
    value !== null &&
    value !== undefined &&
    value !== false &&
    !(isJsonList(value) && value.length === 0) &&
    !(name === 'alertThreshold' && value === alertUnlessSaid) &&
    !(name === 'priority' && value === 0);
  return Object.fromEntries(
    bodyNames
      .map((name) => [name, name in bounds ? bounds[name] : found[name]] as const)
      .filter(([name, value]) => isSaid(name, value)),
  );
};

/**
 * Returns the body of a change from one draft to another: the members that differ, and null for those that
 * were removed.
 */
export const changesOf = (before: JsonObject, after: JsonObject): JsonObject =>
  Object.fromEntries(
    bodyNames
      .filter((name) => !isSameJson(before[name], after[name]))
      .map((name) => [name, after[name] ?? null]),
  );
