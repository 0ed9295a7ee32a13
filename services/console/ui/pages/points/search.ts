import { given, type Search, textIn } from '../../model/address.ts';
import { isBreakage, isDay } from './liability.ts';
import { defaultStep, type PointStep, pointSteps } from './periods.ts';

export interface PointsSearch {
  readonly step?: PointStep;
  /** The id of a tier, or {@link noTier}. */
  readonly tier?: string;
  /** The liability is that of the newest count until the end of this UTC day; today's if it is absent. */
  readonly day?: string;
  /** The rate is in percent. */
  readonly breakage?: number;
}

/** Undefined takes a choice back. */
export type ChangedSearch = { readonly [Name in keyof PointsSearch]?: PointsSearch[Name] | undefined };

export const pointsSearch = ({ step, tier, day, breakage }: Search): PointsSearch =>
  given({
    step: pointSteps.find((one) => one === step && one !== defaultStep),
    tier: textIn(tier),
    day: typeof day === 'string' && isDay(day) ? day : undefined,
    breakage: typeof breakage === 'number' && isBreakage(breakage) ? breakage : undefined,
  });
