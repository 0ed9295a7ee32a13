import { useState } from 'react';
import {
  type RangeRow,
  type ComparisonRow,
  type ConditionRow,
  type ConditionScope,
  conditionsOf,
  type GroupRow,
  type LinesRow,
  rowOf,
} from '../../../model/campaigns/condition-rows.ts';
import { type Json, listAt, valueAt } from '../../../model/drafts/draft.ts';
import { faultAt, type FieldFaults } from '../../../model/drafts/field-faults.ts';
import { jsonTextOf, parsed } from '../../../model/json-text.ts';
import { RemoveButton } from '../../../parts/forms/draft-buttons.tsx';
import { DraftChoice } from '../../../parts/forms/draft-fields.tsx';
import { optionsOf, useDraft } from '../../../parts/forms/draft-state.tsx';
import { AreaField } from '../../../parts/forms/field.tsx';
import { useFaults } from '../../../parts/forms/form.tsx';
import { AddCondition } from './add-condition.tsx';
import { addedTo } from './new-conditions.ts';
import { useNextField } from './next-field.ts';
import { BetweenFields, ComparisonFields, LinesFields } from './row-fields.tsx';
import { conditionWords as words } from './words.ts';
import * as own from './conditions.module.css';
import * as draftCss from '../../../parts/forms/draft.module.css';

interface TreeProps {
  /** JSON pointer of the tree; something stands there. */
  readonly at: string;
  readonly scope: ConditionScope;
  /** Removes the tree; it is null if the tree cannot be removed alone. */
  readonly onRemove: (() => void) | null;
}

/** Edits a tree of conditions as rows, with groups within groups. */
export function TreeFields({ at, scope, onRemove }: TreeProps) {
  const { draft, set } = useDraft();
  const { focusOn, added } = useNextField();
  const row = rowOf(valueAt(draft, at) ?? null, scope);
  if (row.kind === 'group')
    return <GroupFields at={at} row={row} scope={scope} level={1} place="" onRemove={onRemove} />;
  return (
    <div className={own.group}>
      <ol className={own.rows}>
        <li>
          <RowFields
            at={at}
            row={row}
            scope={scope}
            level={1}
            place="1"
            onRemove={onRemove}
            onReplace={(conditions) =>
              set(at, conditions.length === 1 ? conditions[0] : { operator: 'AND', conditions })
            }
          />
        </li>
      </ol>
      <AddCondition
        scope={scope}
        operator="AND"
        level={1}
        focusAfter={added}
        onAdd={(condition) => {
          // Both ends of a span may stand side by side with others.
          const first = conditionsOf(row.kind === 'between' ? { ...row, isApart: false } : row);
          focusOn(`${at}/conditions/${first.length.toString()}`);
          set(at, { operator: 'AND', conditions: first.concat(addedTo('AND', condition)) }, true);
        }}
      />
    </div>
  );
}

interface GroupProps extends TreeProps {
  readonly row: GroupRow;
  /** The outermost group has level 1. */
  readonly level: number;
  /** The place «2.1», for instance, is the first within the second. */
  readonly place: string;
}

function GroupFields({ at, row, scope, level, place, onRemove }: GroupProps) {
  const { draft, set } = useDraft();
  const { focusOn, added } = useNextField();
  const list = `${at}/conditions`;
  const conditions = listAt(draft, list);
  const isJoined = level > 1 || row.operator === 'OR' || row.rows.length > 1;
  const change = (next: readonly Json[]): void => {
    // A group without conditions says nothing, and the API refuses it.
    if (next.length === 0 && onRemove !== null) onRemove();
    else set(list, next);
  };
  return (
    <div className={level === 1 ? own.group : `${own.group} ${own.inner}`}>
      {isJoined ? <GroupHead at={at} level={level} place={place} onRemove={onRemove} /> : null}
      <GroupFault at={at} />
      <ol className={own.rows} data-join={row.operator}>
        {row.rows.map(({ row: inner, place: from, size }, index) => (
          // Its place is all that a row is known by.
          <li key={index}>
            <RowFields
              at={`${list}/${from.toString()}`}
              row={inner}
              scope={scope}
              level={level + 1}
              place={place === '' ? (index + 1).toString() : `${place}.${(index + 1).toString()}`}
              onRemove={
                onRemove === null && row.rows.length === 1
                  ? null
                  : () => change(conditions.toSpliced(from, size))
              }
              onReplace={(next) => change(conditions.toSpliced(from, size, ...next))}
            />
          </li>
        ))}
      </ol>
      <AddCondition
        scope={scope}
        operator={row.operator}
        level={level}
        focusAfter={added}
        onAdd={(condition) => {
          const more = addedTo(row.operator, condition);
          focusOn(`${list}/${conditions.length.toString()}`);
          more.forEach((one, offset) => set(`${list}/${(conditions.length + offset).toString()}`, one, true));
        }}
      />
    </div>
  );
}

