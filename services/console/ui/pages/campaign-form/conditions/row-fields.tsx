import type { ReactNode } from 'react';
import {
  type RangeRow,
  type ComparisonRow,
  conditionFields,
  conditionsOf,
  lineFields,
  type LinesRow,
  lineSums,
  type RowField,
  valueFor,
  writtenField,
} from '../../../model/campaigns/condition-rows.ts';
import { isSameJson, type Json, valueAt } from '../../../model/drafts/draft.ts';
import { currencySymbol } from '../../../model/numbers/currency.ts';
import { DraftNumber, PartFault } from '../../../parts/forms/draft-fields.tsx';
import { useDraft } from '../../../parts/forms/draft-state.tsx';
import { SelectField, TextField } from '../../../parts/forms/field.tsx';
import { begunCondition } from './new-conditions.ts';
import { ValueFields } from './value-fields.tsx';
import { conditionWords as words } from './words.ts';
import * as css from '../../../styles/common.module.css';
import * as own from './conditions.module.css';

interface ComparisonProps {
  readonly at: string;
  readonly row: ComparisonRow;
}

/** Edits one comparison as a sentence: field, operator, value. */
export function ComparisonFields({ at, row }: ComparisonProps) {
  const { field, op } = row;
  return (
    <div className={own.parts}>
      <SubjectFields at={at} row={row} />
      <OpField at={at} op={op} field={field} />
      <ValueFields at={`${at}/value`} op={op} form={conditionFields[field].form} />
      {field === 'days_since_last_txn' ? <span className={own.word}>{words.daysAgo}</span> : null}
      <PartFault at={at} />
      {hasOwnField(field) ? null : <PartFault at={`${at}/field`} />}
    </div>
  );
}

/** Returns true if a control holds the field, and shows what is wrong with it. */
const hasOwnField = (field: RowField): boolean =>
  isLineField(field) || field === 'attributes' || field === 'payload' || field === 'path';

const isLineField = (field: RowField): boolean => lineFields.some((one) => one === field);

/** What is compared: of lines it is chosen, attributes and paths are typed, and whatever else is a word. */
function SubjectFields({ at, row: { field, name } }: ComparisonProps) {
  const { set } = useDraft();
  if (isLineField(field))
    return (
      <SelectField
        label={words.lineField}
        isLabelHidden
        pointer={`${at}/field`}
        value={field}
        options={lineFields.map((one) => ({ value: one, text: words.subjects[one] }))}
        onChange={(next) => {
          // The values of a price differ from those of a category or a product.
          const isAlike = (next === 'unit_price_cents') === (field === 'unit_price_cents');
          if (isAlike) set(`${at}/field`, next);
          else set(at, begunCondition(next === 'sku' || next === 'category' ? next : 'price'), true);
        }}
      />
    );
  return (
    <>
      <span className={own.word}>{words.subjects[field]}</span>
      {field === 'attributes' || field === 'payload' || field === 'path' ? (
        <TextField
          label={words.nameOf[field]}
          isLabelHidden
          pointer={`${at}/field`}
          isMono
          value={name}
          placeholder={words.nameHints[field]}
          onChange={(next) => set(`${at}/field`, writtenField({ field, name: next }))}
        />
      ) : null}
    </>
  );
}

interface OpProps {
  readonly at: string;
  readonly op: string;
  readonly field: RowField;
}

function OpField({ at, op, field }: OpProps) {
  const { form, ops } = conditionFields[field];
  const texts: Readonly<Record<string, string>> = {
    ...words.ops,
    ...wordsIn(words.opsOfForm, form),
    ...wordsIn(words.opsOfField, field),
  };
  return <OpSelect at={at} op={op} options={ops.map((one) => ({ value: one, text: texts[one] ?? one }))} />;
}

const wordsIn = (
  table: Readonly<Record<string, Readonly<Record<string, string>>>>,
  name: string,
): Readonly<Record<string, string>> => (Object.hasOwn(table, name) ? (table[name] ?? {}) : {});

