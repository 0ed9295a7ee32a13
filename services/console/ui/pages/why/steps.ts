/** The checks of a campaign on a receipt, in the order in which the engine makes them (D25). */
export const whySteps = [
  'active',
  'dates',
  'store',
  'currency',
  'basket',
  'segment',
  'tier',
  'conditions',
  'budget',
  'rule',
  'limit',
  'group',
  'cap',
] as const;
export type WhyStep = (typeof whySteps)[number];

/** The reasons of D25, in its order, with the step to which each belongs. */
export const stepOfReason: Readonly<Record<string, WhyStep>> = {
  CAMPAIGN_NOT_ACTIVE: 'active',
  DATE_RANGE: 'dates',
  STORE_MISMATCH: 'store',
  CURRENCY_MISMATCH: 'currency',
  BELOW_MIN_SPEND: 'basket',
  SEGMENT_MISMATCH: 'segment',
  TIER_NOT_ELIGIBLE: 'tier',
  CONDITION_NOT_MET: 'conditions',
  BUDGET_EXHAUSTED: 'budget',
  NOT_A_TRANSACTION_RULE: 'rule',
  PRODUCT_MISMATCH: 'rule',
  PROBABILITY_MISS: 'rule',
  NOTHING_TO_AWARD: 'rule',
  ALREADY_AWARDED: 'limit',
  LIMIT_REACHED: 'limit',
  OUTRANKED: 'group',
  CAP_REACHED: 'cap',
  STAMPED: 'rule',
  REWARD_LIMIT: 'limit',
};

export interface JudgedStep {
  readonly step: WhyStep;
  /** The state of a step; `open` if it comes after the one that failed, so that nothing is known about it. */
  readonly state: 'passed' | 'failed' | 'open';
}

/**
 * Lays out what the API says about a campaign: the check that failed, and those before it as passed. If the
 * campaign fired, all have passed. Returns null for a reason that is newer than this page, because its place
 * is unknown.
 */
export const stepsOf = (reason: string | null): readonly JudgedStep[] | null => {
  if (reason === null) return whySteps.map((step) => ({ step, state: 'passed' }));
  const failed = Object.hasOwn(stepOfReason, reason) ? stepOfReason[reason] : undefined;
  if (failed === undefined) return null;
  const place = whySteps.indexOf(failed);
  return whySteps.map((step, at) => ({
    step,
    state: at < place ? 'passed' : at === place ? 'failed' : 'open',
  }));
};

/** Returns how many checks a campaign passed before the one that failed; 0 for one that judges no purchase. */
export const passedChecks = (reason: string): number =>
  reason === onEventsOnly ? 0 : (stepsOf(reason)?.filter(({ state }) => state === 'passed').length ?? 0);

/** The reason of campaigns that react to events, and so do not fail for a purchase. */
export const onEventsOnly = 'NOT_A_TRANSACTION_RULE';
