import { useState } from 'react';
import { type Json, textAt, valueAt } from '../../model/drafts/draft.ts';
import { centsField, numberField, typedCents, typedNumber } from '../../model/numbers/typed-number.ts';
import { typedShare } from '../../model/numbers/typed-share.ts';
import { draftWords as words } from '../../words/draft.ts';
import { useDraft } from './draft-state.tsx';
import { CheckField, Field, SelectField, TextField } from './field.tsx';
import { useFaults } from './form.tsx';
import * as css from '../../styles/common.module.css';
import * as draftCss from './draft.module.css';
import * as fieldCss from './field.module.css';

export interface PlaceProps {
  readonly label: string;
  /** The JSON pointer to the value that the field edits. */
  readonly at: string;
  readonly hint?: string;
  readonly isLabelHidden?: boolean;
}

/** Shows what the API says about a part that has fields of its own. */
export function PartFault({ at }: { readonly at: string }) {
  const fault = useFaults().get(at);
  return fault === undefined ? null : (
    <p className={draftCss.partFault} role="status">
      {fault}
    </p>
  );
}

interface TextProps extends PlaceProps {
  readonly isMono?: boolean;
  readonly placeholder?: string;
  /** Stands for an empty text where the API wants one; else that is left out. */
  readonly empty?: null | '';
}

export function DraftText({ at, empty, ...field }: TextProps) {
  const { draft, set } = useDraft();
  return (
    <TextField
      {...field}
      pointer={at}
      value={textAt(draft, at)}
      onChange={(text) => set(at, text === '' ? empty : text)}
    />
  );
}

/** A value with the words by which a person looks for it. */
interface Suggestion {
  readonly value: string;
  readonly text: string;
}

const suggested = (one: string | Suggestion): Suggestion =>
  typeof one === 'string' ? { value: one, text: '' } : one;

/** A text field with suggestions, which narrow while one types; none of them must be used. */
export function DraftSuggested({
  at,
  label,
  hint,
  suggestions,
}: PlaceProps & { readonly suggestions: readonly (string | Suggestion)[] }) {
  const { draft, set } = useDraft();
  return (
    <Field label={label} pointer={at} {...(hint === undefined ? {} : { hint })}>
      {(parts) => (
        <span className={fieldCss.affix}>
          <input
            {...parts}
            className={css.mono}
            autoComplete="off"
            spellCheck={false}
            list={`${parts.id}-list`}
            value={textAt(draft, at)}
            onChange={({ target }) => set(at, target.value === '' ? undefined : target.value)}
          />
          <datalist id={`${parts.id}-list`}>
            {suggestions.map(suggested).map(({ value, text }) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </datalist>
        </span>
      )}
    </Field>
  );
}

/** The units in which numbers are typed and shown. */
export const units = {
  number: { read: typedNumber, write: numberField, example: 1_000.5 },
  cents: { read: typedCents, write: centsField, example: 100_050 },
  /** A fraction that is shown as a percentage. */
  share: {
    read: typedShare,
    write: (value: number) => numberField(Number((value * 100).toPrecision(12))),
    example: 0.125,
  },
} as const;

interface NumberProps extends PlaceProps {
  readonly unit?: keyof typeof units;
  readonly before?: string;
  readonly after?: string;
}

/**
 * A field for a number. Text that cannot be read as a number is sent as it was typed, so that the API says
 * what it expects.
 */
export function DraftNumber({ at, unit = 'number', before, after, ...named }: NumberProps) {
  const { draft, set } = useDraft();
  const [typed, setTyped] = useState<{ readonly text: string; readonly value: Json | undefined } | null>(
    null,
  );
  const value = valueAt(draft, at);
  const { read, write, example } = units[unit];
  const written = typeof value === 'number' ? write(value) : typeof value === 'string' ? value : '';
  const shown = typed !== null && typed.value === value ? typed.text : written;
  return (
    <Field
      {...named}
      pointer={at}
      fault={typeof value === 'string' ? words.notANumber(write(example)) : null}
      typed={shown}
      writeBound={unit === 'number' ? undefined : write}
    >
      {(parts) => (
        <span className={fieldCss.affix}>
          {before === undefined ? null : <span>{before}</span>}
          <input
            {...parts}
            className={css.num}
            inputMode="decimal"
            autoComplete="off"
            value={shown}
            onChange={({ target: { value: text } }) => {
              const next = text.trim() === '' ? undefined : (read(text) ?? text);
              setTyped({ text, value: next });
              set(at, next);
            }}
          />
          {after === undefined ? null : <span>{after}</span>}
        </span>
      )}
    </Field>
  );
}

interface CheckProps extends Pick<PlaceProps, 'label' | 'at' | 'hint'> {
  /** Stands where it is not checked; undefined: nothing is said then. */
  readonly off: false | undefined;
}

export function DraftCheck({ label, at, hint, off }: CheckProps) {
  const { draft, set } = useDraft();
  return (
    <div className={draftCss.check}>
      <CheckField
        label={label}
        isChecked={valueAt(draft, at) === true}
        onChange={(isChecked) => set(at, isChecked ? true : off)}
      />
      {hint === undefined ? null : <small className={`${css.small} ${css.faint}`}>{hint}</small>}
      <PartFault at={at} />
    </div>
  );
}

interface ChoiceProps extends PlaceProps {
  readonly options: readonly { readonly value: string; readonly text: string }[];
  /** What it is where nothing is said. */
  readonly unless?: string;
  /** Also says what follows from a choice. */
  readonly onChoose?: (value: string) => void;
}

/** A choice. The empty value means that the field is left out. */
export function DraftChoice({ at, options, unless = '', onChoose, ...field }: ChoiceProps) {
  const { draft, set } = useDraft();
  return (
    <SelectField
      {...field}
      pointer={at}
      options={options}
      value={textAt(draft, at) || unless}
      onChange={(value) => {
        set(at, value === '' ? undefined : value);
        onChoose?.(value);
      }}
    />
  );
}
