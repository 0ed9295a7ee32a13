import { Plus, X } from 'lucide-react';
import { listAt, textAt, valueAt } from '../../model/drafts/draft.ts';
import { DraftChoice, PartFault } from '../../parts/forms/draft-fields.tsx';
import { optionsOf, useDraft } from '../../parts/forms/draft-state.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { isGroup, kindOfField, newComparison, newGroup, withField } from './rule-tree.ts';
import { RuleValue } from './rule-value.tsx';
import { segmentWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './rules.module.css';
import * as fieldCss from '../../parts/forms/field.module.css';

const words = segmentWords.editor;

/** A rule as nested lines. It judges nothing: what the API says stands at the line that it says it of. */
export function RuleEditor() {
  return (
    <fieldset className={own.rule}>
      <legend className={fieldCss.label}>{segmentWords.form.rule}</legend>
      <Group at="/rules" isOuter />
    </fieldset>
  );
}

interface PlaceProps {
  readonly at: string;
}

function Group({ at, isOuter = false }: PlaceProps & { readonly isOuter?: boolean }) {
  const { draft, set } = useDraft();
  const operator = textAt(draft, `${at}/operator`);
  const conditions = listAt(draft, `${at}/conditions`);
  return (
    <div className={isOuter ? own.group : `${own.group} ${own.inner}`}>
      <p className={own.head}>
        {isOuter ? <span>{words.groupBefore}</span> : null}
        <select
          className={fieldCss.input}
          aria-label={words.holds}
          value={operator}
          onChange={({ target }) => set(`${at}/operator`, target.value)}
        >
          <option value="AND">{words.all}</option>
          <option value="OR">{words.any}</option>
        </select>
        {isOuter ? null : <RemoveButton label={words.removeGroup} at={at} />}
      </p>
      {[at, `${at}/conditions`, `${at}/operator`].map((pointer) => (
        <PartFault key={pointer} at={pointer} />
      ))}
      <ul className={own.lines} data-join={operator}>
        {conditions.map((condition, place) => {
          const lineAt = `${at}/conditions/${place.toString()}`;
          // Its place is all that a line is known by.
          return <li key={place}>{isGroup(condition) ? <Group at={lineAt} /> : <Line at={lineAt} />}</li>;
        })}
      </ul>
      <p className={own.acts}>
        <AddButton
          text={words.addLine}
          onClick={() => set(`${at}/conditions`, conditions.concat([newComparison]))}
        />
        <AddButton
          text={words.addGroup}
          onClick={() =>
            set(`${at}/conditions`, conditions.concat([newGroup(operator === 'AND' ? 'OR' : 'AND')]))
          }
        />
      </p>
    </div>
  );
}

const fields = Object.entries(segmentWords.fields);
const groupOfKind = {
  cents: 'cents',
  count: 'count',
  days: 'days',
  points: 'points',
  tier: 'choice',
  state: 'choice',
} as const;
const fieldGroups = Object.entries(segmentWords.fieldGroups);

function Line({ at }: PlaceProps) {
  const { draft, set } = useDraft();
  const field = textAt(draft, `${at}/field`);
  const kind = kindOfField(field);
  return (
    <div className={own.line}>
      <Field label={words.field} isLabelHidden pointer={`${at}/field`}>
        {(parts) => (
          <select
            {...parts}
            className={fieldCss.input}
            value={field}
            onChange={({ target }) => set(at, withField(valueAt(draft, at) ?? {}, target.value))}
          >
            {fieldGroups.map(([group, label]) => (
              <optgroup key={group} label={label}>
                {fields
                  .filter(([name]) => groupOfKind[kindOfField(name)] === group)
                  .map(([name, text]) => (
                    <option key={name} value={name}>
                      {text}
                    </option>
                  ))}
              </optgroup>
            ))}
          </select>
        )}
      </Field>
      <DraftChoice
        label={words.op}
        isLabelHidden
        at={`${at}/op`}
        options={optionsOf(groupOfKind[kind] === 'choice' ? segmentWords.choiceOps : segmentWords.ops)}
      />
      <RuleValue at={`${at}/value`} kind={kind} />
      <RemoveButton label={words.removeLine} at={at} />
      <PartFault at={at} />
    </div>
  );
}

function AddButton({ text, onClick }: { readonly text: string; readonly onClick: () => void }) {
  return (
    <button type="button" className={css.btn} data-kind="quiet" data-small onClick={onClick}>
      <Plus size={14} /> {text}
    </button>
  );
}

function RemoveButton({ label, at }: PlaceProps & { readonly label: string }) {
  const { set } = useDraft();
  return (
    <button
      type="button"
      className={`${css.copy} ${css.remove}`}
      aria-label={label}
      title={label}
      onClick={() => set(at, undefined)}
    >
      <X size={16} />
    </button>
  );
}
