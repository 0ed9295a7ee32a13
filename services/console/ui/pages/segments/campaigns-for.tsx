import type { Schemas } from '@loyalty/client';
import { useOperation } from '../../api/use-operation.ts';
import { Name } from '../../parts/name.tsx';
import { segmentWords } from '../../words/segments.ts';

type Campaign = Schemas['Campaign'];

/** As many as one page of the list has. */
const newest = 200;

/** Campaigns that name a segment, and whether there are more than were looked at. */
export const useCampaignsFor = (
  segmentId: string,
): { readonly campaigns: readonly Campaign[]; readonly isCut: boolean } => {
  const list = useOperation('listCampaigns', { limit: newest }, { staleMs: 60_000 }).data;
  const campaigns = list?.campaigns ?? [];
  return {
    campaigns: campaigns.filter(({ targetSegmentIds }) => targetSegmentIds.includes(segmentId)),
    isCut: typeof list?.nextCursor === 'string',
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
          <Name text={name} />
        </li>
      ))}
    </ul>
  );
}
