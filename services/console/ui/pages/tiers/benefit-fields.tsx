import { Plus, X } from 'lucide-react';
import { isJsonList, type Json, listAt, textAt, valueAt } from '../../model/draft.ts';
import { shownText } from '../../model/shown-text.ts';
import { newBenefits, newRewardValue } from '../../model/tier-body.ts';
import { TextField } from '../../parts/field.tsx';
import { words } from '../../words/index.ts';
import { tierWords } from '../../words/tiers.ts';
import { optionsOf, useDraft } from '../../parts/draft-state.tsx';
import { ChoiceAt, NumberAt, TextAt } from './tier-fields.tsx';
import { useCampaigns } from '../../api/use-campaigns.ts';

const texts = tierWords.form;

/** What the tier gives, one after the other; a kind that is not known here stays as it is. */
export function BenefitFields() {
  const { draft, set } = useDraft();
  const benefits = listAt(draft, '/benefits');
  const keys = benefits.map((_, place) => `/benefits/${place.toString()}`);
  return (
    <fieldset className="group">
      <legend className="label">{texts.benefits}</legend>
      {benefits.length === 0 ? <p className="small faint">{texts.noBenefits}</p> : null}
      {keys.map((at, place) => (
        // Places move up as one is removed, so what is typed is keyed by how many there are too.
        <Benefit key={`${benefits.length.toString()} ${at}`} at={at} place={(place + 1).toString()} />
      ))}
      <p>
        <button
          type="button"
          className="btn"
          data-small
          onClick={() => {
            set('/benefits', benefits.concat([newBenefits['LABEL'] ?? {}]));
          }}
        >
          <Plus size={14} /> {texts.add}
        </button>
      </p>
    </fieldset>
  );
}

function Benefit({ at, place }: { readonly at: string; readonly place: string }) {
  const { draft, set } = useDraft();
  const type = textAt(draft, `${at}/type`);
  const isKnown = type in newBenefits;
  const options = optionsOf(texts.kinds).concat(isKnown ? [] : [{ value: type, text: type }]);
  return (
    <div className="benefit">
      <div className="benefit-head">
        <ChoiceAt
          label={texts.kind(place)}
          at={`${at}/type`}
          options={options}
          onChoose={(chosen) => {
            set(at, newBenefits[chosen]);
          }}
        />
        <button
          type="button"
          className="copy remove"
          aria-label={texts.remove(place)}
          title={texts.remove(place)}
          onClick={() => {
            set(at, undefined);
          }}
        >
          <X size={16} />
        </button>
      </div>
      <KindFields key={type} type={type} at={at} />
    </div>
  );
}

function KindFields({ type, at }: { readonly type: string; readonly at: string }) {
  switch (type) {
    case 'LABEL':
      return <TextAt label={texts.perk} at={`${at}/description`} empty="" />;
    case 'EARN_MULTIPLIER':
      return <NumberAt label={texts.multiplier} hint={texts.multiplierHint} at={`${at}/multiplier`} />;
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
  return <ChoiceAt label={texts.campaign} at={at} options={[first].concat(campaigns)} />;
}

function RewardFields({ at }: { readonly at: string }) {
  const { draft, set } = useDraft();
  const type = textAt(draft, `${at}/rewardType`);
  return (
    <>
      <div className="row2">
        <ChoiceAt
          label={texts.rewardType}
          at={`${at}/rewardType`}
          options={optionsOf(words.member.rewardTypes)}
          onChoose={(chosen) => {
            set(`${at}/rewardType`, chosen);
            set(`${at}/value`, newRewardValue(chosen));
          }}
        />
        <NumberAt label={texts.validDays} hint={texts.validHint} after={texts.days} at={`${at}/validDays`} />
      </div>
      <ValueFields key={type} type={type} at={`${at}/value`} />
    </>
  );
}

function ValueFields({ type, at }: { readonly type: string; readonly at: string }) {
  switch (type) {
    case 'GIFT_CARD':
      return (
        <div className="row2">
          <NumberAt label={texts.amount} at={`${at}/amount`} isCents before={tierWords.rand} />
          <TextAt label={texts.currency} hint={texts.currencyHint} at={`${at}/currency`} />
        </div>
      );
    case 'COUPON_VOUCHER':
      return (
        <div className="row2">
          <TextAt label={texts.provider} at={`${at}/provider`} />
          <TextAt label={texts.description} at={`${at}/description`} />
        </div>
      );
    case 'DISCOUNT_VOUCHER':
      return <DiscountFields at={at} />;
    case 'FREE_ITEM':
      return (
        <div className="row2">
          <TextAt label={texts.description} at={`${at}/description`} />
          <SkuField at={`${at}/skus`} />
        </div>
      );
    default:
      return null;
  }
}

function DiscountFields({ at }: { readonly at: string }) {
  const { draft } = useDraft();
  const isFixed = textAt(draft, `${at}/discountType`) === 'FIXED';
  return (
    <>
      <div className="row2">
        <ChoiceAt
          label={texts.discountType}
          at={`${at}/discountType`}
          options={optionsOf(texts.discountTypes)}
        />
        {isFixed ? (
          <NumberAt key="cents" label={texts.amount} at={`${at}/value`} isCents before={tierWords.rand} />
        ) : (
          <NumberAt key="percent" label={texts.percent} at={`${at}/value`} after="%" />
        )}
      </div>
      <TextAt label={texts.description} at={`${at}/description`} />
    </>
  );
}

/** References by commas; none is no list. */
function SkuField({ at }: { readonly at: string }) {
  const { draft, set } = useDraft();
  const skus = valueAt(draft, at);
  return (
    <TextField
      label={texts.skus}
      hint={texts.skusHint}
      pointer={at}
      isMono
      value={isJsonList(skus) ? skus.map(skuText).join(',') : ''}
      onChange={(text) => {
        set(at, text === '' ? undefined : text.split(',').map((sku) => sku.trimStart()));
      }}
    />
  );
}

const skuText = (sku: Json): string => (typeof sku === 'string' ? sku : JSON.stringify(sku));
