import { type CampaignId, uuidMin } from '@loyalty/kernel';
import type { LimitPeriod } from './limit-period.ts';

/** Points that all campaigns together give a member at most, in a local day, week and month (D241). */
export interface MemberPointsCaps {
  readonly day?: number;
  readonly week?: number;
  readonly month?: number;
}

export interface PeriodCap {
  readonly period: Exclude<LimitPeriod, 'EVER'>;
  readonly max: number;
}

/** Of no campaign: what caps count of a member stands under it. */
export const capsId = uuidMin as CampaignId;

const noCaps: readonly PeriodCap[] = [];

export const periodCapsOf = (caps: MemberPointsCaps | undefined): readonly PeriodCap[] => {
  if (caps === undefined) return noCaps;
  const { day, week, month } = caps;
  return [
    ...(day === undefined ? noCaps : [{ period: 'DAY', max: day } as const]),
    ...(week === undefined ? noCaps : [{ period: 'WEEK', max: week } as const]),
    ...(month === undefined ? noCaps : [{ period: 'MONTH', max: month } as const]),
  ];
};
