import { isEventKind } from '../../../model/campaigns/campaign-draft.ts';
import { textAt, valueAt } from '../../../model/drafts/draft.ts';
import { centsInUnit, currencySymbol } from '../../../model/numbers/currency.ts';
import { plainCentsText } from '../../../model/numbers/figures.ts';
import { DraftChoice, DraftNumber, PartFault } from '../../../parts/forms/draft-fields.tsx';
import { optionsOf, useDraft } from '../../../parts/forms/draft-state.tsx';
import { CheckField, SelectField } from '../../../parts/forms/field.tsx';
import { draftWords } from '../../../words/draft.ts';
import { campaignFormWords as words } from '../words.ts';
import * as css from '../../../styles/common.module.css';

const rule = '/redemptionRule';

/** The fields for a campaign's budget, and for how points are redeemed under it. */
export function MoneyFields() {
  const { draft, set } = useDraft();
  const canRedeem = valueAt(draft, rule) !== undefined;
  return (
    <>
      <div className={css.row2}>
        <DraftNumber
          label={words.budget}
          at="/maxBudgetCents"
          unit="cents"
          before={currencySymbol()}
          hint={words.budgetHint}
        />
        <DraftNumber
          label={words.alert}
          at="/alertThreshold"
          unit="share"
          after={draftWords.percent}
          hint={words.alertHint}
        />
      </div>
      <CheckField
        label={words.canRedeem}
        isChecked={canRedeem}
        onChange={(isChecked) => set(rule, isChecked ? {} : undefined)}
      />
      <PartFault at={rule} />
      {canRedeem ? <RedemptionFields /> : null}
    </>
  );
}

function RedemptionFields() {
  return (
    <>
      <div className={css.row2}>
        <DraftNumber
          label={words.pointsPerUnit(plainCentsText(centsInUnit()))}
          at={`${rule}/pointsPerRand`}
          after={words.points}
        />
        <DraftNumber
          label={words.maxDiscount}
          at={`${rule}/maxDiscountPercentOfBasket`}
          after={draftWords.percent}
          hint={draftWords.optional}
        />
      </div>
      <div className={css.row2}>
        <DraftNumber
          label={words.minRedeem}
          at={`${rule}/minPointsPerRedemption`}
          after={words.points}
          hint={draftWords.optional}
        />
        <DraftNumber
          label={words.maxRedeem}
          at={`${rule}/maxPointsPerRedemption`}
          after={words.points}
          hint={draftWords.optional}
        />
      </div>
      <div className={css.row2}>
        <DraftChoice
          label={words.onInsufficient}
          at={`${rule}/onInsufficientBalance`}
          options={optionsOf(words.onInsufficients)}
          unless="REJECT"
        />
        <DraftChoice
          label={words.takes}
          at={`${rule}/takes`}
          options={optionsOf(words.takesOf)}
          unless="AS_ASKED"
        />
      </div>
    </>
  );
}

const expiry = '/earningRule/pointsExpiry';

/** The fields for when points of the campaign become available, and when they expire. */
export function ExpiryFields() {
  const { draft, set } = useDraft();
  const type = textAt(draft, `${expiry}/type`);
  const hasPending = valueAt(draft, '/earningRule/pendingDays') !== undefined;
  // The API refuses it for rules on events; where it stands nevertheless, it can be taken away.
  const canWait = hasPending || !isEventKind(textAt(draft, '/earningRule/type'));
  return (
    <>
      <PartFault at={expiry} />
      <div className={css.row2}>
        <SelectField
          label={words.expiryType}
          pointer={`${expiry}/type`}
          value={type}
          options={optionsOf(words.expiryTypes)}
          onChange={(next) =>
            set(
              expiry,
              next === '' ? undefined : next === 'CALENDAR' ? { type: next, unit: 'YEAR' } : { type: next },
            )
          }
        />
        {type === 'ROLLING' || type === 'SLIDING' ? (
          <DraftNumber label={words.expiryDays} at={`${expiry}/days`} after={words.days} />
        ) : null}
        {type === 'CALENDAR' ? (
          <DraftChoice
            label={words.expiryUnit}
            at={`${expiry}/unit`}
            options={optionsOf(words.expiryUnits)}
          />
        ) : null}
        {canWait ? (
          <DraftNumber
            label={words.pendingDays}
            at="/earningRule/pendingDays"
            after={words.days}
            hint={words.pendingDaysHint}
          />
        ) : null}
      </div>
    </>
  );
}
