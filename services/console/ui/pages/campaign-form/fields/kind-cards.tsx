import {
  Cake,
  Dices,
  Footprints,
  Gift,
  Handshake,
  type LucideIcon,
  PackageCheck,
  Percent,
  Plus,
  ShoppingBasket,
  Stamp,
  UserPlus,
  Zap,
} from 'lucide-react';
import { useRef } from 'react';
import { emptyRule, type RuleKind, ruleKinds } from '../../../model/campaigns/campaign-draft.ts';
import { type Json, textAt, valueAt } from '../../../model/drafts/draft.ts';
import { useDraft } from '../../../parts/forms/draft-state.tsx';
import { useFaults } from '../../../parts/forms/form.tsx';
import { campaignWords as words } from '../../../words/campaigns.ts';
import { campaignFormWords } from '../words.ts';
import * as css from '../../../styles/common.module.css';
import * as kindsCss from '../campaign-form.module.css';
import * as fieldCss from '../../../parts/forms/field.module.css';

const icons: Readonly<Record<RuleKind, LucideIcon>> = {
  SPEND_PERCENTAGE: Percent,
  FIXED_POINTS: Plus,
  VISIT_FIXED: Footprints,
  PRODUCT_PURCHASE: ShoppingBasket,
  STAMP_CARD: Stamp,
  SURPRISE_DELIGHT: Gift,
  PURCHASE_REWARD: PackageCheck,
  RANDOM: Dices,
  SIGNUP_BONUS: UserPlus,
  ON_DEMAND: Cake,
  REFERRAL_BONUS: Handshake,
  EVENT_TRIGGER: Zap,
};

/** The twelve kinds of rules. What was typed for a kind is still there when it is chosen again. */
export function KindCards() {
  const { draft, set } = useDraft();
  const own = useFaults().get('/earningRule') ?? null;
  const kept = useRef(new Map<string, Json>());
  const chosen = textAt(draft, '/earningRule/type');
  return (
    <fieldset className={kindsCss.kindsSet}>
      <legend className={css.vh}>{campaignFormWords.kind}</legend>
      <div className={kindsCss.kinds}>
        {ruleKinds.map((kind) => {
          const Icon = icons[kind];
          return (
            <label key={kind} className={kindsCss.kind}>
              <input
                type="radio"
                className={css.vh}
                name="/earningRule/type"
                value={kind}
                checked={chosen === kind}
                onChange={() => {
                  kept.current.set(chosen, valueAt(draft, '/earningRule') ?? null);
                  set('/earningRule', kept.current.get(kind) ?? emptyRule(kind));
                }}
              />
              <Icon size={16} aria-hidden />
              <b>{words.kinds[kind]}</b>
              <small>{words.kindsAbout[kind]}</small>
            </label>
          );
        })}
      </div>
      <small className={fieldCss.fault} role="status">
        {own}
      </small>
    </fieldset>
  );
}
