import { rulesVersionOf } from '@loyalty/rules';
import { readOldestRulesVersion, type Queryable } from '@loyalty/storage';
import type { CampaignContent } from './campaign-record.ts';

/** A process that runs now would not know how to decide by the campaign (D105): respond with 409 NOT_YET_AVAILABLE. */
export interface NotYetAvailable {
  readonly outcome: 'not-yet-available';
  /** The version of the rules that the campaign needs. */
  readonly needs: number;
  /** The version that every running process knows. */
  readonly known: number;
}

/** Returns why a campaign cannot be accepted while a new release is rolled out; null: every running process knows its rules. */
export const findUnknownRules = async (
  db: Queryable,
  campaign: Pick<CampaignContent, 'earningRule'>,
): Promise<NotYetAvailable | null> => {
  const needs = rulesVersionOf(campaign);
  const known = await readOldestRulesVersion(db);
  return known === null || known >= needs ? null : { outcome: 'not-yet-available', needs, known };
};
