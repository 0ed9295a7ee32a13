import type { Schemas } from '@loyalty/client';
import { CircleCheck, CircleQuestionMark } from 'lucide-react';
import { explainedTexts, insteadOf } from '../../model/campaigns/explained.ts';
import { changeText, pointsText } from '../../model/numbers/figures.ts';
import { Bars } from '../../parts/lists/bars.tsx';
import { JudgedList } from '../../parts/lists/judged-list.tsx';
import { CampaignLink } from '../../parts/names/campaign-link.tsx';
import { Name } from '../../parts/names/name.tsx';
import { ProblemNote } from '../../parts/page/problem.tsx';
import { Chip } from '../../parts/texts/chip.tsx';
import { ExplainedTexts } from '../../parts/texts/explained-texts.tsx';
import type { Basket } from './basket.ts';
import { whySentence, type WhyFacts } from './sentence.ts';
import { passedChecks, onEventsOnly } from './steps.ts';
import { type useExplanation, useFacts, usePaused } from './why-data.ts';
import { failedStep, WhySteps } from './why-steps.tsx';
import { whyWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './why-page.module.css';
import * as rowsCss from '../../parts/lists/rows.module.css';

interface ExplanationProps {
  readonly basket: Basket;
  readonly explained: ReturnType<typeof useExplanation>;
  readonly member: Schemas['Member'] | undefined;
}

/** Shows what the engine now says about each campaign. Nothing is judged here. */
export function Explanation({ basket, explained, member }: ExplanationProps) {
  const campaigns = explained.data?.campaigns ?? [];
  const paused = usePaused(basket, explained.isSuccess);
  const factsOf = useFacts(campaigns.concat(paused.judged), member, paused.campaigns);
  const occurredAt = explained.data?.occurredAt ?? '';
  const row = (campaign: Schemas['ExplainedCampaign']) => (
    <CampaignRow
      key={campaign.campaignId ?? campaign.campaignName}
      campaign={campaign}
      campaigns={campaigns}
      facts={{ ...factsOf(campaign), basket, occurredAt }}
    />
  );
  return (
    <section className={css.card} aria-label={whyWords.asNow}>
      {explained.isPending ? <Bars rows={6} /> : null}
      {explained.isError ? (
        <ProblemNote error={explained.error} onAgain={() => void explained.refetch()} />
      ) : null}
      {explained.data === undefined ? null : (
        <>
          <Verdict explained={explained.data} />
          <JudgedList campaigns={campaigns} passedChecks={passedChecks} row={row} className={own.list} />
          {paused.judged.length === 0 ? null : (
            <>
              <h2 className={`${rowsCss.head} ${own.paused}`}>{whyWords.pausedToo}</h2>
              <ul className={own.list}>{paused.judged.map(row)}</ul>
            </>
          )}
        </>
      )}
    </section>
  );
}

function Verdict({ explained }: { readonly explained: Schemas['Explanation'] }) {
  const { campaigns, memberKnown } = explained;
  const fired = campaigns.filter((campaign) => campaign.fired);
  return (
    <header className={own.head}>
      <span className={own.icon} data-tone={fired.length === 0 ? 'warn' : 'ok'}>
        {fired.length === 0 ? <CircleQuestionMark size={20} /> : <CircleCheck size={20} />}
      </span>
      <div role="status">
        <h2>{verdictOf(explained)}</h2>
        <p className={`${css.small} ${css.muted}`}>{whyWords.nowAbout}</p>
        {memberKnown ? null : <p className={`${css.small} ${css.muted}`}>{whyWords.unknownMember}</p>}
      </div>
    </header>
  );
}

const verdictOf = ({ campaigns, pointsAwarded }: Schemas['Explanation']): string => {
  const fired = campaigns.filter((campaign) => campaign.fired).length;
  if (fired === 0) return whyWords.noneFired(campaigns.length);
  return pointsAwarded === 0
    ? whyWords.firedRewardsOnly(fired)
    : whyWords.fired(pointsText(pointsAwarded), fired);
};

interface CampaignRowProps {
  readonly campaign: Schemas['ExplainedCampaign'];
  /** All that give points for the basket. */
  readonly campaigns: readonly Schemas['ExplainedCampaign'][];
  readonly facts: WhyFacts;
}

function CampaignRow({ campaign, campaigns, facts }: CampaignRowProps) {
  const { campaignId, campaignName, state, fired, pointsEarned, rewards } = campaign;
  const reason = state === 'ACTIVE' ? campaign.reason : 'CAMPAIGN_NOT_ACTIVE';
  const hasGiven = fired && state === 'ACTIVE';
  const instead = insteadOf(campaign, campaigns);
  const sentence = instead !== null && state === 'ACTIVE' ? null : sentenceOf(campaign, facts);
  return (
    <li>
      <div className={own.title}>
        <h3>
          <CampaignLink campaignId={campaignId}>
            <Name text={campaignName} />
          </CampaignLink>
        </h3>
        <ReasonChip reason={reason} />
        <span
          className={
            hasGiven
              ? `${css.num} ${css.push} ${css.strong} ${css.earn}`
              : `${css.num} ${css.push} ${css.faint}`
          }
        >
          {changeText(hasGiven ? pointsEarned : 0)}
        </span>
      </div>
      {hasGiven ? null : <WhySteps reason={reason} />}
      {sentence === null ? null : <p className={`${css.small} ${css.muted} ${css.wrap}`}>{sentence}</p>}
      {instead === null ? null : (
        <p className={`${css.small} ${css.muted} ${css.wrap}`}>
          <CampaignLink campaignId={instead.campaignId}>
            <Name text={instead.name} className={css.link} />
          </CampaignLink>{' '}
          {instead.text}
        </p>
      )}
      <ExplainedTexts texts={explainedTexts(campaign, { currency: facts.basket.currency })} />
      {hasGiven && rewards.length > 0 ? (
        <p className={`${css.small} ${css.muted}`}>{whyWords.rewards(rewards.length)}</p>
      ) : null}
    </li>
  );
}

/**
 * The sentence of a paused campaign says first that it is paused, then what it was judged for as if it were
 * active.
 */
const sentenceOf = (campaign: Schemas['ExplainedCampaign'], facts: WhyFacts): string | null => {
  const { state, pointsEarned, reason } = campaign;
  const said = reason === null ? null : whySentence(reason, facts);
  if (state === 'ACTIVE') return said;
  return said === null ? whyWords.wouldGive(pointsText(pointsEarned)) : whyWords.wereActive(said);
};

/** Names the check that failed; for a reason without a place, the reason itself. */
export function ReasonChip({ reason }: { readonly reason: string | null }) {
  if (reason === null) return <Chip tone="ok">{whyWords.given}</Chip>;
  return reason === onEventsOnly ? (
    <Chip tone="line">{whyWords.onEvents}</Chip>
  ) : (
    <Chip tone={reason === 'STAMPED' ? 'accent' : 'bad'}>{checkOf(reason)}</Chip>
  );
}

const checkOf = (reason: string): string =>
  reason === 'CAMPAIGN_NOT_ACTIVE' ? whyWords.notActive : (failedStep(reason) ?? reason);
