import { textAt } from '../../model/drafts/draft.ts';
import { currencySymbol } from '../../model/numbers/currency.ts';
import { shownText } from '../../model/shown-text.ts';
import { DraftNumber } from '../../parts/forms/draft-fields.tsx';
import { optionsOf, useDraft } from '../../parts/forms/draft-state.tsx';
import { SelectField } from '../../parts/forms/field.tsx';
import { words } from '../../words/index.ts';
import type { FieldKind } from './rule-tree.ts';
import { useTiers } from './use-rule-words.ts';
import { segmentWords } from './words.ts';

interface RuleValueProps {
  readonly at: string;
  readonly kind: FieldKind;
}

const label = segmentWords.editor.value;

/** The value of a line: an amount, a number, a tier or a state. */
export function RuleValue({ at, kind }: RuleValueProps) {
  if (kind === 'tier' || kind === 'state') return <ChoiceValue at={at} kind={kind} />;
  return kind === 'cents' ? (
    <DraftNumber key={kind} label={label} isLabelHidden at={at} unit="cents" before={currencySymbol()} />
  ) : (
    <DraftNumber key={kind} label={label} isLabelHidden at={at} after={segmentWords.units[kind]} />
  );
}

/** A tier that was deleted stays an option of the rule that names it. */
function ChoiceValue({ at, kind }: { readonly at: string; readonly kind: 'tier' | 'state' }) {
  const { draft, set } = useDraft();
  const chosen = textAt(draft, at);
  const none = { value: '', text: segmentWords.editor.noTier };
  const tiers = useTiers().map(({ id, name }) => ({ value: id, text: shownText(name) }));
  const known = kind === 'state' ? optionsOf(words.states) : [none].concat(tiers);
  return (
    <SelectField
      label={label}
      isLabelHidden
      pointer={at}
      value={chosen}
      options={
        known.some(({ value }) => value === chosen) ? known : known.concat({ value: chosen, text: chosen })
      }
      onChange={(next) => set(at, next === '' ? null : next)}
    />
  );
}
