import type { Schemas } from '@loyalty/client';
import { awardTexts } from '../../model/campaigns/explained.ts';
import { changeText, pointsText } from '../../model/numbers/figures.ts';
import { CampaignLink } from '../../parts/names/campaign-link.tsx';
import { Name } from '../../parts/names/name.tsx';
import { ExplainedTexts } from '../../parts/texts/explained-texts.tsx';
import { ReasonChip } from './explanation.tsx';
import { reasonSentence } from './sentence.ts';
import { WhySteps } from './why-steps.tsx';
import { whyWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './why-page.module.css';

interface StoredOutcomeProps {
  readonly decided: Schemas['EvaluateResult'];
  /** It is true if nothing is judged below it. */
  readonly isAlone: boolean;
}

/** Shows what the engine decided at that time; it never changes. */
export function StoredOutcome({ decided, isAlone }: StoredOutcomeProps) {
  const { campaigns, pointsAwarded, pointsPending, pointsDeducted, _debug: debug } = decided;
  const checks = debug?.campaignChecks ?? [];
  return (
    <section className={css.card} aria-label={whyWords.asDecided}>
      <header>
        <h2>{whyWords.asDecided}</h2>
        <span
          className={pointsAwarded > 0 ? `${css.num} ${css.strong} ${css.earn}` : `${css.num} ${css.strong}`}
        >
          {changeText(pointsAwarded)}
        </span>
      </header>
      <p className={css.cardAbout}>
        {[
          campaigns.length > 0
            ? whyWords.fired(pointsText(pointsAwarded), campaigns.length)
            : checks.length > 0
              ? whyWords.noneFired(checks.length)
              : whyWords.noneFiredThen,
          ...(pointsPending === undefined ? [] : [whyWords.pending(pointsText(pointsPending))]),
          ...(pointsDeducted === undefined ? [] : [whyWords.deducted(pointsText(pointsDeducted))]),
        ].join(' ')}
      </p>
      <Awards campaigns={campaigns} />
      {checks.length === 0 ? null : (
        <details className={own.then} open={isAlone}>
          <summary>{whyWords.notedThen}</summary>
          <ul className={own.list}>
            {checks.map((check) => (
              <Check key={check.campaignId} check={check} />
            ))}
          </ul>
          {debug?.truncated === true ? <p className={css.cardAbout}>{whyWords.truncated}</p> : null}
        </details>
      )}
    </section>
  );
}

function Awards({ campaigns }: { readonly campaigns: readonly Schemas['CampaignAward'][] }) {
  return (
    <ul className={own.list}>
      {campaigns.map(({ campaignId, campaignName, pointsEarned, rewardIds, ...cuts }) => (
        <li key={campaignId}>
          <div className={own.title}>
            <h3>
              <CampaignLink campaignId={campaignId}>
                <Name text={campaignName} />
              </CampaignLink>
            </h3>
            <span className={`${css.num} ${css.push} ${css.strong} ${css.earn}`}>
              {changeText(pointsEarned)}
            </span>
          </div>
          {rewardIds.length === 0 ? null : (
            <p className={`${css.small} ${css.muted}`}>{whyWords.rewards(rewardIds.length)}</p>
          )}
          <ExplainedTexts texts={awardTexts(cuts)} />
        </li>
      ))}
    </ul>
  );
}

/** Its values may have changed since, so the reason stands alone. */
function Check({
  check: { campaignId, campaignName, reason },
}: {
  readonly check: Schemas['CampaignCheck'];
}) {
  return (
    <li>
      <div className={own.title}>
        <h3>
          <CampaignLink campaignId={campaignId}>
            <Name text={campaignName} />
          </CampaignLink>
        </h3>
        <ReasonChip reason={reason} />
      </div>
      <WhySteps reason={reason} />
      <p className={`${css.small} ${css.muted}`}>{reasonSentence(reason)}</p>
    </li>
  );
}

/** Shows a receipt that was accepted and then refused; its reference may be sent again. */
export function RefusedOutcome({ problem }: { readonly problem: Schemas['Problem'] }) {
  return (
    <section className={css.card} aria-label={whyWords.asDecided}>
      <header>
        <h2>{whyWords.failed}</h2>
        <span className={`${css.mono} ${css.faint}`}>{problem.code}</span>
      </header>
      <p className={css.cardAbout}>{problem.detail}</p>
    </section>
  );
}
