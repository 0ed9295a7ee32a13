import { shortCentsText, percentText } from '../../../model/numbers/short-figure.ts';
import { Meter } from '../../../parts/charts/meter.tsx';
import { Name } from '../../../parts/names/name.tsx';
import { PageLink } from '../../../parts/names/page-link.tsx';
import type { Programme } from '../use-programme.ts';
import { overviewWords } from '../words.ts';
import { type Budget, budgetsOf } from './budgets.ts';
import * as css from '../../../styles/common.module.css';
import * as own from '../overview-page.module.css';

const shownMax = 6;

/** Shows the budgets of campaigns; nothing if no campaign has one. */
export function BudgetsCard({ programme: { campaigns = [], today } }: { readonly programme: Programme }) {
  const costs = new Map((today?.campaigns ?? []).map(({ campaignId, costCents }) => [campaignId, costCents]));
  const budgets = budgetsOf(campaigns, costs, today?.asOf ?? '');
  if (budgets.length === 0) return null;
  return (
    <section className={css.card} aria-label={overviewWords.budgets}>
      <header>
        <h2>{overviewWords.budgets}</h2>
        <span className={`${css.small} ${css.faint}`}>{overviewWords.budgetsAbout}</span>
      </header>
      <ul className={own.budgets}>
        {budgets.slice(0, shownMax).map((budget) => (
          <BudgetLine key={budget.campaign.id} budget={budget} />
        ))}
      </ul>
      {budgets.length <= shownMax ? null : (
        <p className={`${own.rest} ${css.small} ${css.faint}`}>
          {overviewWords.moreOfIt(budgets.length - shownMax)}
        </p>
      )}
    </section>
  );
}

function BudgetLine({ budget }: { readonly budget: Budget }) {
  const { campaign, share, tone } = budget;
  const name = <Name text={campaign.name} className={css.strong} />;
  return (
    <li>
      <p className={css.rowB}>
        <PageLink path={`/campaigns/${campaign.id}`} className={own.quietLink} otherwise={name}>
          {name}
        </PageLink>
        <span className={`${css.num} ${css.small} ${tone ?? css.muted}`}>{percentText(share)}</span>
      </p>
      <Meter share={share} tone={tone} mark={campaign.alertThreshold} label={overviewWords.budgets} />
      <p className={`${css.small} ${css.faint}`}>{aboutBudget(budget)}</p>
    </li>
  );
}

const aboutBudget = ({ campaign, maxCents, tone, hoursLeft }: Budget): string => {
  const spent = overviewWords.spentOf(shortCentsText(campaign.spentCents), shortCentsText(maxCents));
  if (tone === 'bad' && campaign.state === 'PAUSED') return `${spent}, ${overviewWords.capReached}`;
  return hoursLeft === null ? spent : `${spent}, ${overviewWords.capIn(hoursLeft)}`;
};
