import { type CampaignId, uuidMin } from '@loyalty/kernel';
import { memoizeBy, type Snapshot } from '../snapshot.ts';
import type { LimitPeriod } from './limit-period.ts';
import type { MemberPointsCaps } from './member-points-caps.ts';

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
