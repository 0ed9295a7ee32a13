import { listAt, textAt, valueAt } from '../../../model/drafts/draft.ts';
import { pointsText } from '../../../model/numbers/figures.ts';
import { AddButton, RemoveButton } from '../../../parts/forms/draft-buttons.tsx';
import { DraftChoice, DraftNumber, PartFault } from '../../../parts/forms/draft-fields.tsx';
import { optionsOf, useDraft } from '../../../parts/forms/draft-state.tsx';
import { newRewardValue, RewardValueFields, ValidDays } from '../../../parts/forms/reward-value.tsx';
import { campaignWords } from '../../../words/campaigns.ts';
import { draftWords } from '../../../words/draft.ts';
import { campaignFormWords as words } from '../words.ts';
import * as css from '../../../styles/common.module.css';
import * as draftCss from '../../../parts/forms/draft.module.css';

interface AtProps {
  /** Pointer of the grant, or of a rule that has the members of one. */
  readonly at: string;
}

/** The fields of a reward: points, a reward, or both. */
export function RewardFields({ at }: AtProps) {
  const { draft, set } = useDraft();
  return (
    <div className={draftCss.stackForm}>
      <div className={css.row2}>
        <DraftNumber label={words.rewardPoints} at={`${at}/points`} after={words.points} />
        <DraftChoice
          label={draftWords.reward.type}
          at={`${at}/rewardType`}
          options={[{ value: '', text: words.noReward }].concat(optionsOf(campaignWords.rewardTypes))}
          onChoose={(next) => {
            set(`${at}/value`, next === '' ? undefined : newRewardValue(next));
            if (next === '') set(`${at}/validDays`, undefined);
          }}
        />
      </div>
      {at === '/earningRule' ? null : <PartFault at={at} />}
      <PartFault at={`${at}/value`} />
      <RewardValueFields at={at} />
      {textAt(draft, `${at}/rewardType`) === '' ? null : (
        <div className={css.row2}>
          <ValidDays at={at} />
        </div>
      )}
    </div>
  );
}

/** The fields of rewards that are given in turn, each with its own count. */
export function TurnFields({ at }: AtProps) {
  const { draft, set } = useDraft();
  const rules = listAt(draft, at);
  return (
    <>
      {rules.map((rule, place) => (
        // Its place is all that a rule is known by.
        <fieldset className={draftCss.group} key={place}>
          <legend>{words.rewardPlace(pointsText(place + 1))}</legend>
          <div className={css.row2}>
            <DraftNumber
              label={words.everyNth}
              at={`${at}/${place.toString()}/everyNth`}
              hint={words.everyNthHint}
            />
            <DraftChoice
              label={words.scope}
              at={`${at}/${place.toString()}/scope`}
              options={optionsOf(words.scopes)}
              unless="MEMBER"
            />
          </div>
          <RewardFields at={`${at}/${place.toString()}/reward`} />
          {valueAt(rule, '/reward') === undefined || rules.length === 1 ? null : (
            <RemoveButton
              text={words.removeReward(pointsText(place + 1))}
              onClick={() => set(`${at}/${place.toString()}`, undefined)}
            />
          )}
        </fieldset>
      ))}
      <PartFault at={at} />
      <AddButton text={words.addReward} onClick={() => set(at, rules.concat([{ reward: {} }]))} />
    </>
  );
}
