import type { Schemas } from '@loyalty/client';
import { centsText } from '../../model/numbers/figures.ts';
import { campaignPageWords, campaignWords as words } from '../../words/campaigns.ts';
import { Meter } from './meter.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './budget-meter.module.css';

type Budgeted = Pick<
  Schemas['Campaign'],
  'maxBudgetCents' | 'spentCents' | 'alertThreshold' | 'pausedReason'
>;

/** Shows how much of a campaign's budget is spent, with a mark where the alert is raised. */
export function BudgetMeter({ campaign }: { readonly campaign: Budgeted }) {
  const { maxBudgetCents, spentCents, alertThreshold, pausedReason } = campaign;
  if (maxBudgetCents === null)
    return (
      <span className={`${css.small} ${css.faint} ${css.num}`}>
        {spentCents === 0 ? words.noBudget : words.spent(centsText(spentCents))}
      </span>
    );
  const share = spentCents / maxBudgetCents;
  const isSpent = share >= 1 || pausedReason === 'BUDGET';
  return (
    <div className={own.budget}>
      <span className={`${css.small} ${css.muted} ${css.num}`}>
        {words.spentOf(centsText(spentCents), centsText(maxBudgetCents))}
      </span>
      <Meter
        share={share}
        label={campaignPageWords.budgetMeter}
        tone={isSpent ? 'bad' : share >= alertThreshold ? 'warn' : undefined}
        mark={alertThreshold}
      />
    </div>
  );
}
