import { useState } from 'react';
import { type ValueForm, weekdays } from '../../../model/campaigns/condition-rows.ts';
import {
  isJsonList,
  isSameJson,
  type Json,
  listAt,
  textAt,
  textsAt,
  valueAt,
} from '../../../model/drafts/draft.ts';
import { faultAt } from '../../../model/drafts/field-faults.ts';
import { currencySymbol } from '../../../model/numbers/currency.ts';
import { numberField } from '../../../model/numbers/typed-number.ts';
import { DraftNumber, DraftText } from '../../../parts/forms/draft-fields.tsx';
import { DraftList } from '../../../parts/forms/draft-list.tsx';
import { optionsOf, useDraft } from '../../../parts/forms/draft-state.tsx';
import { SelectField, TextField } from '../../../parts/forms/field.tsx';
import { useFaults } from '../../../parts/forms/form.tsx';
import { SegmentFields, TierFields } from './id-fields.tsx';
import { plainKindOf, plainKinds, type PlainKind, plainText, typedPlain } from './typed-plain.ts';
import { conditionWords as words } from './words.ts';
import * as css from '../../../styles/common.module.css';
import * as own from './conditions.module.css';
import * as fieldCss from '../../../parts/forms/field.module.css';

interface ValueProps {
  readonly at: string;
  readonly op: string;
  readonly form: ValueForm;
}

const isList = (op: string): boolean => op === 'in' || op === 'not_in';

/** Edits the value with which a field is compared. */
export function ValueFields({ at, op, form }: ValueProps) {
  if (op === 'exists') return <TruthField at={at} />;
  const isMany = isList(op);
  switch (form) {
    case 'days':
      return isMany ? <DayFields at={at} /> : <DayField at={at} />;
    case 'tier':
      return <TierFields at={at} op={op} />;
    case 'segment':
      return <SegmentFields at={at} op={op} />;
    case 'plain':
      return <PlainFields at={at} isList={isMany} />;
    case 'whole':
    case 'cents':
      return <NumberFields at={at} isList={isMany} isCents={form === 'cents'} />;
    case 'date':
    case 'time':
    case 'text':
      return <TextFields at={at} isList={isMany} form={form} />;
  }
}

interface NumberProps {
  readonly at: string;
  readonly isList: boolean;
  readonly isCents: boolean;
}

function NumberFields({ at, isList: isMany, isCents }: NumberProps) {
  const unit = isCents ? 'cents' : 'number';
  if (isMany) return <DraftList label={words.value} isLabelHidden isNeeded at={at} unit={unit} />;
  return (
    <DraftNumber
      label={words.value}
      isLabelHidden
      at={at}
      unit={unit}
      {...(isCents ? { before: currencySymbol() } : {})}
    />
  );
}

const forms = {
  date: /^$|^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  time: /^$|^([01]\d|2[0-3]):[0-5]\d$/,
};

interface TextProps {
  readonly at: string;
  readonly isList: boolean;
  readonly form: 'date' | 'time' | 'text';
}

function TextFields({ at, isList: isMany, form }: TextProps) {
  if (isMany) return <DraftList label={words.value} isLabelHidden isNeeded at={at} />;
  if (form === 'text') return <DraftText label={words.value} isLabelHidden at={at} isMono empty="" />;
  return <MomentField at={at} form={form} />;
}

/** What a browser's field for days or times cannot hold is shown as it is written. */
function MomentField({ at, form }: { readonly at: string; readonly form: 'date' | 'time' }) {
  const { draft, set } = useDraft();
  const text = textAt(draft, at);
  return (
    <TextField
      label={words.value}
      isLabelHidden
      pointer={at}
      type={forms[form].test(text) ? form : 'text'}
      value={text}
      onChange={(next) => set(at, next)}
    />
  );
}

function DayField({ at }: { readonly at: string }) {
  const { draft, set } = useDraft();
  return (
    <SelectField
      label={words.value}
      isLabelHidden
      pointer={at}
      value={textAt(draft, at)}
      options={[{ value: '', text: words.chooseDay }].concat(optionsOf(words.days))}
      onChange={(next) => set(at, next)}
    />
  );
}

