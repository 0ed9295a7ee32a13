import type { Schemas } from '@loyalty/client';
import type { ReactNode } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { dayText } from '../../model/times/times.ts';
import { Meter } from '../../parts/charts/meter.tsx';
import { CampaignLink } from '../../parts/names/campaign-link.tsx';
import { Name } from '../../parts/names/name.tsx';
import { wordOf } from '../../words/index.ts';
import { limitWords } from '../../words/limits.ts';
import * as css from '../../styles/common.module.css';
import * as budgetMeterCss from '../../parts/charts/budget-meter.module.css';

const words = limitWords.ofMember;

const noLimits: Schemas['MemberLimitList'] = { limits: [], caps: [] };

/** Shows what the limits of active campaigns, and caps of all campaigns together, leave a member. */
export function LimitsUsed({ memberId }: { readonly memberId: string }) {
  const { limits, caps } = useOperation('listMemberLimits', { memberId }).data ?? noLimits;
  if (limits.length + caps.length === 0) return null;
  return (
    <section className={css.card} aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
      </header>
      <ul className={`${css.pad} ${css.stack}`}>
        {caps.map((cap) => (
          <Used key={cap.period} used={cap} of="POINTS" name={wordOf(words.caps, cap.period)}>
            <span>{wordOf(words.caps, cap.period)}</span>
          </Used>
        ))}
        {limits.map((limit) => (
          <Used
            key={`${limit.campaignId} ${limit.period} ${limit.of}`}
            used={limit}
            of={limit.of}
            name={limit.campaignName}
          >
            <CampaignLink campaignId={limit.campaignId} className={css.link}>
              <Name text={limit.campaignName} />
            </CampaignLink>
          </Used>
        ))}
      </ul>
    </section>
  );
}

interface UsedProps {
  readonly used: Pick<Schemas['MemberLimit'], 'used' | 'max' | 'left' | 'to'>;
  readonly of: Schemas['LimitOf'];
  /** Readers of the page hear the name. */
  readonly name: string;
  readonly children: ReactNode;
}

function Used({ used: { used, max, left, to }, of, name, children }: UsedProps) {
  return (
    <li className={budgetMeterCss.budget}>
      <span className={css.rowB}>
        {children}
        <span className={`${css.small} ${css.muted} ${css.num}`}>
          {words.used(pointsText(used), pointsText(max))} {wordOf(words.units, of)}
        </span>
      </span>
      <Meter share={used / max} label={words.meter(name)} tone={left === 0 ? 'bad' : undefined} />
      <span className={`${css.small} ${css.faint}`}>
        {to === null ? words.ever : words.until(dayText(to))}
        {left === 0 ? `, ${words.full}` : ''}
      </span>
    </li>
  );
}
