import { type CampaignId, uuidMin } from '@loyalty/kernel';
import { type MemberPointsCaps, memoizeBy, type Snapshot } from '../snapshot.ts';
import type { LimitPeriod } from './limit-period.ts';

export interface PeriodCap {
  readonly period: Exclude<LimitPeriod, 'EVER'>;
  readonly max: number;
}

/** The id for the counts of a member's caps. No campaign has it. */
export const capsId = uuidMin as CampaignId;

/** Returns the caps; the list is empty if there are none. */
export const capsOf = ({ caps }: Pick<Snapshot, 'caps'>): readonly PeriodCap[] =>
  caps === undefined ? noCaps : periodCapsOf(caps);

const noCaps: readonly PeriodCap[] = [];

const periodCapsOf = memoizeBy(({ day, week, month }: MemberPointsCaps): readonly PeriodCap[] => [
  ...(day === undefined ? [] : [{ period: 'DAY', max: day } as const]),
  ...(week === undefined ? [] : [{ period: 'WEEK', max: week } as const]),
  ...(month === undefined ? [] : [{ period: 'MONTH', max: month } as const]),
]);
