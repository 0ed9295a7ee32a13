import { shownText } from '../../model/shown-text.ts';
import { AreaField, SelectField, TextField } from '../../parts/forms/field.tsx';
import { boundsText, choiceText } from './bounds-text.ts';
import { type PayloadField, type PayloadTexts, pointerOfField } from './payload-form.ts';
import { eventWords } from './words.ts';

const texts = eventWords.tester;

interface PayloadFieldsProps {
  readonly fields: readonly PayloadField[];
  readonly texts: PayloadTexts;
  readonly onChange: (pointer: string, text: string) => void;
}

/** Edits a payload as a form, by the schema of its definition. */
export function PayloadFields({ fields, texts: typed, onChange }: PayloadFieldsProps) {
  return fields.map((field) => {
    const pointer = pointerOfField(field);
    return (
      <OneField
        key={pointer}
        field={field}
        text={typed[pointer] ?? ''}
        onChange={(text) => onChange(pointer, text)}
      />
    );
  });
}

interface OneFieldProps {
  readonly field: PayloadField;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

function OneField({ field, text, onChange }: OneFieldProps) {
  const { path, kind, isIdentity, isRequired } = field;
  const role = isIdentity ? [eventWords.identity] : isRequired ? [eventWords.required] : [];
  const parts = {
    label: shownText(path.join('.')),
    hint: role
      .concat(boundsText(field))
      .filter((note) => note !== '')
      .join(', '),
    pointer: pointerOfField(field),
    value: text,
    onChange,
  };
  switch (kind) {
    case 'json':
      return <AreaField {...parts} rows={2} isMono />;
    case 'choice':
    case 'yesNo':
      return <SelectField {...parts} options={optionsOf(field)} />;
    case 'number':
      return <TextField {...parts} inputMode="decimal" />;
    case 'text':
      return <TextField {...parts} />;
  }
}

/** Values are JSON, because a choice may be of any type. */
const optionsOf = ({ kind, choices }: PayloadField) => {
  const absent = { value: '', text: texts.absent };
  if (kind === 'yesNo')
    return [absent, { value: 'true', text: texts.yes }, { value: 'false', text: texts.no }];
  return [absent].concat(choices.map((value) => ({ value, text: choiceText(value) })));
};
