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

/** Reasons of D25, in its order, with the step that each belongs to. */
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
  /** Nothing is known of a step after the one that failed. */
  readonly state: 'passed' | 'failed' | 'open';
}

/**
 * Lays out what the API says of a campaign: the check that failed, those before it as passed. Null for a reason that is
 * newer than this page, because nobody knows its place. All passed where the campaign fired.
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
