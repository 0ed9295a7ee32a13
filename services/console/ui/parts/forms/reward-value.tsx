import { textAt } from '../../model/drafts/draft.ts';
import { currencySymbol } from '../../model/numbers/currency.ts';
import { draftWords } from '../../words/draft.ts';
import { DraftChoice, DraftNumber, DraftText } from './draft-fields.tsx';
import { DraftList } from './draft-list.tsx';
import { optionsOf, useDraft } from './draft-state.tsx';
import * as css from '../../styles/common.module.css';

const words = draftWords.reward;

/** Returns the value with which a reward of a type begins. */
export const newRewardValue = (type: string) =>
  type === 'DISCOUNT_VOUCHER' ? { discountType: 'PERCENTAGE' } : {};

interface AtProps {
  /** JSON pointer of the reward, or of what has its members. */
  readonly at: string;
}

/** The fields for the value of a reward, by its type. */
export function RewardValueFields({ at: reward }: AtProps) {
  const { draft } = useDraft();
  const at = `${reward}/value`;
  switch (textAt(draft, `${reward}/rewardType`)) {
    case 'COUPON_VOUCHER':
      return (
        <div className={css.row2}>
          <DraftText label={words.provider} at={`${at}/provider`} hint={words.providerHint} />
          <DraftText label={words.description} at={`${at}/description`} />
        </div>
      );
    case 'GIFT_CARD':
      return (
        <div className={css.row2}>
          <DraftNumber label={words.amount} at={`${at}/amount`} unit="cents" />
          <DraftText label={words.currency} at={`${at}/currency`} hint={words.currencyHint} isMono />
        </div>
      );
    case 'DISCOUNT_VOUCHER':
      return <DiscountFields at={at} />;
    case 'FREE_ITEM':
      return (
        <div className={css.row2}>
          <DraftText label={words.description} at={`${at}/description`} />
          <DraftList label={words.skus} at={`${at}/skus`} hint={draftWords.optional} />
        </div>
      );
    default:
      return null;
  }
}

export function ValidDays({ at }: AtProps) {
  return (
    <DraftNumber
      label={words.validDays}
      at={`${at}/validDays`}
      after={words.days}
      hint={words.validDaysHint}
    />
  );
}

function DiscountFields({ at }: AtProps) {
  const { draft } = useDraft();
  const isMoney = textAt(draft, `${at}/discountType`) === 'FIXED';
  return (
    <>
      <div className={css.row2}>
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
            before={currencySymbol()}
          />
        ) : (
          <DraftNumber
            key="share"
            label={words.discountValue}
            at={`${at}/value`}
            after={draftWords.percent}
          />
        )}
      </div>
      <DraftText label={words.description} at={`${at}/description`} hint={draftWords.optional} />
    </>
  );
}
