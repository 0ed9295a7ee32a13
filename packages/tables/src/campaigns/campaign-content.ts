import { type DateBound, instantOf } from '@loyalty/contracts';
import type { FieldError } from '@loyalty/contracts/http';
import { isUuid, type SegmentId } from '@loyalty/kernel';
import {
  type Campaign,
  hasMultiplier,
  type EarningRule,
  faultsOfConditions,
  faultsOfEarnOn,
  faultsOfEarningRule,
  faultsOfLimits,
  faultsOfRedemptionRule,
  idsNamedIn,
  type RedemptionRule,
  subjectOf,
  valueTextOf,
} from '@loyalty/rules/campaigns';
import type { CampaignContent } from './campaigns.ts';
import type { KnownNames } from './known-names.ts';

/**
 * A change of a campaign. Absent fields stay, and null clears a field (D30). The caller checks shapes and
 * bounds of single fields.
 */
export interface CampaignPatch {
  readonly key?: string;
  readonly name?: string;
  readonly earningRule?: EarningRule;
  readonly description?: string | null;
  readonly redemptionRule?: RedemptionRule | null;
  readonly targetSegmentIds?: readonly string[] | null;
  readonly storeIds?: readonly string[] | null;
  /** The start in ISO 8601; a date without a time is the start of that UTC day (D13). */
  readonly startDate?: string | null;
  /** The end in ISO 8601; a date without a time is the end of that UTC day (D13). */
  readonly endDate?: string | null;
  /** The minimum amount, in cents. */
  readonly minSpend?: number | null;
  readonly maxBudgetCents?: number | null;
  readonly alertThreshold?: number | null;
  readonly currency?: string | null;
  /** The conditions. A change replaces them as a whole. */
  readonly conditions?: NonNullable<Campaign['conditions']> | null;
  /** The choice of lines that earn. A change replaces it as a whole. */
  readonly earnOn?: NonNullable<Campaign['earnOn']> | null;
  /** The limits. A change replaces them as a whole. */
  readonly limits?: NonNullable<Campaign['limits']> | null;
  readonly exclusiveGroup?: string | null;
  readonly priority?: number | null;
  readonly tierMultiplier?: boolean | null;
}

export interface CampaignInput extends CampaignPatch {
  readonly name: string;
  readonly earningRule: EarningRule;
}

const alertThresholdDefault = 0.8;

export const blankContent = ({ name, earningRule }: CampaignInput): CampaignContent => ({
  key: null,
  name,
  earningRule,
  description: null,
  redemptionRule: null,
  targetSegmentIds: [],
  storeIds: [],
  startDate: null,
  endDate: null,
  minSpend: null,
  maxBudgetCents: null,
  alertThreshold: alertThresholdDefault,
  currency: null,
  conditions: null,
  earnOn: null,
  limits: null,
  exclusiveGroup: null,
  priority: 0,
  tierMultiplier: false,
});

/**
 * Returns the faults that show without stored data: dates that do not exist, and rules that give or take
 * nothing (D24, D78).
 */
export const faultsOfBody = (patch: CampaignPatch): FieldError[] => [
  ...dateFault('startDate', patch.startDate, 'start'),
  ...dateFault('endDate', patch.endDate, 'end'),
  ...ruleFaults('earningRule', patch.earningRule, faultsOfEarningRule),
  ...ruleFaults('redemptionRule', patch.redemptionRule, faultsOfRedemptionRule),
  ...ruleFaults('limits', patch.limits, faultsOfLimits),
];

const ruleFaults = <Rule>(
  field: string,
  rule: Rule | null | undefined,
  faultsOf: (rule: Rule) => readonly FieldError[],
): FieldError[] =>
  rule === null || rule === undefined
    ? []
    : faultsOf(rule).map(({ pointer, message }) => ({ pointer: `/${field}${pointer}`, message }));

const dateFault = (field: string, written: string | null | undefined, edge: DateBound): FieldError[] =>
  typeof written === 'string' && instantOf(written, edge) === null
    ? [{ pointer: `/${field}`, message: 'must be an existing date in ISO 8601, with or without a time' }]
    : [];

export const applyPatch = (current: CampaignContent, patch: CampaignPatch): CampaignContent => ({
  key: orKept(patch.key, current.key),
  name: orKept(patch.name, current.name),
  earningRule: orKept(patch.earningRule, current.earningRule),
  description: orKept(patch.description, current.description),
  redemptionRule: orKept(patch.redemptionRule, current.redemptionRule),
  targetSegmentIds: orKept(segmentIdsOf(patch), current.targetSegmentIds) ?? [],
  storeIds: orKept(patch.storeIds, current.storeIds) ?? [],
  startDate: orKept(isoOf(patch.startDate, 'start'), current.startDate),
  endDate: orKept(isoOf(patch.endDate, 'end'), current.endDate),
  minSpend: orKept(patch.minSpend, current.minSpend),
  maxBudgetCents: orKept(patch.maxBudgetCents, current.maxBudgetCents),
  alertThreshold: orKept(patch.alertThreshold, current.alertThreshold) ?? alertThresholdDefault,
  currency: orKept(patch.currency, current.currency),
  conditions: orKept(patch.conditions, current.conditions),
  earnOn: orKept(patch.earnOn, current.earnOn),
  limits: orKept(limitsIn(patch), current.limits),
  exclusiveGroup: orKept(patch.exclusiveGroup, current.exclusiveGroup),
  priority: orKept(patch.priority, current.priority) ?? 0,
  tierMultiplier: orKept(patch.tierMultiplier, current.tierMultiplier) ?? false,
});

