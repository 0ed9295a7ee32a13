import { Plus, X } from 'lucide-react';
import { faultAt } from '../../model/drafts/field-faults.ts';
import { parsed } from '../../model/json-text.ts';
import { shownText } from '../../model/shown-text.ts';
import { AreaField } from '../../parts/forms/field.tsx';
import { useFaults } from '../../parts/forms/form.tsx';
import { Segments } from '../../parts/forms/segments.tsx';
import { jsonFault } from './json-fault.ts';
import {
  draftOf,
  isObject,
  newRow,
  plainTypes,
  pointerOfRow,
  type SchemaDraft,
  schemaOf,
  type SchemaRow,
} from './payload-schema.ts';
import { eventWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './events-page.module.css';
import * as fieldCss from '../../parts/forms/field.module.css';

const texts = eventWords.form;

/** A schema, as rows or, if rows do not show all of it, as JSON. */
export type SchemaState =
  { readonly view: 'rows'; readonly draft: SchemaDraft } | { readonly view: 'json'; readonly text: string };

interface SchemaEditorProps {
  readonly state: SchemaState;
  readonly onChange: (state: SchemaState) => void;
}

/** Edits the payload of an event: its fields, or the whole schema. It judges nothing. */
export function SchemaEditor({ state, onChange }: SchemaEditorProps) {
  const asJson = state.view === 'json' ? parsed(state.text) : null;
  const isOnlyJson = state.view === 'json' && (!isObject(asJson) || draftOf(asJson) === null);
  const choose = (view: SchemaState['view']): void => {
    if (view === state.view) return;
    if (state.view === 'rows') {
      onChange({ view: 'json', text: JSON.stringify(schemaOf(state.draft), null, 2) });
      return;
    }
    const draft = isObject(asJson) ? draftOf(asJson) : null;
    if (draft !== null) onChange({ view: 'rows', draft });
  };
  return (
    <fieldset className={css.stack}>
      <legend className={fieldCss.label}>{texts.payload}</legend>
      <p className={`${css.small} ${css.faint}`}>{texts.payloadHint}</p>
      <Segments
        label={texts.view}
        chosen={state.view}
        options={(['rows', 'json'] as const).map((value) => ({ value, text: texts.views[value] }))}
        onChoose={choose}
      />
      {state.view === 'rows' ? (
        <Rows draft={state.draft} onChange={(draft) => onChange({ view: 'rows', draft })} />
      ) : (
        <AreaField
          label={texts.views.json}
          hint={isOnlyJson ? texts.onlyJson : ''}
          fault={jsonFault(state.text)}
          rows={14}
          isMono
          value={state.text}
          onChange={(text) => onChange({ view: 'json', text })}
        />
      )}
    </fieldset>
  );
}

interface RowsProps {
  readonly draft: SchemaDraft;
  readonly onChange: (draft: SchemaDraft) => void;
}

function Rows({ draft, onChange }: RowsProps) {
  const setRows = (rows: readonly SchemaRow[]): void => onChange({ ...draft, rows });
  return (
    <>
      {draft.rows.length === 0 ? <p className={css.muted}>{texts.noRows}</p> : null}
      <ul className={own.schemaRows}>
        {draft.rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            pointer={pointerOfRow(draft, row.name)}
            onChange={(changed) =>
              setRows(
                draft.rows.flatMap((one) =>
                  one.key !== row.key ? [one] : changed === null ? [] : [changed],
                ),
              )
            }
          />
        ))}
      </ul>
      <p>
        <button
          type="button"
          className={css.btn}
          data-small
          onClick={() => setRows(draft.rows.concat(newRow()))}
        >
          <Plus size={14} /> {texts.addRow}
        </button>
      </p>
    </>
  );
}

interface RowProps {
  readonly row: SchemaRow;
  readonly pointer: string;
  /** Null removes the row. */
  readonly onChange: (row: SchemaRow | null) => void;
}

function Row({ row, pointer, onChange }: RowProps) {
  const { name, type, isRequired, rest } = row;
  const message = faultAt(useFaults(), pointer);
  const set = (changed: Partial<SchemaRow>): void => onChange({ ...row, ...changed });
  const more = Object.keys(rest).length === 0 ? null : JSON.stringify(rest);
  return (
    <li className={own.schemaRow}>
      <input
        type="text"
        className={`${fieldCss.input} ${css.mono}`}
        aria-label={texts.rowName}
        aria-invalid={message === null ? undefined : true}
        autoComplete="off"
        spellCheck={false}
        value={name}
        onChange={({ target }) => set({ name: target.value })}
      />
      <TypeSelect type={type} onChange={(chosen) => set({ type: chosen })} />
      <label className={fieldCss.check}>
        <input
          type="checkbox"
          checked={isRequired}
          onChange={({ target }) => set({ isRequired: target.checked })}
        />
        <span>{texts.rowRequired}</span>
      </label>
      <button
        type="button"
        className={`${css.copy} ${css.remove}`}
        aria-label={texts.removeRow(shownText(name))}
        onClick={() => onChange(null)}
      >
        <X size={16} />
      </button>
      {more === null ? null : (
        <small className={`${css.faint} ${css.mono} ${css.wrap}`}>{texts.more(shownText(more))}</small>
      )}
      <small className={fieldCss.fault} role="status">
        {message}
      </small>
    </li>
  );
}

/** If rows do not know a type, the schema stays as it is. */
function TypeSelect({
  type,
  onChange,
}: {
  readonly type: string;
  readonly onChange: (type: string) => void;
}) {
  if (type === '') return <span className={`${css.small} ${css.muted}`}>{texts.otherType}</span>;
  return (
    <select
      className={fieldCss.input}
      aria-label={texts.rowType}
      value={type}
      onChange={({ target }) => onChange(target.value)}
    >
      {plainTypes.map((plain) => (
        <option key={plain} value={plain}>
          {eventWords.types[plain]}
        </option>
      ))}
    </select>
  );
}
