import { type CampaignId, uuidMin } from '@loyalty/kernel';
import { memoizeBy, type Snapshot } from '../snapshot.ts';
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

/** Empty: there are none. */
export const capsOf = ({ caps }: Pick<Snapshot, 'caps'>): readonly PeriodCap[] =>
  caps === undefined ? noCaps : periodCapsOf(caps);

const noCaps: readonly PeriodCap[] = [];

const periodCapsOf = memoizeBy(({ day, week, month }: MemberPointsCaps): readonly PeriodCap[] => [
  ...(day === undefined ? [] : [{ period: 'DAY', max: day } as const]),
  ...(week === undefined ? [] : [{ period: 'WEEK', max: week } as const]),
  ...(month === undefined ? [] : [{ period: 'MONTH', max: month } as const]),
]);
