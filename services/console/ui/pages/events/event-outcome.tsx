import type { Schemas } from '@loyalty/client';
import { Check } from 'lucide-react';
import { useCampaignNames } from '../../api/use-campaigns.ts';
import { awardTexts } from '../../model/campaigns/explained.ts';
import { changeText, pointsText } from '../../model/numbers/figures.ts';
import { MemberLink } from '../../parts/names/member-link.tsx';
import { Name } from '../../parts/names/name.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { ExplainedTexts } from '../../parts/texts/explained-texts.tsx';
import { wordOf } from '../../words/index.ts';
import { eventWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './events-page.module.css';
import * as stampsCss from '../../parts/texts/stamps.module.css';

type Outcome = Schemas['EventResult'];

const texts = eventWords.result;

interface EventOutcomeProps {
  readonly outcome: Outcome;
  readonly isReplayed: boolean;
}

/** Shows the points, stamps and campaigns of an event, or why there were none. */
export function EventOutcome({ outcome, isReplayed }: EventOutcomeProps) {
  const { ref, memberId, memberCreated, pointsAwarded, pointsBalance, pointsDeducted } = outcome;
  const { campaigns, stampCards, definitionVersion, _debug: debug } = outcome;
  return (
    <section className={own.outcome} aria-label={texts.title}>
      <div className={css.stack} role="status">
        <p className={css.rowB}>
          <span className={`${css.big} ${css.num} ${css.earn}`}>
            {changeText(pointsAwarded)} <small>{texts.earned}</small>
          </span>
          <span className={`${css.small} ${css.muted} ${css.num}`}>
            {texts.balance(pointsText(pointsBalance))}
          </span>
        </p>
        <p className={own.outcomeLine}>
          <MemberLink memberId={memberId} />
          {memberCreated ? <Chip tone="accent">{texts.newMember}</Chip> : null}
          <Name text={ref} className={`${css.mono} ${css.faint}`} />
          {definitionVersion === null ? null : (
            <span className={`${css.small} ${css.faint}`}>{texts.judged(pointsText(definitionVersion))}</span>
          )}
        </p>
        {isReplayed ? <p className={`${css.small} ${css.warn}`}>{texts.replayed}</p> : null}
        {pointsDeducted === undefined ? null : (
          <p className={`${css.small} ${css.muted}`}>{texts.deducted(pointsText(pointsDeducted))}</p>
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
      <ul className={own.lines}>
        {campaigns.map(({ campaignId, campaignName, pointsEarned, rewardIds, ...cuts }) => (
          <li key={campaignId} className={css.stackTight}>
            <p className={css.rowB}>
              <Name text={campaignName} />
              <span className={`${css.num} ${css.strong}`}>
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
    <span className={`${css.small} ${css.muted}`}>
      {' '}
      {count === 1 ? texts.oneReward : texts.rewards(pointsText(count))}
    </span>
  );
}

/** More stamps than these are said in words alone. */
const drawnMax = 30;

function Stamped({ cards }: { readonly cards: Outcome['stampCards'] }) {
  const names = useCampaignNames(true);
  return (
    <ul className={own.lines}>
      {cards.map(({ campaignId, stampsCollected, stampsRequired, completed }) => (
        <li key={campaignId} className={css.stackTight}>
          <p className={css.rowB}>
            <Name text={names.get(campaignId) ?? texts.card} className={css.strong} />
            <span className={`${css.small} ${css.muted} ${css.num}`}>
              {texts.stamps(pointsText(stampsCollected), pointsText(stampsRequired))}
            </span>
          </p>
          {stampsRequired > drawnMax ? null : (
            <span className={stampsCss.stamps} aria-hidden>
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
      <p className={`${css.small} ${css.faint}`}>
        {campaignChecks.length === 0 ? texts.noneKnown : texts.noneJudged(pointsText(activeCampaigns))}
      </p>
      <ul className={own.lines}>
        {campaignChecks.map(({ campaignId, campaignName, reason }) => (
          <li key={campaignId} className={css.stackTight}>
            <Name text={campaignName} />
            <p className={`${css.small} ${css.muted} ${css.wrap}`}>{wordOf(texts.reasons, reason)}</p>
          </li>
        ))}
      </ul>
      {truncated === true ? <p className={`${css.small} ${css.faint}`}>{texts.more}</p> : null}
    </div>
  );
}
