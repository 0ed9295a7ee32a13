import { type CampaignAction, decideCampaignTransition, isBudgetSpent } from './campaign-transition.ts';
import type { CampaignState } from './campaign.ts';

const unchanged = 'unchanged';
const refused = 'refused';

describe.each<[CampaignState, CampaignAction, CampaignState | 'unchanged' | 'refused']>([
  ['DRAFT', 'activate', 'ACTIVE'],
  ['DRAFT', 'pause', refused],
  ['DRAFT', 'resume', refused],
  ['DRAFT', 'archive', 'ARCHIVED'],
  ['ACTIVE', 'activate', unchanged],
  ['ACTIVE', 'pause', 'PAUSED'],
  ['ACTIVE', 'resume', unchanged],
  ['ACTIVE', 'archive', 'ARCHIVED'],
  ['PAUSED', 'activate', refused],
  ['PAUSED', 'pause', unchanged],
  ['PAUSED', 'resume', 'ACTIVE'],
  ['PAUSED', 'archive', 'ARCHIVED'],
  ['ARCHIVED', 'activate', refused],
  ['ARCHIVED', 'pause', refused],
  ['ARCHIVED', 'resume', refused],
  ['ARCHIVED', 'archive', unchanged],
])('a campaign that is %s', (state, action, result) => {
  const targets = { activate: 'ACTIVE', pause: 'PAUSED', resume: 'ACTIVE', archive: 'ARCHIVED' } as const;
  const outcomes = {
    unchanged: { outcome: 'unchanged' },
    refused: { outcome: 'refused', from: state, to: targets[action] },
  };

  it(`responds to ${action} with ${result}`, () => {
    const expected =
      result === 'unchanged' || result === 'refused' ? outcomes[result] : { outcome: 'moved', to: result };
    const campaign = { state, spentCents: 0, maxBudgetCents: null };
    expect(decideCampaignTransition(campaign, action)).toEqual(expected);
  });
});

describe('a budget', () => {
  const paused = (spentCents: number, maxBudgetCents: number | null) =>
    decideCampaignTransition({ state: 'PAUSED', spentCents, maxBudgetCents }, 'resume');
  const exhausted = { outcome: 'refused', from: 'PAUSED', to: 'ACTIVE', reason: 'BUDGET_EXHAUSTED' };

  it.each([
    ['that is spent to the cent', 5_000, 5_000],
    ['that the last award went past', 5_001, 5_000],
  ])('%s holds back a resume', (_which, spentCents, maxBudgetCents) => {
    expect(paused(spentCents, maxBudgetCents)).toEqual(exhausted);
    expect(isBudgetSpent({ spentCents, maxBudgetCents })).toBe(true);
  });

  it.each([
    ['with a cent left', 4_999, 5_000],
    ['that was never set', 5_000, null],
  ])('%s does not', (_which, spentCents, maxBudgetCents) => {
    expect(paused(spentCents, maxBudgetCents)).toEqual({ outcome: 'moved', to: 'ACTIVE' });
    expect(isBudgetSpent({ spentCents, maxBudgetCents })).toBe(false);
  });

  it('that is spent does not hold back an archive', () => {
    const campaign = { state: 'PAUSED', spentCents: 5_000, maxBudgetCents: 5_000 } as const;
    expect(decideCampaignTransition(campaign, 'archive')).toEqual({ outcome: 'moved', to: 'ARCHIVED' });
  });
});
