import type { Schemas } from '@loyalty/client';
import { Plus, X } from 'lucide-react';
import { faultAt } from '../../model/drafts/field-faults.ts';
import { useFaults } from '../../parts/forms/form.tsx';
import {
  changedAt,
  isGroup,
  kindOfField,
  newComparison,
  newGroup,
  pointerOf,
  type RuleComparison,
  type GroupLine,
  type RuleLine,
  type RulePath,
  withField,
} from './rule-tree.ts';
import { RuleValue } from './rule-value.tsx';
import { segmentWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './rules.module.css';
import * as fieldCss from '../../parts/forms/field.module.css';

const words = segmentWords.editor;

interface RuleEditorProps {
  readonly group: GroupLine;
  readonly tiers: readonly Schemas['Tier'][];
  readonly onChange: (group: GroupLine) => void;
}

/** Edits a rule as nested lines. It judges nothing: what the API says about a line is shown at that line. */
export function RuleEditor({ group, tiers, onChange }: RuleEditorProps) {
  const change: Change = (path, line) =>
    onChange(path.length === 0 ? (line(group) as GroupLine) : changedAt(group, path, line));
  return (
    <fieldset className={own.rule}>
      <legend className={fieldCss.label}>{segmentWords.form.rule}</legend>
      <Group group={group} path={[]} tiers={tiers} change={change} />
    </fieldset>
  );
}

type Change = (path: RulePath, line: (line: RuleLine) => RuleLine | null) => void;

interface PlaceProps {
  readonly path: RulePath;
  readonly tiers: readonly Schemas['Tier'][];
  readonly change: Change;
}

function Group({ group, path, tiers, change }: PlaceProps & { readonly group: GroupLine }) {
  const set = (changed: Partial<GroupLine>): void => change(path, (line) => ({ ...line, ...changed }));
  return (
    <div className={path.length === 0 ? own.group : `${own.group} ${own.inner}`}>
      <p className={own.head}>
        {path.length === 0 ? <span>{words.groupBefore}</span> : null}
        <select
          className={fieldCss.input}
          aria-label={words.holds}
          value={group.operator}
          onChange={({ target }) => set({ operator: target.value === 'OR' ? 'OR' : 'AND' })}
        >
          <option value="AND">{words.all}</option>
          <option value="OR">{words.any}</option>
        </select>
        {path.length === 0 ? null : (
          <RemoveButton label={words.removeGroup} onClick={() => change(path, () => null)} />
        )}
      </p>
      <GroupFault pointer={pointerOf(path)} />
      <ul className={own.lines} data-join={group.operator}>
        {group.lines.map((line, place) => (
          <li key={line.key}>
            {isGroup(line) ? (
              <Group group={line} path={path.concat(place)} tiers={tiers} change={change} />
            ) : (
              <Line line={line} path={path.concat(place)} tiers={tiers} change={change} />
            )}
          </li>
        ))}
      </ul>
      <p className={own.acts}>
        <AddButton text={words.addLine} onClick={() => set({ lines: group.lines.concat(newComparison()) })} />
        <AddButton
          text={words.addGroup}
          onClick={() =>
            set({ lines: group.lines.concat(newGroup(group.operator === 'AND' ? 'OR' : 'AND')) })
          }
        />
      </p>
    </div>
  );
}

/** Shows the fault of the group itself; a fault of a line is shown at the line. */
function GroupFault({ pointer }: { readonly pointer: string }) {
  const faults = useFaults();
  const message =
    faults.get(pointer) ?? faults.get(`${pointer}/conditions`) ?? faults.get(`${pointer}/operator`);
  return message === undefined ? null : (
    <small className={fieldCss.fault} role="status">
      {message}
    </small>
  );
}

const fields = Object.keys(segmentWords.fields) as readonly RuleComparison['field'][];
const groupOfKind = {
  cents: 'cents',
  count: 'count',
  days: 'days',
  points: 'points',
  tier: 'choice',
  state: 'choice',
} as const;
const fieldGroups = Object.entries(segmentWords.fieldGroups);

function Line({ line, path, tiers, change }: PlaceProps & { readonly line: RuleComparison }) {
  const message = faultAt(useFaults(), pointerOf(path));
  const kind = kindOfField(line.field);
  const isChoice = kind === 'tier' || kind === 'state';
  const set = (changed: Partial<RuleComparison>): void => change(path, () => ({ ...line, ...changed }));
  const faultId = `fault-${line.key.toString()}`;
  return (
    <div className={own.line} data-choice={isChoice ? '' : undefined}>
      <select
        className={fieldCss.input}
        aria-label={words.field}
        value={line.field}
        onChange={({ target }) =>
          change(path, () => withField(line, target.value as RuleComparison['field']))
        }
      >
        {fieldGroups.map(([group, label]) => (
          <optgroup key={group} label={label}>
            {fields
              .filter((field) => groupOfKind[kindOfField(field)] === group)
              .map((field) => (
                <option key={field} value={field}>
                  {segmentWords.fields[field]}
                </option>
              ))}
          </optgroup>
        ))}
      </select>
      <OperatorSelect line={line} isChoice={isChoice} onChange={set} />
      <RuleValue
        line={line}
        tiers={tiers}
        described={message === null ? null : faultId}
        onChange={(text) => set({ text })}
      />
      <RemoveButton label={words.removeLine} onClick={() => change(path, () => null)} />
      <small id={faultId} className={fieldCss.fault} role="status">
        {message}
      </small>
    </div>
  );
}

interface OperatorSelectProps {
  readonly line: RuleComparison;
  readonly isChoice: boolean;
  readonly onChange: (changed: Pick<RuleComparison, 'op'>) => void;
}

function OperatorSelect({ line, isChoice, onChange }: OperatorSelectProps) {
  const options = Object.entries(isChoice ? segmentWords.choiceOps : segmentWords.ops);
  return (
    <select
      className={fieldCss.input}
      aria-label={words.op}
      value={line.op}
      onChange={({ target }) => onChange({ op: target.value as RuleComparison['op'] })}
    >
      {options.map(([op, text]) => (
        <option key={op} value={op}>
          {text}
        </option>
      ))}
    </select>
  );
}

function AddButton({ text, onClick }: { readonly text: string; readonly onClick: () => void }) {
  return (
    <button type="button" className={css.btn} data-kind="quiet" data-small onClick={onClick}>
      <Plus size={14} /> {text}
    </button>
  );
}

function RemoveButton({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <button
      type="button"
      className={`${css.copy} ${css.remove}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <X size={16} />
    </button>
  );
}