type HeadProps = Pick<GroupProps, 'at' | 'level' | 'place' | 'onRemove'>;

function GroupHead({ at, level, place, onRemove }: HeadProps) {
  return (
    <div className={own.head}>
      <DraftChoice
        label={words.operator}
        at={`${at}/operator`}
        options={optionsOf(words.operators)}
        isLabelHidden
      />
      {level === 1 || onRemove === null ? null : (
        <RemoveButton text={words.remove(words.groupName(place))} onClick={onRemove} />
      )}
    </div>
  );
}

/** Shows the fault of the group itself; a fault of a condition is shown at the condition. */
function GroupFault({ at }: { readonly at: string }) {
  const message = groupFault(useFaults(), at);
  return message === null ? null : (
    <p className={draftCss.partFault} role="status">
      {message}
    </p>
  );
}

const groupFault = (faults: FieldFaults, at: string): string | null => {
  for (const [pointer, message] of faults)
    if (pointer === at || pointer === `${at}/conditions`) return message;
  return null;
};

interface RowProps {
  readonly at: string;
  readonly row: ConditionRow;
  readonly scope: ConditionScope;
  readonly level: number;
  readonly place: string;
  readonly onRemove: (() => void) | null;
  /** Puts other conditions into its place. */
  readonly onReplace: (conditions: readonly Json[]) => void;
}

function RowFields({ at, row, scope, level, place, onRemove, onReplace }: RowProps) {
  // While a text is typed it stays one, also where rows could show it by now.
  const [isTyped, setTyped] = useState(false);
  if (row.kind === 'group' && !isTyped)
    return <GroupFields at={at} row={row} scope={scope} level={level} place={place} onRemove={onRemove} />;
  return (
    <div className={own.row} role="group" aria-label={words.rowName(place)}>
      {isTyped || row.kind === 'group' || row.kind === 'json' ? (
        <TreeText at={at} onTyped={setTyped} />
      ) : (
        <ShownRow at={at} row={row} onReplace={onReplace} />
      )}
      {onRemove === null ? null : (
        <RemoveButton text={words.remove(words.rowName(place))} onClick={onRemove} />
      )}
    </div>
  );
}

interface ShownRowProps extends Pick<RowProps, 'at' | 'onReplace'> {
  readonly row: ComparisonRow | LinesRow | RangeRow;
}

function ShownRow({ at, row, onReplace }: ShownRowProps) {
  switch (row.kind) {
    case 'comparison':
      return <ComparisonFields at={at} row={row} />;
    case 'between':
      return <BetweenFields at={at} row={row} onReplace={onReplace} />;
    case 'lines':
      return (
        <LinesFields at={at} row={row}>
          <TreeFields at={`${at}/lines`} scope="lines" onRemove={null} />
        </LinesFields>
      );
  }
}

interface TreeTextProps {
  readonly at: string;
  readonly onTyped?: (isTyped: boolean) => void;
}

/**
 * Edits what no row can show, as JSON. Text that is not JSON is sent as it was typed, so that it is never
 * silently left out.
 */
export function TreeText({ at, onTyped }: TreeTextProps) {
  const { draft, set } = useDraft();
  const value = valueAt(draft, at) ?? null;
  const [typed, setTyped] = useState<string | null>(null);
  const said = faultAt(useFaults(), at);
  return (
    <div
      className={own.text}
      onFocus={() => onTyped?.(true)}
      onBlur={() => {
        setTyped(null);
        onTyped?.(false);
      }}
    >
      <AreaField
        label={words.asText}
        hint={words.asTextHint}
        pointer={at}
        rows={5}
        isMono
        fault={typeof value === 'string' ? words.noJson : said}
        value={typed ?? (typeof value === 'string' ? value : jsonTextOf(value))}
        onChange={(text) => {
          const read = parsed(text) as Json | undefined;
          setTyped(text);
          set(at, read === undefined ? text : read);
        }}
      />
    </div>
  );
}
