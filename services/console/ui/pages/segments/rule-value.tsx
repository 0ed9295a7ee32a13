import type { Schemas } from '@loyalty/client';
import { shownText } from '../../model/shown-text.ts';
import { words } from '../../words/index.ts';
import { kindOfField, type RuleComparison } from './rule-tree.ts';
import { segmentWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as fieldCss from '../../parts/forms/field.module.css';

interface RuleValueProps {
  readonly line: RuleComparison;
  readonly tiers: readonly Schemas['Tier'][];
  /** The id of what is wrong with it; null where nothing is. */
  readonly described: string | null;
  readonly onChange: (text: string) => void;
}

/** Edits the value of a line: an amount, a number, a tier or a state. */
export function RuleValue({ line, tiers, described, onChange }: RuleValueProps) {
  const kind = kindOfField(line.field);
  const parts = {
    'aria-label': segmentWords.editor.value,
    'aria-invalid': described === null ? undefined : true,
    'aria-describedby': described ?? undefined,
  } as const;
  if (kind === 'tier' || kind === 'state')
    return (
      <select
        {...parts}
        className={fieldCss.input}
        value={line.text}
        onChange={({ target }) => onChange(target.value)}
      >
        {optionsOf(kind, tiers, line.text).map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    );
  return (
    <span className={fieldCss.affix}>
      {kind === 'cents' ? <span>{segmentWords.rand}</span> : null}
      <input
        {...parts}
        type="text"
        inputMode={kind === 'cents' ? 'decimal' : 'numeric'}
        autoComplete="off"
        className={css.num}
        value={line.text}
        onChange={({ target }) => onChange(target.value)}
      />
      {kind === 'cents' ? null : <span>{segmentWords.units[kind]}</span>}
    </span>
  );
}

type Option = readonly [value: string, text: string];

/** A tier that was deleted stays an option of the rule that names it. */
const optionsOf = (
  kind: 'tier' | 'state',
  tiers: readonly Schemas['Tier'][],
  chosen: string,
): readonly Option[] => {
  if (kind === 'state') return Object.entries(words.states);
  const none: Option = ['', segmentWords.editor.noTier];
  const known = tiers.map(({ id, name }): Option => [id, shownText(name)]);
  const options = [none].concat(known);
  return options.some(([value]) => value === chosen) ? options : options.concat([[chosen, chosen]]);
};
