import type { EnvironmentId } from '@loyalty/kernel';
import type { CampaignRecord } from '@loyalty/tables/campaigns/management';
import { factsOfSuspended } from './fact-publication.ts';

const campaign = {
  id: 'c',
  name: 'Autumn',
  tenantId: 't',
  maxBudgetCents: 300,
  spentCents: 405,
  alertThreshold: 0.5,
} as CampaignRecord;
const cap = { campaignId: 'c', campaignName: 'Autumn', budgetCap: 30 };
const suspended = { type: 'campaign.budget_suspended', data: cap };
const alert = { type: 'campaign.budget_alert', data: { ...cap, alertThreshold: 0.5, spent: 40 } };

it.each([
  [true, [alert, suspended]],
  [false, [suspended]],
])(
  'a budget that a change has spent is published in points; the alert first, if it is due: %s',
  (alerts, facts) => {
    const published = factsOfSuspended(7 as EnvironmentId, { campaign, alerts, pointValueCents: 10 });
    expect(published.map(({ fact }) => fact)).toEqual(facts);
    expect(new Set(published.map(({ entityId }) => entityId))).toEqual(new Set(['c']));
  },
);