const orKept = <T>(value: T | undefined, kept: T): T => (value === undefined ? kept : value);

/** An empty list means that there are no limits. */
const limitsIn = ({ limits }: CampaignPatch): CampaignPatch['limits'] =>
  limits?.length === 0 ? null : limits;

/** Lower case, as ids are stored. */
const segmentIdsOf = ({ targetSegmentIds }: CampaignPatch): readonly SegmentId[] | null | undefined =>
  targetSegmentIds?.map((id) => id.toLowerCase() as SegmentId) ??
  (targetSegmentIds === null ? null : undefined);

const isoOf = (text: string | null | undefined, edge: DateBound): string | null | undefined => {
  if (typeof text !== 'string') return text;
  const atMs = instantOf(text, edge);
  return atMs === null ? null : new Date(atMs).toISOString();
};

/**
 * Returns faults with pointers into the body: an end before the start (D30), conditions (D226, D231), lines
 * that earn, and target segments that do not exist (D29).
 */
export const faultsOfContent = (
  content: CampaignContent,
  patch: CampaignPatch,
  known: KnownNames,
): FieldError[] => [
  ...orderFault(content, patch),
  ...conditionFaults(content, patch, known),
  ...earnOnFaults(content, patch),
  ...multiplierFaults(content, patch),
  ...segmentFaults(content, patch, known),
];

const orderFault = ({ startDate, endDate }: CampaignContent, patch: CampaignPatch): FieldError[] => {
  // Both are ISO 8601 in UTC with milliseconds and four-digit years, so their texts sort like their times.
  if (startDate === null || endDate === null || startDate <= endDate) return [];
  return patch.endDate === undefined
    ? [{ pointer: '/startDate', message: 'must not be after endDate' }]
    : [{ pointer: '/endDate', message: 'must not be before startDate' }];
};

/** A stored tree has no pointer into the body: the rule that does not fit it has the fault. */
const conditionFaults = (
  { conditions, earningRule }: CampaignContent,
  patch: CampaignPatch,
  known: KnownNames,
): FieldError[] => {
  if (conditions === null || (patch.conditions ?? patch.earningRule) === undefined) return [];
  const faults = faultsOfConditions(conditions, subjectOf(earningRule));
  if (patch.conditions === undefined) return faults.length === 0 ? [] : [unfitRule];
  return [...faults, ...nameFaults(conditions, known)].map(({ pointer, message }) => ({
    pointer: `/conditions${pointer}`,
    message,
  }));
};

/** A value without the form of an id is a fault already. */
const nameFaults = (conditions: unknown, { segmentIds, tierIds }: KnownNames): FieldError[] => [
  ...unknownIn(conditions, 'tier_id', tierIds),
  ...unknownIn(conditions, 'segment_id', segmentIds),
];

const unknownIn = (
  conditions: unknown,
  field: 'tier_id' | 'segment_id',
  known: ReadonlySet<string>,
): readonly FieldError[] =>
  idsNamedIn(conditions, field).flatMap(({ id, pointer, op }) =>
    !isUuid(id) || known.has(id) ? [] : [{ pointer, message: `must be ${valueTextOf(field, op)}` }],
  );

const unfitRule: FieldError = {
  pointer: '/earningRule',
  message: 'must fit the existing conditions of the campaign; send conditions too',
};

/** Reports faults as {@link conditionFaults} does (D228). */
const earnOnFaults = ({ earnOn, earningRule }: CampaignContent, patch: CampaignPatch): FieldError[] => {
  if (earnOn === null || (patch.earnOn ?? patch.earningRule) === undefined) return [];
  const faults = faultsOfEarnOn(earnOn, subjectOf(earningRule));
  if (patch.earnOn !== undefined)
    return faults.map(({ pointer, message }) => ({ pointer: `/earnOn${pointer}`, message }));
  return faults.length === 0 ? [] : [ruleForEvents];
};

const ruleForEvents: FieldError = {
  pointer: '/earningRule',
  message: 'must fire on receipts while the campaign has earnOn; send earnOn too',
};

/** Reports faults as {@link conditionFaults} does (D243). */
const multiplierFaults = (
  { tierMultiplier, earningRule }: CampaignContent,
  patch: CampaignPatch,
): FieldError[] => {
  if (!tierMultiplier || (patch.tierMultiplier ?? patch.earningRule) === undefined) return [];
  if (hasMultiplier(earningRule)) return [];
  return patch.tierMultiplier === true
    ? [{ pointer: '/tierMultiplier', message: `is not for rules of type ${earningRule.type}` }]
    : [ruleNotMultiplied];
};

const ruleNotMultiplied: FieldError = {
  pointer: '/earningRule',
  message:
    'must be of a type that tiers multiply while the campaign has tierMultiplier; send tierMultiplier too',
};

const segmentFaults = (
  { targetSegmentIds }: CampaignContent,
  patch: CampaignPatch,
  { segmentIds: known }: KnownNames,
): FieldError[] => {
  if (patch.targetSegmentIds === undefined) return [];
  return targetSegmentIds.flatMap((id, index) =>
    known.has(id)
      ? []
      : [
          {
            pointer: `/targetSegmentIds/${index.toString()}`,
            message: 'must be the id of an existing segment',
          },
        ],
  );
};
