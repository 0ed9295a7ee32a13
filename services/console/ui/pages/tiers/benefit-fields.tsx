import { useCampaigns } from '../../api/use-campaigns.ts';
import { listAt, textAt } from '../../model/drafts/draft.ts';
import { shownText } from '../../model/shown-text.ts';
import { AddButton, RemoveButton } from '../../parts/forms/draft-buttons.tsx';
import { DraftChoice, DraftNumber, DraftText } from '../../parts/forms/draft-fields.tsx';
import { optionsOf, useDraft } from '../../parts/forms/draft-state.tsx';
import { newRewardValue, RewardValueFields, ValidDays } from '../../parts/forms/reward-value.tsx';
import { draftWords } from '../../words/draft.ts';
import { words } from '../../words/index.ts';
import { newBenefits } from './tier-body.ts';
import { tierWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './tiers-page.module.css';
import * as fieldCss from '../../parts/forms/field.module.css';

const texts = tierWords.form;

/** The fields of the tier's benefits, one after the other; a kind that is not known here stays as it is. */
export function BenefitFields() {
  const { draft, set } = useDraft();
  const benefits = listAt(draft, '/benefits');
  const keys = benefits.map((_, place) => `/benefits/${place.toString()}`);
  return (
    <fieldset className={css.stack}>
      <legend className={fieldCss.label}>{texts.benefits}</legend>
      {benefits.length === 0 ? <p className={`${css.small} ${css.faint}`}>{texts.noBenefits}</p> : null}
      {keys.map((at, place) => (
        // Places move up as one is removed, so what is typed is keyed by how many there are too.
        <Benefit key={`${benefits.length.toString()} ${at}`} at={at} place={(place + 1).toString()} />
      ))}
      <AddButton
        text={texts.add}
        onClick={() => set('/benefits', benefits.concat([newBenefits['LABEL'] ?? {}]))}
      />
    </fieldset>
  );
}

function Benefit({ at, place }: { readonly at: string; readonly place: string }) {
  const { draft, set } = useDraft();
  const type = textAt(draft, `${at}/type`);
  const isKnown = type in newBenefits;
  const options = optionsOf(texts.kinds).concat(isKnown ? [] : [{ value: type, text: type }]);
  return (
    <div className={own.benefit}>
      <div className={own.benefitHead}>
        <DraftChoice
          label={texts.kind(place)}
          at={`${at}/type`}
          options={options}
          onChoose={(chosen) => set(at, newBenefits[chosen])}
        />
        <RemoveButton text={texts.remove(place)} onClick={() => set(at, undefined)} />
      </div>
      <KindFields key={type} type={type} at={at} />
    </div>
  );
}

function KindFields({ type, at }: { readonly type: string; readonly at: string }) {
  switch (type) {
    case 'LABEL':
      return <DraftText label={texts.perk} at={`${at}/description`} empty="" />;
    case 'EARN_MULTIPLIER':
      return <DraftNumber label={texts.multiplier} hint={texts.multiplierHint} at={`${at}/multiplier`} />;
    case 'EXCLUSIVE_CAMPAIGN':
      return <CampaignField at={`${at}/campaignId`} />;
    case 'FREE_REWARD':
      return <RewardFields at={at} />;
    default:
      return null;
  }
}

function CampaignField({ at }: { readonly at: string }) {
  const { draft } = useDraft();
  const chosen = textAt(draft, at);
  const campaigns = useCampaigns().campaigns.map(({ id, name }) => ({ value: id, text: shownText(name) }));
  const isMissing = chosen !== '' && !campaigns.some(({ value }) => value === chosen);
  const first = isMissing ? { value: chosen, text: chosen } : { value: '', text: texts.chooseCampaign };
  return <DraftChoice label={texts.campaign} at={at} options={[first].concat(campaigns)} />;
}

function RewardFields({ at }: { readonly at: string }) {
  const { set } = useDraft();
  return (
    <>
      <div className={css.row2}>
        <DraftChoice
          label={draftWords.reward.type}
          at={`${at}/rewardType`}
          options={optionsOf(words.member.rewardTypes)}
          onChoose={(chosen) => set(`${at}/value`, newRewardValue(chosen))}
        />
        <ValidDays at={at} />
      </div>
      <RewardValueFields at={at} />
    </>
  );
}
