import { useState } from 'react';
import { textAt, valueAt } from '../../model/draft.ts';
import { centsField, numberField, typedCents, typedNumber } from '../../model/typed-number.ts';
import { useDraft } from '../../parts/draft-state.tsx';
import { SelectField, TextField } from '../../parts/field.tsx';

interface AtProps {
  readonly label: string;
  /** JSON pointer of what it fills. */
  readonly at: string;
  readonly hint?: string;
}

/** An empty text is left out, or is null where the API wants that. */
export function TextAt({ at, empty, ...field }: AtProps & { readonly empty?: null | '' }) {
  const { draft, set } = useDraft();
  return (
    <TextField
      {...field}
      pointer={at}
      value={textAt(draft, at)}
      onChange={(text) => {
        set(at, text === '' ? empty : text);
      }}
    />
  );
}

interface NumberAtProps extends AtProps {
  readonly isCents?: boolean;
  readonly before?: string;
  readonly after?: string;
}

/** Text that is no number is sent as it was typed, for the API to say what it wants. */
export function NumberAt({ at, isCents = false, ...field }: NumberAtProps) {
  const { draft, set } = useDraft();
  const [text, setText] = useState(() => {
    const value = valueAt(draft, at);
    return typeof value === 'number' ? (isCents ? centsField : numberField)(value) : textAt(draft, at);
  });
  return (
    <TextField
      {...field}
      pointer={at}
      inputMode="decimal"
      value={text}
      onChange={(typed) => {
        setText(typed);
        set(at, typed.trim() === '' ? undefined : ((isCents ? typedCents : typedNumber)(typed) ?? typed));
      }}
    />
  );
}

interface ChoiceAtProps extends AtProps {
  readonly options: readonly { readonly value: string; readonly text: string }[];
  /** What else follows from a choice. */
  readonly onChoose?: (value: string) => void;
}

export function ChoiceAt({ at, options, onChoose, ...field }: ChoiceAtProps) {
  const { draft, set } = useDraft();
  return (
    <SelectField
      {...field}
      pointer={at}
      options={options}
      value={textAt(draft, at)}
      onChange={(value) => {
        if (onChoose === undefined) set(at, value === '' ? undefined : value);
        else onChoose(value);
      }}
    />
  );
}
