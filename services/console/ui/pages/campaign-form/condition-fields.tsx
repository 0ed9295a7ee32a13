import { useState } from 'react';
import { isJsonList, isSameJson, type Json, listAt, textAt, valueAt } from '../../model/draft.ts';
import { plainKindOf, plainKinds, type PlainKind, plainText, typedPlain } from '../../model/typed-plain.ts';
import { SelectField, TextField } from '../../parts/field.tsx';
import { campaignFormWords as words } from '../../words/campaign-form.ts';
import { DraftChoice, DraftText, PartFault } from '../../parts/draft-fields.tsx';
import { optionsOf, useDraft } from '../../parts/draft-state.tsx';
import { AddButton, RemoveButton } from '../../parts/draft-buttons.tsx';

const newLeaf = { op: 'eq', value: '' };
const newNode = { operator: 'AND', conditions: [newLeaf] };

/** Conditions on the payload of an event: comparisons, and groups of them. */
export function ConditionFields({ at }: { readonly at: string }) {
  const { draft, set } = useDraft();
  const tree = valueAt(draft, at);
  if (tree === undefined)
    return (
      <div className="stack">
        <p className="small muted">{words.conditionsNone}</p>
        <PartFault at={at} />
        <AddButton
          text={words.addConditions}
          onClick={() => {
            set(at, newNode);
          }}
        />
      </div>
    );
  return (
    <fieldset className="group">
      <legend>{words.conditions}</legend>
      <NodeFields
        at={at}
        place=""
        onRemove={() => {
          set(at, undefined);
        }}
      />
    </fieldset>
  );
}

interface PartProps {
  readonly at: string;
  /** As «2.1», of the first within the second. */
  readonly place: string;
  readonly onRemove: () => void;
}

function NodeFields({ at, place, onRemove }: PartProps) {
  const { draft, set } = useDraft();
  const conditions = listAt(draft, `${at}/conditions`);
  const add = (condition: Json): void => {
    set(`${at}/conditions`, conditions.concat([condition]));
  };
  return (
    <div className="node">
      <PartFault at={at} />
      <PartFault at={`${at}/conditions`} />
      <div className="leaf-row">
        <DraftChoice label={words.operator} at={`${at}/operator`} options={optionsOf(words.operators)} />
        <RemoveButton text={words.removeCondition(words.group(place))} onClick={onRemove} />
      </div>
      <ol>
        {conditions.map((condition, index) => {
          const inner = {
            at: `${at}/conditions/${index.toString()}`,
            place: place === '' ? (index + 1).toString() : `${place}.${(index + 1).toString()}`,
            onRemove: () => {
              set(`${at}/conditions/${index.toString()}`, undefined);
            },
          };
          return (
            <li key={inner.at}>
              {isJsonList(valueAt(condition, '/conditions')) ? (
                <NodeFields {...inner} />
              ) : (
                <LeafFields {...inner} />
              )}
            </li>
          );
        })}
      </ol>
      <div className="node-acts">
        <AddButton
          text={words.addCondition}
          onClick={() => {
            add(newLeaf);
          }}
        />
        <AddButton
          text={words.addGroup}
          onClick={() => {
            add(newNode);
          }}
        />
      </div>
    </div>
  );
}

function LeafFields({ at, place, onRemove }: PartProps) {
  const { draft, set } = useDraft();
  return (
    <div className="leaf" role="group" aria-label={words.comparison(place)}>
      <PartFault at={at} />
      <DraftText label={words.field} at={`${at}/field`} isMono />
      <SelectField
        label={words.op}
        pointer={`${at}/op`}
        value={textAt(draft, `${at}/op`)}
        options={optionsOf(words.ops)}
        onChange={(op) => {
          const value = valueAt(draft, `${at}/value`);
          set(`${at}/op`, op);
          set(`${at}/value`, valueFor(op, value));
        }}
      />
      <RemoveButton text={words.removeCondition(words.comparison(place))} onClick={onRemove} />
      <LeafValue at={`${at}/value`} op={textAt(draft, `${at}/op`)} />
    </div>
  );
}

/** What was typed stays where the other comparison can hold it. */
const valueFor = (op: string, value: Json | undefined): Json => {
  if (op === 'exists') return typeof value === 'boolean' ? value : true;
  if (op === 'in') return isJsonList(value) ? value : value === undefined || value === '' ? [] : [value];
  if (isJsonList(value)) return value[0] ?? '';
  return value ?? '';
};

/** What was typed, for the value that it became. */
interface Typed {
  readonly text: string;
  readonly kind: PlainKind;
  readonly value: Json;
}

function LeafValue({ at, op }: { readonly at: string; readonly op: string }) {
  const { draft, set } = useDraft();
  const value = valueAt(draft, at);
  const [typed, setTyped] = useState<Typed | null>(null);
  const own = typed !== null && isSameJson(typed.value, value) ? typed : null;
  const items = isJsonList(value) ? value : [value ?? ''];
  const kind = own?.kind ?? plainKindOf(items[0]);
  const text = own?.text ?? items.map(plainText).join(', ');
  const say = (nextText: string, as: PlainKind): void => {
    const read = (one: string): Json => typedPlain(one.trim(), as);
    const next = op === 'in' ? nextText.split(',').map(read) : typedPlain(nextText, as);
    setTyped({ text: nextText, kind: as, value: next });
    set(at, next);
  };
  if (op === 'exists')
    return (
      <TruthField
        at={at}
        isTrue={value !== false}
        onChange={(isTrue) => {
          set(at, isTrue);
        }}
      />
    );
  return (
    <>
      <SelectField
        label={words.valueKind}
        value={kind}
        options={plainKinds.map((one) => ({ value: one, text: words.valueKinds[one] }))}
        onChange={(next) => {
          say(text, plainKinds.find((one) => one === next) ?? 'text');
        }}
      />
      {kind === 'nothing' ? null : kind === 'truth' ? (
        <TruthField
          at={at}
          isTrue={value !== false}
          onChange={(isTrue) => {
            say(isTrue.toString(), 'truth');
          }}
        />
      ) : (
        <TextField
          label={words.value}
          pointer={at}
          value={text}
          onChange={(next) => {
            say(next, kind);
          }}
        />
      )}
    </>
  );
}

interface TruthProps {
  readonly at: string;
  readonly isTrue: boolean;
  readonly onChange: (isTrue: boolean) => void;
}

function TruthField({ at, isTrue, onChange }: TruthProps) {
  return (
    <SelectField
      label={words.value}
      pointer={at}
      value={isTrue.toString()}
      options={optionsOf(words.truths)}
      onChange={(value) => {
        onChange(value === 'true');
      }}
    />
  );
}