/** Days of the week, each by itself. */
function DayFields({ at }: { readonly at: string }) {
  const { draft, set } = useDraft();
  const fault = faultAt(useFaults(), at);
  const chosen = textsAt(draft, at);
  return (
    <fieldset className={`${fieldCss.field} ${own.days}`}>
      <legend className={css.vh}>{words.value}</legend>
      <span className={own.daysRow}>
        {weekdays.map((day) => (
          <label key={day} className={own.dayBox}>
            <input
              type="checkbox"
              className={css.vh}
              name={at}
              value={day}
              checked={chosen.includes(day)}
              aria-invalid={fault === null ? undefined : true}
              onChange={({ target }) =>
                set(
                  at,
                  weekdays.filter((one) => (one === day ? target.checked : chosen.includes(one))),
                )
              }
            />
            {words.days[day]}
          </label>
        ))}
      </span>
      <small className={fieldCss.fault} role="status">
        {fault}
      </small>
    </fieldset>
  );
}

/** What was typed, for the value that it became. */
interface Typed {
  readonly text: string;
  readonly kind: PlainKind;
  readonly value: Json;
}

interface PlainProps {
  readonly at: string;
  readonly isList: boolean;
}

/** A value of JSON: a text alone does not say whether `40` is a number. */
function PlainFields({ at, isList: isMany }: PlainProps) {
  return isMany ? <PlainList at={at} /> : <PlainValue at={at} />;
}

function PlainList({ at }: { readonly at: string }) {
  const { draft, set } = useDraft();
  const items = listAt(draft, at);
  const [chosen, setChosen] = useState<PlainKind>('text');
  const isNumbers = items.length === 0 ? chosen === 'number' : items.some((one) => typeof one === 'number');
  return (
    <>
      <KindField
        kind={isNumbers ? 'number' : 'text'}
        kinds={['text', 'number']}
        onChange={(kind) => {
          setChosen(kind);
          if (items.length > 0)
            set(
              at,
              items.map((one) => typedPlain(plainText(one), kind)),
            );
        }}
      />
      <DraftList
        label={words.value}
        isLabelHidden
        at={at}
        {...(isNumbers ? { unit: 'number' as const } : {})}
      />
    </>
  );
}

function PlainValue({ at }: { readonly at: string }) {
  const { draft, set } = useDraft();
  const value = valueAt(draft, at);
  const [typed, setTyped] = useState<Typed | null>(null);
  const own = typed !== null && isSameJson(typed.value, value) ? typed : null;
  const kind = own?.kind ?? plainKindOf(value);
  const text = own?.text ?? shownPlain(value);
  const say = (nextText: string, as: PlainKind): void => {
    const next = typedPlain(nextText, as);
    setTyped({ text: nextText, kind: as, value: next });
    set(at, next);
  };
  return (
    <>
      <KindField kind={kind} kinds={plainKinds} onChange={(next) => say(text, next)} />
      {kind === 'nothing' ? null : kind === 'truth' ? (
        <TruthField at={at} />
      ) : (
        <TextField
          label={words.value}
          isLabelHidden
          pointer={at}
          value={text}
          onChange={(next) => say(next, kind)}
        />
      )}
    </>
  );
}

const shownPlain = (value: Json | undefined): string =>
  typeof value === 'number' ? numberField(value) : plainText(isJsonList(value) ? value[0] : value);

interface KindProps {
  readonly kind: PlainKind;
  readonly kinds: readonly PlainKind[];
  readonly onChange: (kind: PlainKind) => void;
}

function KindField({ kind, kinds, onChange }: KindProps) {
  return (
    <SelectField
      label={words.valueKind}
      isLabelHidden
      value={kind}
      options={kinds.map((one) => ({ value: one, text: words.valueKinds[one] }))}
      onChange={(next) => onChange(kinds.find((one) => one === next) ?? 'text')}
    />
  );
}

function TruthField({ at }: { readonly at: string }) {
  const { draft, set } = useDraft();
  return (
    <SelectField
      label={words.value}
      isLabelHidden
      pointer={at}
      value={(valueAt(draft, at) !== false).toString()}
      options={optionsOf(words.truths)}
      onChange={(value) => set(at, value === 'true')}
    />
  );
}
