import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { faultSentence } from '../../model/drafts/fault-sentence.ts';
import { faultAt } from '../../model/drafts/field-faults.ts';
import { useFaults, useSaidFaults } from './form.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './field.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  /** The JSON pointer of what the field fills in the body, such as `/reason`. */
  readonly pointer?: string | undefined;
  /** This is a fault that the field finds itself, before anything is sent. */
  readonly fault?: string | null;
  /** It is set if the words around say what it is; readers of the page hear it. */
  readonly isLabelHidden?: boolean;
  /** The field holds this text. The sentence about a fault repeats it. */
  readonly typed?: string | undefined;
  /** Writes the bounds of a rule as the field writes its numbers. */
  readonly writeBound?: ((bound: number) => string) | undefined;
}

interface Parts {
  readonly id: string;
  /** The pointer of the field, by which a test finds the control of a part of a body. */
  readonly name: string | undefined;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/**
 * A label, a control, and what is wrong with it, which is not said while somebody types. Controls in `children`
 * get the names that connect them.
 */
export function Field(props: FieldProps & { readonly children: (parts: Parts) => ReactNode }) {
  const { label, hint, pointer, isLabelHidden = false, children } = props;
  const id = useId();
  const { isTyping, events } = useTyping();
  const fault = useFieldFault(props);
  const shown = isTyping ? null : fault;
  const notes = [...(hint === undefined ? [] : [`${id}-hint`]), ...(shown === null ? [] : [`${id}-fault`])];
  return (
    <div className={own.field} {...events}>
      <label htmlFor={id} className={isLabelHidden ? css.vh : undefined}>
        {label}
      </label>
      {children({
        id,
        name: pointer,
        'aria-describedby': notes.length === 0 ? undefined : notes.join(' '),
        'aria-invalid': shown === null ? undefined : true,
      })}
      {hint === undefined ? null : <small id={`${id}-hint`}>{hint}</small>}
      <small id={`${id}-fault`} className={own.fault} role="status">
        {shown}
      </small>
    </div>
  );
}

const useFieldFault = ({ pointer, fault = null, typed, writeBound }: FieldProps): string | null => {
  const said = useSaidFaults();
  const sentences = useFaults();
  if (fault !== null || pointer === undefined) return fault;
  const own = said.get(pointer);
  return own === undefined
    ? faultAt(sentences, pointer)
    : faultSentence(own, pointer, { typed, write: writeBound });
};

/** Something is typed from its first letter on until the field is left or sent. */
const useTyping = () => {
  const [isTyping, setTyping] = useState(false);
  const events = {
    onInput: () => setTyping(true),
    onKeyDown: ({ key }: KeyboardEvent) => {
      if (key === 'Enter') setTyping(false);
    },
    onBlur: () => {
      const end = (): void => setTyping(false);
      // The sentence moves what is below it: while a press is under way, that would miss what it was meant for.
      if (document.querySelector(':active') === null) end();
      else addEventListener('click', end, { once: true });
    },
  };
  return { isTyping, events };
};

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The text is shown next to what is typed, such as a unit. */
  readonly before?: string;
  readonly after?: string;
  readonly type?: 'text' | 'email' | 'url' | 'date' | 'datetime-local' | 'time' | 'password';
  readonly inputMode?: 'text' | 'numeric' | 'decimal';
  readonly placeholder?: string;
  readonly isMono?: boolean;
}

export function TextField(props: TextFieldProps) {
  const {
    value,
    onChange,
    before,
    after,
    type = 'text',
    inputMode,
    placeholder,
    isMono = false,
    ...field
  } = props;
  return (
    <Field {...field} typed={value}>
      {(parts) => (
        <span className={own.affix} data-mono={isMono ? '' : undefined}>
          {before === undefined ? null : <span>{before}</span>}
          <input
            {...parts}
            type={type}
            inputMode={inputMode}
            placeholder={placeholder}
            autoComplete="off"
            spellCheck={false}
            className={isMono ? css.mono : undefined}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
          {after === undefined ? null : <span>{after}</span>}
        </span>
      )}
    </Field>
  );
}

interface AreaFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number;
  readonly isMono?: boolean;
}

export function AreaField({ value, onChange, rows = 3, isMono = false, ...field }: AreaFieldProps) {
  return (
    <Field {...field} typed={value}>
      {(parts) => (
        <textarea
          {...parts}
          className={isMono ? `${own.input} ${own.area} ${css.mono}` : `${own.input} ${own.area}`}
          rows={rows}
          spellCheck={!isMono}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  );
}

interface SelectFieldProps extends FieldProps {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
  readonly onChange: (value: string) => void;
}

export function SelectField({ value, options, onChange, ...field }: SelectFieldProps) {
  return (
    <Field {...field}>
      {(parts) => (
        <select
          {...parts}
          className={own.input}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckFieldProps {
  readonly label: ReactNode;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
}

export function CheckField({ label, isChecked, onChange }: CheckFieldProps) {
  return (
    <label className={own.check}>
      <input type="checkbox" checked={isChecked} onChange={({ target }) => onChange(target.checked)} />
      <span>{label}</span>
    </label>
  );
}
