import type { FieldError } from '@loyalty/contracts/http';
import { type LimitPeriod, limitPeriods } from './limit-period.ts';

/** The limit of a member under a campaign in one period; null means that there is no such limit. */
export interface PeriodLimit {
  readonly period: LimitPeriod;
  readonly timesMax: number | null;
  readonly pointsMax: number | null;
}

export interface CampaignLimits {
  /** The limits of a member, each period once, in the order of {@link limitPeriods}. */
  readonly ofMember: readonly PeriodLimit[];
  /** How often the campaign may fire for all members together, for as long as it exists. */
  readonly campaignTimesMax: number | null;
  /** The maximum number of points that one receipt or event may earn under the campaign. */
  readonly receiptPointsMax: number | null;
}

/**
 * Reads limits. Returns null if this build cannot read all of them; the campaign then never fires. Never
 * throws.
 */
export const readLimits = (json: unknown): CampaignLimits | null => {
  if (faultsOfLimits(json).length > 0) return null;
  const limits = json as readonly WrittenLimit[];
  const maxOf = (of: WrittenLimit['of'], period: LimitPeriod): number | null =>
    limits.find((one) => one.per === 'MEMBER' && one.of === of && one.period === period)?.max ?? null;
  return {
    ofMember: limitPeriods
      .map((period) => ({ period, timesMax: maxOf('TIMES', period), pointsMax: maxOf('POINTS', period) }))
      .filter(({ timesMax, pointsMax }) => timesMax !== null || pointsMax !== null),
    campaignTimesMax: limits.find(({ per }) => per === 'CAMPAIGN')?.max ?? null,
    receiptPointsMax: limits.find(({ per }) => per === 'RECEIPT')?.max ?? null,
  };
};

interface WrittenLimit {
  readonly per: 'MEMBER' | 'CAMPAIGN' | 'RECEIPT';
  readonly period?: LimitPeriod;
  readonly of: 'TIMES' | 'POINTS';
  readonly max: number;
}

const limitsMax = 4;

/** Returns the faults, with pointers into the list. Their messages contain nothing that was sent. */
export const faultsOfLimits = (json: unknown): readonly FieldError[] => {
  if (!Array.isArray(json) || json.length > limitsMax)
    return [{ pointer: '', message: `must be a list of at most ${limitsMax.toString()} limits` }];
  const limits: readonly unknown[] = json;
  const kinds = limits.map(kindOf);
  return limits.flatMap((limit, at) => {
    const pointer = `/${at.toString()}`;
    const own = faultsOfLimit(limit).map((fault) => ({ ...fault, pointer: `${pointer}${fault.pointer}` }));
    const isSecond = kinds[at] !== null && kinds.indexOf(kinds[at] ?? null) < at;
    return isSecond ? [...own, { pointer, message: 'must not be a second limit of the same kind' }] : own;
  });
};

/** Null means that the limit is not sound. */
const kindOf = (json: unknown): string | null => {
  if (!isObject(json) || faultsOfLimit(json).length > 0) return null;
  return [json['per'], json['period'], json['of']].join(' ');
};

const faultsOfLimit = (json: unknown): readonly FieldError[] => {
  if (!isObject(json)) return [{ pointer: '', message: 'must be an object' }];
  const { per, period, of, max } = json;
  const faults: FieldError[] = Object.keys(json)
    .filter((name) => !fields.has(name))
    .map(() => ({ pointer: '', message: 'must have no fields other than per, period, of and max' }))
    .slice(0, 1);
  const check = (isSound: boolean, pointer: string, message: string): void => {
    if (!isSound) faults.push({ pointer, message });
  };
  check(
    per === 'MEMBER' || per === 'CAMPAIGN' || per === 'RECEIPT',
    '/per',
    'must be one of MEMBER, CAMPAIGN, RECEIPT',
  );
  if (per === 'RECEIPT') {
    check(period === undefined, '/period', 'must not be sent for a limit per RECEIPT');
    check(of === 'POINTS', '/of', 'must be POINTS for a limit per RECEIPT');
  } else if (per === 'CAMPAIGN') {
    check(period === 'EVER', '/period', 'must be EVER for a limit per CAMPAIGN');
    check(of === 'TIMES', '/of', 'must be TIMES for a limit per CAMPAIGN');
  } else {
    check(isPeriod(period), '/period', 'must be one of DAY, WEEK, MONTH, EVER');
    check(of === 'TIMES' || of === 'POINTS', '/of', 'must be one of TIMES, POINTS');
  }
  check(isMax(max), '/max', 'must be an integer from 1 to 9007199254740991');
  return faults;
};

const fields: ReadonlySet<string> = new Set(['per', 'period', 'of', 'max']);

const isPeriod = (json: unknown): json is LimitPeriod => limitPeriods.some((period) => period === json);

const isMax = (json: unknown): boolean => Number.isSafeInteger(json) && Number(json) >= 1;

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json);
