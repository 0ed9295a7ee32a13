import { useOperation } from '../../api/use-operation.ts';
import { pointsText } from '../../model/figures.ts';
import { dayText } from '../../model/times.ts';
import { CampaignLink } from '../../parts/campaign-link.tsx';
import { Meter } from '../../parts/meter.tsx';
import { Name } from '../../parts/name.tsx';
import { wordOf } from '../../words/index.ts';
import { limitWords } from '../../words/limits.ts';

const words = limitWords.ofMember;

/** What limits of active campaigns leave a member. */
export function LimitsUsed({ memberId }: { readonly memberId: string }) {
  const limits = useOperation('listMemberLimits', { memberId }).data?.limits ?? [];
  if (limits.length === 0) return null;
  return (
    <section className="card" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
      </header>
      <ul className="pad stack">
        {limits.map(({ campaignId, campaignName, period, of, max, used, left, to }) => (
          <li key={`${campaignId} ${period} ${of}`} className="budget">
            <span className="row-b">
              <CampaignLink campaignId={campaignId} className="link">
                <Name text={campaignName} />
              </CampaignLink>
              <span className="small muted num">
                {words.used(pointsText(used), pointsText(max))} {wordOf(words.units, of)}
              </span>
            </span>
            <Meter
              share={used / max}
              label={words.meter(campaignName)}
              tone={left === 0 ? 'bad' : undefined}
            />
            <span className="small faint">
              {to === null ? words.ever : words.until(dayText(to))}
              {left === 0 ? `, ${words.full}` : ''}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
