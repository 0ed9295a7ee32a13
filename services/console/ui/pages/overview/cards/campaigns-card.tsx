import type { Schemas } from '@loyalty/client';
import { useOperation } from '../../../api/use-operation.ts';
import { draftOf } from '../../../model/campaigns/campaign-draft.ts';
import { ruleSentenceOf } from '../../../model/campaigns/sentence-of.ts';
import { pointsText } from '../../../model/numbers/figures.ts';
import { percentText } from '../../../model/numbers/short-figure.ts';
import { Meter } from '../../../parts/charts/meter.tsx';
import { Bars } from '../../../parts/lists/bars.tsx';
import { type Column, Table } from '../../../parts/lists/table.tsx';
import { Name } from '../../../parts/names/name.tsx';
import { PageLink } from '../../../parts/names/page-link.tsx';
import { ProblemNote } from '../../../parts/page/problem.tsx';
import type { Programme } from '../use-programme.ts';
import { overviewWords } from '../words.ts';
import { type CampaignOfDay, campaignsOfDay } from './campaigns-of-day.ts';
import * as css from '../../../styles/common.module.css';
import * as own from '../overview-page.module.css';

const shownMax = 8;
const rarelyMs = 600_000;

export function CampaignsCard({ programme }: { readonly programme: Programme }) {
  const { today, todayError, readAgain } = programme;
  const rows = campaignsOfDay(today?.campaigns ?? [], shownMax);
  return (
    <section className={css.card} aria-label={overviewWords.campaignsOfDay}>
      <header>
        <h2>{overviewWords.campaignsOfDay}</h2>
        <PageLink path="/campaigns" className={`${css.link} ${css.small}`}>
          {overviewWords.allCampaigns}
        </PageLink>
      </header>
      {today === undefined && todayError !== null ? (
        <ProblemNote error={todayError} onAgain={readAgain} />
      ) : null}
      {today === undefined && todayError === null ? <Bars rows={4} /> : null}
      {today !== undefined && rows.length === 0 ? (
        <p className={`${css.pad} ${css.muted}`}>{overviewWords.noAwards}</p>
      ) : null}
      {rows.length === 0 ? null : <CampaignsTable rows={rows} campaigns={programme.campaigns} />}
    </section>
  );
}

interface CampaignsTableProps {
  readonly rows: readonly CampaignOfDay[];
  /** They are undefined until they are known. */
  readonly campaigns: readonly Schemas['Campaign'][] | undefined;
}

function CampaignsTable({ rows, campaigns }: CampaignsTableProps) {
  const named: Column<CampaignOfDay> = {
    head: overviewWords.campaign,
    phone: 'title',
    cell: ({ campaignId }) => <CampaignName campaignId={campaignId} campaigns={campaigns} />,
  };
  return (
    <Table
      columns={[named].concat(figures)}
      rows={rows}
      keyOf={({ campaignId }) => campaignId}
      className={own.today}
    />
  );
}

const figures: readonly Column<CampaignOfDay>[] = [
  {
    head: overviewWords.awards,
    isRight: true,
    width: '96px',
    phone: 'none',
    className: css.num,
    cell: ({ awards }) => pointsText(awards),
  },
  {
    head: overviewWords.points,
    isRight: true,
    width: '128px',
    phone: 'top',
    className: css.num,
    cell: ({ points, rewards }) =>
      points === 0 && rewards > 0 ? (
        <span className={css.muted}>{overviewWords.rewardsGiven(pointsText(rewards))}</span>
      ) : (
        pointsText(points)
      ),
  },
  {
    head: overviewWords.share,
    width: '168px',
    phone: 'bottom',
    className: own.share,
    cell: ({ share }) => (
      <div className={own.shareIn}>
        <Meter share={share} label={overviewWords.share} />
        <span className={`${css.num} ${css.small} ${css.muted}`}>{percentText(share)}</span>
      </div>
    ),
  },
];

interface CampaignNameProps {
  readonly campaignId: string;
  readonly campaigns: CampaignsTableProps['campaigns'];
}

function CampaignName({ campaignId, campaigns }: CampaignNameProps) {
  const known = campaigns?.find(({ id }) => id === campaignId);
  // It may have been archived today.
  const isLookedUp = campaigns !== undefined && known === undefined;
  const found = useOperation('getCampaign', { campaignId }, { isEnabled: isLookedUp, staleMs: rarelyMs });
  const campaign = known ?? found.data;
  const name = <Name text={campaign?.name ?? campaignId} className={css.strong} />;
  return (
    <>
      <PageLink path={`/campaigns/${campaignId}`} className={own.quietLink} otherwise={name}>
        {name}
      </PageLink>
      {campaign === undefined ? null : (
        <Name text={ruleSentenceOf(draftOf(campaign))} className={`${css.small} ${css.faint}`} />
      )}
    </>
  );
}
