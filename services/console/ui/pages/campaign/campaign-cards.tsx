import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { modeIn } from '../../app/mode.ts';
import { changesOf, missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { sharedMax } from '../../model/campaigns/limits.ts';
import { percentText } from '../../model/campaigns/sentence-texts.ts';
import { earnedPoints } from '../../model/numbers/earned-points.ts';
import { centsText, pointsText } from '../../model/numbers/figures.ts';
import { BudgetMeter } from '../../parts/charts/budget-meter.tsx';
import { Meter } from '../../parts/charts/meter.tsx';
import { campaignPageWords as words } from '../../words/campaigns.ts';
import { limitWords } from '../../words/limits.ts';
import { useCampaignDays } from './use-campaign-days.ts';
import * as css from '../../styles/common.module.css';
import * as own from './campaign-page.module.css';
import * as budgetMeterCss from '../../parts/charts/budget-meter.module.css';

type Campaign = Schemas['Campaign'];
const given = limitWords.ofCampaign;

interface CampaignProps {
  readonly campaign: Campaign;
}

/** Shows what the campaign did in the last thirty days. */
export function Results({ campaignId }: { readonly campaignId: string }) {
  const { data } = useCampaignDays(campaignId);
  // The chart says what went wrong.
  if (data === undefined) return null;
  return (
    <section className={css.card} aria-label={words.resultsTitle}>
      <header>
        <h2>{words.resultsTitle}</h2>
        <span className={`${css.small} ${css.faint}`}>{words.asItHappens}</span>
      </header>
      <dl className={own.figures}>
        {resultsOf(data.items).map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className={css.num}>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const resultsOf = (items: readonly Schemas['ActivityItem'][]) => {
  const sum = (of: (item: Schemas['ActivityItem']) => number) =>
    items.reduce((total, item) => total + of(item), 0);
  const [spendCents, costCents] = [sum((item) => item.spendCents), sum((item) => item.costCents)];
  return [
    { label: words.purchases, text: pointsText(sum(({ receipts }) => receipts)) },
    { label: words.spend, text: centsText(spendCents) },
    { label: words.awards, text: pointsText(sum(({ awards }) => awards)) },
    { label: words.points, text: pointsText(sum(earnedPoints)) },
    { label: words.pointsTakenBack, text: pointsText(sum(({ pointsTakenBack }) => pointsTakenBack)) },
    { label: words.rewards, text: pointsText(sum(({ rewardsGiven }) => rewardsGiven)) },
    { label: words.cost, text: centsText(costCents) },
    {
      label: words.costOfSpend,
      text: spendCents <= 0 ? words.noShare : percentText((costCents / spendCents) * 100),
    },
  ];
};

export function Budget({ campaign }: CampaignProps) {
  const { id: campaignId, maxBudgetCents, spentCents, alertThreshold, pausedReason } = campaign;
  const { permissions } = useSession();
  const canRaise = missingPermission(changesOf(campaign), permissions) === null;
  return (
    <section className={css.card} aria-label={words.budgetTitle}>
      <header>
        <h2>{words.budgetTitle}</h2>
        {maxBudgetCents === null ? null : (
          <span className={`${css.small} ${css.faint}`}>
            {words.alertAt(percentText(alertThreshold * 100))}
          </span>
        )}
      </header>
      <div className={`${css.pad} ${css.stack}`}>
        {maxBudgetCents === null && spentCents === 0 ? null : <BudgetMeter campaign={campaign} />}
        {maxBudgetCents === null ? (
          <p className={`${css.small} ${css.muted}`}>{words.noBudget}</p>
        ) : (
          <p className={`${css.small} ${css.muted}`}>
            {words.left(centsText(Math.max(0, maxBudgetCents - spentCents)))}
          </p>
        )}
        {pausedReason === 'BUDGET' ? (
          <div className={css.stack}>
            <p className={`${css.small} ${css.bad}`}>{words.budgetSpent}</p>
            {canRaise ? (
              <Link
                className={`${css.btn} ${css.push0}`}
                data-small
                to="/campaigns/$campaignId/edit"
                params={{ campaignId }}
                search={modeIn}
                hash="maxBudgetCents"
              >
                {words.raise}
              </Link>
            ) : null}
          </div>
        ) : null}
      </div>
    </section>
  );
}

/** Shows how often a campaign with a limit for all members together has given something. */
export function TimesGiven({ campaign: { limits, timesGiven } }: CampaignProps) {
  const max = sharedMax(limits);
  if (max === null || timesGiven === null) return null;
  const left = Math.max(0, max - timesGiven);
  return (
    <section className={css.card} aria-label={given.title}>
      <header>
        <h2>{given.title}</h2>
      </header>
      <div className={`${css.pad} ${css.stack}`}>
        <div className={budgetMeterCss.budget}>
          <span className={`${css.small} ${css.muted} ${css.num}`}>
            {given.ofMax(pointsText(timesGiven), pointsText(max))}
          </span>
          <Meter share={timesGiven / max} label={given.meter} tone={left === 0 ? 'bad' : undefined} />
        </div>
        <p className={`${css.small} ${css.muted}`}>
          {left === 0 ? given.none : given.left(pointsText(left))}
        </p>
      </div>
    </section>
  );
}

export function Warnings({ campaign: { warnings } }: CampaignProps) {
  if (warnings.length === 0) return null;
  return (
    <section className={css.card} aria-label={words.warnings}>
      <header>
        <h2>{words.warnings}</h2>
      </header>
      <ul className={`${css.pad} ${css.stack}`}>
        {warnings.map(({ code, message, pointer }) => (
          <li key={`${code} ${pointer}`} className={own.warning}>
            <TriangleAlert size={16} className={css.warn} />
            <div>
              <p className={css.wrap}>{message}</p>
              <p className={`${css.small} ${css.faint} ${css.mono} ${css.wrap}`}>{pointer}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
