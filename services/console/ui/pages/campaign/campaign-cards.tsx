import type { Schemas } from '@loyalty/client';
import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useOperation } from '../../api/use-operation.ts';
import { modeIn } from '../../app/mode.ts';
import { changesOf, missingPermission } from '../../app/permissions.ts';
import { useSession } from '../../app/session.tsx';
import { sharedMax } from '../../model/campaigns/limits.ts';
import { percentText } from '../../model/campaigns/sentence-texts.ts';
import { centsText, pointsText } from '../../model/numbers/figures.ts';
import { utcDay } from '../../model/times/times.ts';
import { BudgetMeter } from '../../parts/charts/budget-meter.tsx';
import { Meter } from '../../parts/charts/meter.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { campaignPageWords as words } from '../../words/campaigns.ts';
import { limitWords } from '../../words/limits.ts';
import * as css from '../../styles/common.module.css';
import * as own from './campaign-page.module.css';
import * as budgetMeterCss from '../../parts/charts/budget-meter.module.css';

type Campaign = Schemas['Campaign'];
const given = limitWords.ofCampaign;

interface CampaignProps {
  readonly campaign: Campaign;
}

const dayMs = 86_400_000;

/** Shows what the campaign awarded in the last seven days, including today. */
export function Awards({ campaignId }: { readonly campaignId: string }) {
  const from = utcDay(new Date(Date.now() - 6 * dayMs).toISOString());
  const found = useOperation('listCampaignActivity', { from }, { staleMs: 30_000, pollMs: 30_000 });
  const given = found.data?.campaigns.find((one) => one.campaignId === campaignId);
  return (
    <section className={css.card} aria-label={words.awardsTitle}>
      <header>
        <h2>{words.awardsTitle}</h2>
        <span className={`${css.small} ${css.faint}`}>{words.asItHappens}</span>
      </header>
      {found.isPending ? <Bars rows={2} /> : null}
      {found.isError && found.data === undefined ? (
        <ProblemNote error={found.error} onAgain={() => void found.refetch()} />
      ) : null}
      {found.data === undefined ? null : <Figures given={given} />}
    </section>
  );
}

function Figures({ given }: { readonly given: Schemas['CampaignActivity'] | undefined }) {
  const figures = [
    { label: words.awards, text: pointsText(given?.awards ?? 0) },
    { label: words.points, text: pointsText(given?.pointsEarned ?? 0) },
    { label: words.rewards, text: pointsText(given?.rewardsGiven ?? 0) },
    { label: words.cost, text: centsText(given?.costCents ?? 0) },
  ];
  return (
    <dl className={own.figures}>
      {figures.map(({ label, text }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className={css.num}>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

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
