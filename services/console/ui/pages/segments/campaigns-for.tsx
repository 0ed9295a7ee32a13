import type { Schemas } from '@loyalty/client';
import { useCampaigns } from '../../api/use-campaigns.ts';
import { CampaignLink } from '../../parts/campaign-link.tsx';
import { Name } from '../../parts/name.tsx';
import { segmentWords } from '../../words/segments.ts';

type Campaign = Schemas['Campaign'];

/** Campaigns that name a segment, and whether there are more than were looked at. */
export const useCampaignsFor = (segmentId: string): ReturnType<typeof useCampaigns> => {
  const { campaigns, isCut } = useCampaigns();
  return {
    campaigns: campaigns.filter(({ targetSegmentIds }) => targetSegmentIds.includes(segmentId)),
    isCut,
  };
};

export function CampaignsFor({ segmentId }: { readonly segmentId: string }) {
  const { campaigns, isCut } = useCampaignsFor(segmentId);
  return (
    <section className="card" aria-label={segmentWords.usedBy}>
      <header>
        <h2>{segmentWords.usedBy}</h2>
      </header>
      <div className="pad stack">
        {campaigns.length === 0 ? <p className="faint">{segmentWords.usedByNone}</p> : null}
        <CampaignNames campaigns={campaigns} />
        {isCut ? <p className="small faint">{segmentWords.usedByNewest}</p> : null}
      </div>
    </section>
  );
}

export function CampaignNames({ campaigns }: { readonly campaigns: readonly Campaign[] }) {
  return (
    <ul className="stack-tight">
      {campaigns.map(({ id, name }) => (
        <li key={id}>
          <CampaignLink campaignId={id} className="link cut">
            <Name text={name} />
          </CampaignLink>
        </li>
      ))}
    </ul>
  );
}
