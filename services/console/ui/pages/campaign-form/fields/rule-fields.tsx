import { textAt } from '../../../model/drafts/draft.ts';
import { plainCentsText } from '../../../model/numbers/figures.ts';
import { DraftNumber, DraftSuggested } from '../../../parts/forms/draft-fields.tsx';
import { DraftList } from '../../../parts/forms/draft-list.tsx';
import { useDraft } from '../../../parts/forms/draft-state.tsx';
import { draftWords } from '../../../words/draft.ts';
import { PayloadConditions } from '../conditions/condition-cards.tsx';
import { useDefinitionKeys } from '../programme-lists.ts';
import { campaignFormWords as words } from '../words.ts';
import { RewardFields, TurnFields } from './reward-fields.tsx';
import * as css from '../../../styles/common.module.css';
import * as draftCss from '../../../parts/forms/draft.module.css';

const rule = '/earningRule';

/** The fields of the chosen kind of rule. */
export function RuleFields() {
  const { draft } = useDraft();
  const kind = textAt(draft, `${rule}/type`);
  switch (kind) {
    case 'SPEND_PERCENTAGE':
      return (
        <div className={css.row2}>
          <DraftNumber
            label={words.percentage}
            at={`${rule}/percentage`}
            after={draftWords.percent}
            hint={words.percentageHint(plainCentsText(100))}
          />
        </div>
      );
    case 'FIXED_POINTS':
      return <PointsField label={words.pointsPurchase} />;
    case 'VISIT_FIXED':
      return <PointsField label={words.pointsVisit} hint={words.pointsVisitHint} />;
    case 'PRODUCT_PURCHASE':
      return <ProductFields />;
    case 'RANDOM':
      return <RandomFields />;
    case 'STAMP_CARD':
      return <StampFields />;
    case 'SURPRISE_DELIGHT':
      return <TurnFields at={`${rule}/rewardRules`} />;
    case 'PURCHASE_REWARD':
      return <PurchaseRewardFields />;
    default:
      return <EventRuleFields kind={kind} />;
  }
}

function EventRuleFields({ kind }: { readonly kind: string }) {
  switch (kind) {
    case 'SIGNUP_BONUS':
      return <RewardFields at={rule} />;
    case 'ON_DEMAND':
      return <OnDemandFields />;
    case 'REFERRAL_BONUS':
      return (
        <div className={css.row2}>
          <DraftNumber label={words.referredPoints} at={`${rule}/points`} after={words.points} />
          <DraftNumber
            label={words.referrerPoints}
            at={`${rule}/referrerPoints`}
            after={words.points}
            hint={draftWords.optional}
          />
        </div>
      );
    case 'EVENT_TRIGGER':
      return <EventFields />;
    default:
      return null;
  }
}

function PointsField({ label, hint }: { readonly label: string; readonly hint?: string }) {
  return (
    <div className={css.row2}>
      <DraftNumber
        label={label}
        at={`${rule}/points`}
        after={words.points}
        {...(hint === undefined ? {} : { hint })}
      />
    </div>
  );
}

function ProductFields() {
  return (
    <>
      <PointsField label={words.pointsItem} hint={words.pointsItemHint} />
      <div className={css.row2}>
        <DraftList label={words.skus} at={`${rule}/skus`} hint={words.skusHint} />
        <DraftList label={words.categories} at={`${rule}/categories`} hint={words.categoriesHint} />
      </div>
    </>
  );
}

function RandomFields() {
  return (
    <>
      <div className={css.row2}>
        <DraftNumber label={words.minPoints} at={`${rule}/minPoints`} after={words.points} />
        <DraftNumber label={words.maxPoints} at={`${rule}/maxPoints`} after={words.points} />
      </div>
      <div className={css.row2}>
        <DraftNumber
          label={words.probability}
          at={`${rule}/probability`}
          unit="share"
          after={draftWords.percent}
          hint={words.probabilityHint}
        />
      </div>
    </>
  );
}

function StampFields() {
  const keys = useDefinitionKeys();
  return (
    <>
      <div className={css.row2}>
        <DraftNumber label={words.stampsRequired} at={`${rule}/stampsRequired`} after={words.stampsUnit} />
        <DraftSuggested
          label={words.triggerEventKey}
          at={`${rule}/triggerEventKey`}
          hint={words.triggerEventKeyHint}
          suggestions={keys}
        />
      </div>
      <fieldset className={draftCss.group}>
        <legend>{words.rewardOnCompletion}</legend>
        <RewardFields at={`${rule}/rewardOnCompletion`} />
      </fieldset>
    </>
  );
}

function PurchaseRewardFields() {
  return (
    <>
      <fieldset className={draftCss.group}>
        <legend>{words.reward}</legend>
        <RewardFields at={`${rule}/reward`} />
      </fieldset>
      <div className={css.row2}>
        <DraftNumber
          label={words.everyQuantity}
          at={`${rule}/everyQuantity`}
          hint={words.everyQuantityHint}
        />
        <DraftNumber label={words.maxTimes} at={`${rule}/maxTimes`} hint={words.maxTimesHint} />
      </div>
    </>
  );
}

const lifecycleTypes = ['SIGNUP', 'BIRTHDAY', 'ANNIVERSARY', 'REFERRAL', 'CUSTOM'];

function OnDemandFields() {
  const keys = useDefinitionKeys();
  return (
    <>
      <DraftList
        label={words.eventTypes}
        at={`${rule}/eventTypes`}
        hint={words.eventTypesHint}
        suggestions={lifecycleTypes.concat(keys)}
      />
      <RewardFields at={rule} />
    </>
  );
}

function EventFields() {
  const keys = useDefinitionKeys();
  return (
    <>
      <div className={css.row2}>
        <DraftSuggested
          label={words.eventKey}
          at={`${rule}/eventKey`}
          hint={words.eventKeyHint}
          suggestions={keys}
        />
      </div>
      <PayloadConditions at={`${rule}/conditions`} />
      <fieldset className={draftCss.group}>
        <legend>{words.reward}</legend>
        <RewardFields at={`${rule}/reward`} />
      </fieldset>
    </>
  );
}
