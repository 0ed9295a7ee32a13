import { earnedPoints } from '../../model/numbers/earned-points.ts';
import { ChartCard } from '../../parts/charts/chart-card.tsx';
import { Bars } from '../../parts/lists/bars.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { campaignPageWords as words } from '../../words/campaigns.ts';
import { useCampaignDays } from './use-campaign-days.ts';
import * as css from '../../styles/common.module.css';

/** Shows what a campaign awarded in the last thirty days. */
export function CampaignChart({ campaignId }: { readonly campaignId: string }) {
  const found = useCampaignDays(campaignId);
  if (found.data === undefined)
    return (
      <section className={css.card} aria-label={words.activity}>
        {found.isError ? (
          <ProblemNote error={found.error} onAgain={() => void found.refetch()} />
        ) : (
          <Bars rows={5} />
        )}
      </section>
    );
  const { items } = found.data;
  return (
    <ChartCard
      label={words.activity}
      step="day"
      instants={items.map(({ at }) => at)}
      series={[
        {
          name: words.points,
          shape: 'area',
          tone: 'earn',
          values: items.map(earnedPoints),
        },
        {
          name: words.pointsRedeemed,
          shape: 'line',
          tone: 'burn',
          values: items.map(({ pointsRedeemed }) => pointsRedeemed),
        },
        {
          name: words.pointsTakenBack,
          shape: 'line',
          tone: 'back',
          values: items.map(({ pointsTakenBack }) => pointsTakenBack),
        },
        { name: words.awards, shape: 'none', values: items.map(({ awards }) => awards) },
      ]}
    />
  );
}
