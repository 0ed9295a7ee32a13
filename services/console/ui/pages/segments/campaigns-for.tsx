import type { Schemas } from '@loyalty/client';
import { useCampaigns } from '../../api/use-campaigns.ts';
import { CampaignLink } from '../../parts/names/campaign-link.tsx';
import { Name } from '../../parts/names/name.tsx';
import { segmentWords } from './words.ts';
import * as css from '../../styles/common.module.css';

type Campaign = Schemas['Campaign'];

/** Returns the campaigns that name a segment, and whether there are more than were looked at. */
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
    <section className={css.card} aria-label={segmentWords.usedBy}>
      <header>
        <h2>{segmentWords.usedBy}</h2>
      </header>
      <div className={`${css.pad} ${css.stack}`}>
        {campaigns.length === 0 ? <p className={css.faint}>{segmentWords.usedByNone}</p> : null}
        <CampaignNames campaigns={campaigns} />
        {isCut ? <p className={`${css.small} ${css.faint}`}>{segmentWords.usedByNewest}</p> : null}
      </div>
    </section>
  );
}

export function CampaignNames({ campaigns }: { readonly campaigns: readonly Campaign[] }) {
  return (
    <ul className={css.stackTight}>
      {campaigns.map(({ id, name }) => (
        <li key={id}>
          <CampaignLink campaignId={id} className={`${css.link} ${css.cut}`}>
            <Name text={name} />
          </CampaignLink>
        </li>
      ))}
    </ul>
  );
}
