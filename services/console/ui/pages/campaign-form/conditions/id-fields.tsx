import { createContext, use } from 'react';
import { useMode } from '../../../app/mode.ts';
import { isJsonList, type Json, listAt, valueAt } from '../../../model/drafts/draft.ts';
import { faultAt } from '../../../model/drafts/field-faults.ts';
import { shownText } from '../../../model/shown-text.ts';
import { Token } from '../../../parts/forms/draft-list.tsx';
import { optionsOf, useDraft } from '../../../parts/forms/draft-state.tsx';
import { Field, SelectField } from '../../../parts/forms/field.tsx';
import { useFaults } from '../../../parts/forms/form.tsx';
import { useSegments, useTiers } from '../programme-lists.ts';
import { conditionWords as words } from './words.ts';
import * as draftCss from '../../../parts/forms/draft.module.css';

/** Names of tiers and segments of another environment, by their ids. */
export const ForeignNames = createContext<ReadonlyMap<string, string>>(new Map());

interface IdProps {
  readonly at: string;
  readonly op: string;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Edits a tier of a condition. Members without a tier have the value null. */
export function TierFields({ at, op }: IdProps) {
  const tiers = useTiers(useMode()) ?? [];
  const isMany = op === 'in' || op === 'not_in';
  return (
    <IdFields
      at={at}
      isMany={isMany}
      named={tiers}
      none={op === 'gte' ? null : words.noTier}
      choose={isMany ? words.addTier : words.chooseTier}
    />
  );
}

export function SegmentFields({ at, op }: IdProps) {
  const { segments = [] } = useSegments();
  const isMany = op === 'in' || op === 'not_in';
  return (
    <IdFields
      at={at}
      isMany={isMany}
      named={segments}
      none={null}
      choose={isMany ? words.addSegment : words.chooseSegment}
    />
  );
}

interface IdFieldsProps {
  readonly at: string;
  readonly isMany: boolean;
  readonly named: readonly Named[];
  /** The words of null, where it may be chosen. */
  readonly none: string | null;
  readonly choose: string;
}

const nobody = 'null';

/** Ids are written in either case. */
const keyOf = (value: Json): string =>
  value === null ? nobody : typeof value === 'string' ? value.toLowerCase() : JSON.stringify(value);

const idOf = (key: string): Json => (key === nobody ? null : key);

function IdFields(props: IdFieldsProps) {
  const { at, isMany, named, none, choose } = props;
  const { draft, set } = useDraft();
  const foreign = use(ForeignNames);
  const known = named.map(({ id, name }): readonly [string, string] => [id, shownText(name)]);
  const names: Readonly<Record<string, string>> = {
    ...(none === null ? {} : { [nobody]: none }),
    ...Object.fromEntries(known),
  };
  const textOf = (key: string): string => names[key] ?? foreignText(key, foreign);
  if (isMany) return <IdList at={at} names={names} textOf={textOf} choose={choose} />;
  const value = valueAt(draft, at);
  const chosen = value === undefined || value === '' || isJsonList(value) ? '' : keyOf(value);
  // What was deleted, or is of another environment, stays what is chosen until somebody chooses something else.
  const options = { '': choose, ...names, ...(chosen === '' ? {} : { [chosen]: textOf(chosen) }) };
  return (
    <SelectField
      label={words.value}
      isLabelHidden
      pointer={at}
      value={chosen}
      options={optionsOf(options)}
      onChange={(next) => set(at, idOf(next))}
    />
  );
}

const foreignText = (key: string, foreign: ReadonlyMap<string, string>): string => {
  const name = foreign.get(key);
  return name === undefined ? words.gone(key) : words.notHere(shownText(name));
};

interface IdListProps {
  readonly at: string;
  readonly names: Readonly<Record<string, string>>;
  readonly textOf: (key: string) => string;
  readonly choose: string;
}

function IdList({ at, names, textOf, choose }: IdListProps) {
  const { draft, set } = useDraft();
  const fault = faultAt(useFaults(), at);
  const items = listAt(draft, at);
  const rest = Object.entries(names).filter(([key]) => !items.some((item) => keyOf(item) === key));
  return (
    <Field label={words.value} isLabelHidden pointer={at} fault={fault}>
      {(parts) => (
        <div className={draftCss.tokens}>
          {items.map((item, place) => (
            <Token
              key={keyOf(item)}
              text={textOf(keyOf(item))}
              onRemove={() => set(at, items.toSpliced(place, 1))}
            />
          ))}
          <select {...parts} value="" onChange={({ target }) => set(at, items.concat([idOf(target.value)]))}>
            <option value="">{choose}</option>
            {rest.map(([key, text]) => (
              <option key={key} value={key}>
                {text}
              </option>
            ))}
          </select>
        </div>
      )}
    </Field>
  );
}
