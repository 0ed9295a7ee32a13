import { nearestName, type Warning, warningsMax } from '@loyalty/contracts/http';
import type { EnvironmentId } from '@loyalty/kernel';
import { awaitedEvents, blanksAround, type EarningRule, namedProviders } from '@loyalty/rules/campaigns';
import { lifecycleTypes } from '@loyalty/rules/requests';
import type { Queryable, Statement } from '@loyalty/storage';
import { findProviderWarnings } from '../rewards/find-provider-warnings.ts';

/**
 * Warns of blanks around what the campaign compares, and of names in the rule that are not configured now
 * (D124); nothing is read for a rule that names nothing. The warnings about the record itself are in its
 * `warnings`.
 */
export const findCampaignWarnings = async (
  db: Queryable,
  environmentId: EnvironmentId,
  campaign: ComparingCampaign,
): Promise<readonly Warning[]> => {
  const { earningRule } = campaign;
  const events = await findEventWarnings(db, environmentId, earningRule);
  const providers = namedProviders(earningRule);
  const unset = await findProviderWarnings(db, environmentId, providers);
  return [
    ...blanksAround(comparedBy(campaign), warningsMax),
    ...[...events, ...unset].map((warning) => inRule(warning)),
  ];
};

interface ComparingCampaign {
  readonly earningRule: EarningRule;
  readonly storeIds?: unknown;
  readonly conditions?: unknown;
  readonly earnOn?: unknown;
}

const comparedBy = ({ earningRule, storeIds, conditions, earnOn }: ComparingCampaign) => ({
  storeIds,
  conditions,
  earnOn,
  earningRule: comparedByRule(earningRule),
});

const comparedByRule = (rule: EarningRule) => {
  if (rule.type === 'PRODUCT_PURCHASE') return { skus: rule.skus, categories: rule.categories };
  return rule.type === 'EVENT_TRIGGER' ? { conditions: rule.conditions } : {};
};

const inRule = (warning: Warning): Warning => ({ ...warning, pointer: `/earningRule${warning.pointer}` });

/** An environment has at most as many (`configurationLimits`). */
const keysStatement: Statement = {
  name: 'campaign-event-keys',
  text: `SELECT key FROM event_definitions WHERE environment_id = $1 AND state = 'ACTIVE'`,
};

/** Types of events need no definition: a test key submits them, too. */
const types: ReadonlySet<string> = new Set(lifecycleTypes);

const findEventWarnings = async (
  db: Queryable,
  environmentId: EnvironmentId,
  rule: EarningRule,
): Promise<readonly Warning[]> => {
  const isByType = rule.type === 'ON_DEMAND';
  const named = awaitedEvents(rule).filter(({ name }) => !(isByType && types.has(name)));
  if (named.length === 0) return [];
  const keys = (await db.query<{ key: string }>(keysStatement, [environmentId])).map(({ key }) => key);
  const known = new Set(keys);
  const choice = isByType ? [...lifecycleTypes, ...keys] : keys;
  return named
    .filter(({ name }) => !known.has(name))
    .map(({ name, pointer }) => ({
      code: 'EVENT_NOT_DEFINED',
      message: 'No active event definition has this key, so no such event can arrive.',
      pointer,
      near: nearestName(name, choice),
    }));
};
