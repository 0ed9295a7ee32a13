import type { Schemas } from '@loyalty/client';
import { Check } from 'lucide-react';
import { useCampaignNames } from '../../api/use-campaigns.ts';
import { awardTexts } from '../../model/explained.ts';
import { changeText, pointsText } from '../../model/figures.ts';
import { Chip } from '../../parts/chip.tsx';
import { ExplainedTexts } from '../../parts/explained-texts.tsx';
import { MemberLink } from '../../parts/member-link.tsx';
import { Name } from '../../parts/name.tsx';
import { wordOf } from '../../words/index.ts';
import { eventWords } from '../../words/events.ts';

type Outcome = Schemas['EventResult'];

const texts = eventWords.result;

interface EventOutcomeProps {
  readonly outcome: Outcome;
  readonly isReplayed: boolean;
}

/** Points, stamps and campaigns that an event gave, or why there were none. */
export function EventOutcome({ outcome, isReplayed }: EventOutcomeProps) {
  const { ref, memberId, memberCreated, pointsAwarded, pointsBalance, pointsDeducted } = outcome;
  const { campaigns, stampCards, definitionVersion, _debug: debug } = outcome;
  return (
    <section className="outcome" aria-label={texts.title}>
      <div className="stack" role="status">
        <p className="row-b">
          <span className="big num earn">
            {changeText(pointsAwarded)} <small>{texts.earned}</small>
          </span>
          <span className="small muted num">{texts.balance(pointsText(pointsBalance))}</span>
        </p>
        <p className="outcome-line">
          <MemberLink memberId={memberId} />
          {memberCreated ? <Chip tone="accent">{texts.newMember}</Chip> : null}
          <Name text={ref} className="mono faint" />
          {definitionVersion === null ? null : (
            <span className="small faint">{texts.judged(pointsText(definitionVersion))}</span>
          )}
        </p>
        {isReplayed ? <p className="small warn">{texts.replayed}</p> : null}
        {pointsDeducted === undefined ? null : (
          <p className="small muted">{texts.deducted(pointsText(pointsDeducted))}</p>
        )}
        {campaigns.length === 0 ? null : <Fired campaigns={campaigns} />}
        {stampCards.length === 0 ? null : <Stamped cards={stampCards} />}
        {debug === null || debug === undefined ? null : <NotFired debug={debug} />}
      </div>
    </section>
  );
}

function Fired({ campaigns }: { readonly campaigns: Outcome['campaigns'] }) {
  return (
    <div>
      <h3>{texts.campaigns}</h3>
      <ul className="lines">
        {campaigns.map(({ campaignId, campaignName, pointsEarned, rewardIds, ...cuts }) => (
          <li key={campaignId} className="stack-tight">
            <p className="row-b">
              <Name text={campaignName} />
              <span className="num strong">
                {changeText(pointsEarned)}
                {rewardIds.length === 0 ? null : <Rewards count={rewardIds.length} />}
              </span>
            </p>
            <ExplainedTexts texts={awardTexts(cuts)} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Rewards({ count }: { readonly count: number }) {
  return (
    <span className="small muted"> {count === 1 ? texts.oneReward : texts.rewards(pointsText(count))}</span>
  );
}

/** More stamps than these are said in words alone. */
const drawnMax = 30;

function Stamped({ cards }: { readonly cards: Outcome['stampCards'] }) {
  const names = useCampaignNames(true);
  return (
    <ul className="lines">
      {cards.map(({ campaignId, stampsCollected, stampsRequired, completed }) => (
        <li key={campaignId} className="stack-tight">
          <p className="row-b">
            <Name text={names.get(campaignId) ?? texts.card} className="strong" />
            <span className="small muted num">
              {texts.stamps(pointsText(stampsCollected), pointsText(stampsRequired))}
            </span>
          </p>
          {stampsRequired > drawnMax ? null : (
            <span className="stamps" aria-hidden>
              {Array.from({ length: stampsRequired }, (_, place) => (
                <i key={place} data-on={place < stampsCollected ? '' : undefined}>
                  <Check size={12} strokeWidth={3} />
                </i>
              ))}
            </span>
          )}
          {completed ? <Chip tone="ok">{texts.completed}</Chip> : null}
        </li>
      ))}
    </ul>
  );
}

function NotFired({ debug }: { readonly debug: Schemas['EvaluateDebug'] }) {
  const { activeCampaigns, campaignChecks, truncated } = debug;
  return (
    <div>
      <h3>{texts.noneFired}</h3>
      <p className="small faint">
        {campaignChecks.length === 0 ? texts.noneKnown : texts.noneJudged(pointsText(activeCampaigns))}
      </p>
      <ul className="lines">
        {campaignChecks.map(({ campaignId, campaignName, reason }) => (
          <li key={campaignId} className="stack-tight">
            <Name text={campaignName} />
            <p className="small muted wrap">{wordOf(texts.reasons, reason)}</p>
          </li>
        ))}
      </ul>
      {truncated === true ? <p className="small faint">{texts.more}</p> : null}
    </div>
  );
}
