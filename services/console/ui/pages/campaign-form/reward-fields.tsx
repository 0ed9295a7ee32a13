import { Plus, Trash2 } from 'lucide-react';
import { listAt, textAt, valueAt } from '../../model/draft.ts';
import { pointsText } from '../../model/figures.ts';
import { SelectField } from '../../parts/field.tsx';
import { campaignWords } from '../../words/campaigns.ts';
import { campaignFormWords as words } from '../../words/campaign-form.ts';
import { DraftChoice, DraftNumber, DraftText, PartFault } from './draft-fields.tsx';
import { optionsOf, useDraft } from '../../parts/draft-state.tsx';
import { DraftList } from './list-field.tsx';

interface AtProps {
  /** Pointer of the grant, or of a rule that has the members of one. */
  readonly at: string;
}

/** Points, a reward, or both. */
export function RewardFields({ at }: AtProps) {
  const { draft, set } = useDraft();
  const type = textAt(draft, `${at}/rewardType`);
  return (
    <div className="stack-form">
      <div className="row2">
        <DraftNumber label={words.rewardPoints} at={`${at}/points`} after={words.points} />
        <SelectField
          label={words.rewardType}
          pointer={`${at}/rewardType`}
          value={type}
          options={[{ value: '', text: words.noReward }].concat(optionsOf(campaignWords.rewardTypes))}
          onChange={(next) => {
            set(`${at}/rewardType`, next === '' ? undefined : next);
            set(`${at}/value`, next === '' ? undefined : firstValue(next));
            if (next === '') set(`${at}/validDays`, undefined);
          }}
        />
      </div>
      {at === '/earningRule' ? null : <PartFault at={at} />}
      <PartFault at={`${at}/value`} />
      <ValueFields type={type} at={`${at}/value`} />
      {type === '' ? null : (
        <div className="row2">
          <DraftNumber
            label={words.validDays}
            at={`${at}/validDays`}
            after={words.days}
            hint={words.validDaysHint}
          />
        </div>
      )}
    </div>
  );
}

const firstValue = (type: string) => (type === 'DISCOUNT_VOUCHER' ? { discountType: 'PERCENTAGE' } : {});

function ValueFields({ type, at }: AtProps & { readonly type: string }) {
  switch (type) {
    case 'COUPON_VOUCHER':
      return (
        <div className="row2">
          <DraftText label={words.provider} at={`${at}/provider`} hint={words.providerHint} />
          <DraftText label={words.rewardDescription} at={`${at}/description`} />
        </div>
      );
    case 'GIFT_CARD':
      return (
        <div className="row2">
          <DraftNumber label={words.amount} at={`${at}/amount`} unit="cents" />
          <DraftText label={words.giftCurrency} at={`${at}/currency`} hint={words.giftCurrencyHint} isMono />
        </div>
      );
    case 'DISCOUNT_VOUCHER':
      return <DiscountFields at={at} />;
    case 'FREE_ITEM':
      return (
        <div className="row2">
          <DraftText label={words.rewardDescription} at={`${at}/description`} />
          <DraftList label={words.freeSkus} at={`${at}/skus`} hint={words.optional} />
        </div>
      );
    default:
      return null;
  }
}

function DiscountFields({ at }: AtProps) {
  const { draft } = useDraft();
  const isMoney = textAt(draft, `${at}/discountType`) === 'FIXED';
  return (
    <>
      <div className="row2">
        <DraftChoice
          label={words.discountType}
          at={`${at}/discountType`}
          options={optionsOf(words.discountTypes)}
        />
        {isMoney ? (
          <DraftNumber
            key="money"
            label={words.discountValue}
            at={`${at}/value`}
            unit="cents"
            before={words.rand}
          />
        ) : (
          <DraftNumber key="share" label={words.discountValue} at={`${at}/value`} after={words.percent} />
        )}
      </div>
      <DraftText label={words.rewardDescription} at={`${at}/description`} hint={words.optional} />
    </>
  );
}

/** Rewards that come in turn, each with its own count. */
export function TurnFields({ at }: AtProps) {
  const { draft, set } = useDraft();
  const rules = listAt(draft, at);
  return (
    <>
      {rules.map((rule, place) => (
        // Its place is all that a rule is known by.
        <fieldset className="group" key={place}>
          <legend>{words.rewardPlace(pointsText(place + 1))}</legend>
          <div className="row2">
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
              onClick={() => {
                set(`${at}/${place.toString()}`, undefined);
              }}
            />
          )}
        </fieldset>
      ))}
      <PartFault at={at} />
      <AddButton
        text={words.addReward}
        onClick={() => {
          set(at, rules.concat([{ reward: {} }]));
        }}
      />
    </>
  );
}

interface ButtonProps {
  readonly text: string;
  readonly onClick: () => void;
}

export function AddButton({ text, onClick }: ButtonProps) {
  return (
    <button type="button" className="btn push-0" data-small onClick={onClick}>
      <Plus size={14} /> {text}
    </button>
  );
}

export function RemoveButton({ text, onClick }: ButtonProps) {
  return (
    <button
      type="button"
      className="btn remove"
      data-kind="quiet"
      data-square
      data-small
      aria-label={text}
      onClick={onClick}
    >
      <Trash2 size={15} />
    </button>
  );
}
