import type { Schemas } from '@loyalty/client';
import { useOperation } from '../../api/use-operation.ts';
import { type CampaignOfDay, campaignsOfDay } from '../../model/campaigns-of-day.ts';
import { percentText } from '../../model/short-figure.ts';
import { pointsText } from '../../model/figures.ts';
import { ruleInShort } from '../../model/rule-in-short.ts';
import { Bars } from '../../parts/bars.tsx';
import { Meter } from '../../parts/meter.tsx';
import { Name } from '../../parts/name.tsx';
import { PageLink } from '../../parts/page-link.tsx';
import { ProblemNote } from '../../parts/problem.tsx';
import { overviewWords } from '../../words/overview.ts';
import type { Programme } from './use-programme.ts';

const shownMax = 8;
const rarelyMs = 600_000;

export function CampaignsCard({ programme }: { readonly programme: Programme }) {
  const { today, todayError, readAgain } = programme;
  const rows = campaignsOfDay(today?.campaigns ?? [], shownMax);
  return (
    <section className="card" aria-label={overviewWords.campaignsOfDay}>
      <header>
        <h2>{overviewWords.campaignsOfDay}</h2>
        <PageLink path="/campaigns" className="link small">
          {overviewWords.allCampaigns}
        </PageLink>
      </header>
      {today === undefined && todayError !== null ? (
        <ProblemNote error={todayError} onAgain={readAgain} />
      ) : null}
      {today === undefined && todayError === null ? <Bars rows={4} /> : null}
      {today !== undefined && rows.length === 0 ? (
        <p className="pad muted">{overviewWords.noAwards}</p>
      ) : null}
      {rows.length === 0 ? null : <CampaignsTable rows={rows} campaigns={programme.campaigns} />}
    </section>
  );
}

interface CampaignsTableProps {
  readonly rows: readonly CampaignOfDay[];
  /** Undefined until they are known. */
  readonly campaigns: readonly Schemas['Campaign'][] | undefined;
}

function CampaignsTable({ rows, campaigns }: CampaignsTableProps) {
  return (
    <table className="tbl today">
      <thead>
        <tr>
          <th scope="col">{overviewWords.campaign}</th>
          <th scope="col" className="right">
            {overviewWords.awards}
          </th>
          <th scope="col" className="right">
            {overviewWords.points}
          </th>
          <th scope="col">{overviewWords.share}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <CampaignRow key={row.campaignId} row={row} campaigns={campaigns} />
        ))}
      </tbody>
    </table>
  );
}

interface CampaignRowProps {
  readonly row: CampaignOfDay;
  readonly campaigns: CampaignsTableProps['campaigns'];
}

function CampaignRow({ row, campaigns }: CampaignRowProps) {
  const { campaignId, awards, points, rewards, share } = row;
  const known = campaigns?.find(({ id }) => id === campaignId);
  // It may have been archived today.
  const isLookedUp = campaigns !== undefined && known === undefined;
  const found = useOperation('getCampaign', { campaignId }, { isEnabled: isLookedUp, staleMs: rarelyMs });
  const campaign = known ?? found.data;
  return (
    <tr>
      <td className="name-cell">
        <CampaignName campaignId={campaignId} name={campaign?.name ?? campaignId} />
        {campaign === undefined ? null : (
          <Name text={ruleInShort(campaign.earningRule, overviewWords.rules)} className="small faint" />
        )}
      </td>
      <td className="num right awards-cell">{pointsText(awards)}</td>
      <td className="num right points-cell">
        {points === 0 && rewards > 0 ? (
          <span className="muted">{overviewWords.rewardsGiven(pointsText(rewards))}</span>
        ) : (
          pointsText(points)
        )}
      </td>
      <td className="share-cell">
        <div className="share-in">
          <Meter share={share} label={overviewWords.share} />
          <span className="num small muted">{percentText(share)}</span>
        </div>
      </td>
    </tr>
  );
}

function CampaignName({ campaignId, name }: { readonly campaignId: string; readonly name: string }) {
  const text = <Name text={name} className="strong" />;
  return (
    <PageLink path={`/campaigns/${campaignId}`} className="quiet-link" otherwise={text}>
      {text}
    </PageLink>
  );
}