interface OpSelectProps {
  readonly at: string;
  readonly op: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

function OpSelect({ at, op, options }: OpSelectProps) {
  const { draft, set } = useDraft();
  return (
    <SelectField
      label={words.op}
      isLabelHidden
      pointer={`${at}/op`}
      value={op}
      options={options}
      onChange={(next) => {
        const before = valueAt(draft, `${at}/value`);
        const after = valueFor(next, before);
        set(`${at}/op`, next);
        if (!isSameJson(before, after)) set(`${at}/value`, after, true);
      }}
    />
  );
}

interface BetweenProps {
  readonly at: string;
  readonly row: RangeRow;
  readonly onReplace: (conditions: readonly Json[]) => void;
}

/**
 * Edits both ends of a range of times. If it goes over midnight, one of the ends is enough, and the tree is
 * written with OR.
 */
export function BetweenFields({ at, row, onReplace }: BetweenProps) {
  const { set } = useDraft();
  const { from, to } = row;
  const pointers = row.isApart ? [`${at}/conditions/0`, `${at}/conditions/1`] : [at, nextTo(at)];
  const [fromAt = at, toAt = at] = pointers.map((pointer) => `${pointer}/value`);
  const change = (pointer: string, next: Pick<RangeRow, 'from' | 'to'>): void => {
    const changed = conditionsOf({ ...row, ...next });
    const isAlike = isSameJson(shapeOf(changed), shapeOf(conditionsOf(row)));
    if (isAlike) set(pointer, pointer === fromAt ? next.from : next.to);
    else onReplace(changed);
  };
  return (
    <div className={own.parts}>
      <span className={own.word}>{words.betweenTimes}</span>
      <TextField
        label={words.from}
        isLabelHidden
        pointer={fromAt}
        type="time"
        value={from}
        onChange={(next) => change(fromAt, { from: next, to })}
      />
      <span className={own.word}>{words.and}</span>
      <TextField
        label={words.to}
        isLabelHidden
        pointer={toAt}
        type="time"
        value={to}
        onChange={(next) => change(toAt, { from, to: next })}
      />
      {from !== '' && to !== '' && from > to ? (
        <span className={`${own.word} ${own.quiet} ${css.faint}`}>{words.overMidnight}</span>
      ) : null}
      <PartFault at={at} />
    </div>
  );
}

/** Returns the pointer to the next place in a list. */
const nextTo = (pointer: string): string =>
  pointer.replace(/\d+$/, (place) => (Number(place) + 1).toString());

/** How many conditions there are, and how a group of them is joined. */
const shapeOf = (conditions: readonly Json[]): Json => [
  conditions.length,
  valueAt(conditions, '/0/operator') ?? null,
];

interface LinesProps {
  readonly at: string;
  readonly row: LinesRow;
  /** These are the lines that are meant. */
  readonly children: ReactNode;
}

/** Edits what the basket must have: any of these lines, or a sum over them. */
export function LinesFields({ at, row: { sum }, children }: LinesProps) {
  const { draft, set } = useDraft();
  const lines = valueAt(draft, `${at}/lines`);
  const measure = sum?.field ?? '';
  return (
    <div className={own.lines}>
      <div className={own.parts}>
        <span className={own.word}>{words.basket}</span>
        {sum === null ? null : (
          <>
            <OpSelect
              at={at}
              op={sum.op}
              options={lineSums[sum.field].ops.map((one) => ({ value: one, text: words.sumOps[one] }))}
            />
            <DraftNumber
              label={words.value}
              isLabelHidden
              at={`${at}/value`}
              {...(sum.field === 'spend_cents' ? { unit: 'cents' as const, before: currencySymbol() } : {})}
            />
          </>
        )}
        <SelectField
          label={words.measure}
          isLabelHidden
          pointer={`${at}/field`}
          value={measure}
          options={Object.entries(words.measures).map(([value, text]) => ({ value, text }))}
          onChange={(next) => {
            if (next === '') set(at, { lines });
            else if (sum !== null && !isCents(next) && !isCents(sum.field)) set(`${at}/field`, next);
            else set(at, { lines, field: next, op: sum?.op ?? 'gte', value: isCents(next) ? '' : 1 }, true);
          }}
        />
        <span className={own.word}>{words.of}</span>
        <PartFault at={at} />
      </div>
      {children}
    </div>
  );
}

const isCents = (field: string): boolean => field === 'spend_cents';
