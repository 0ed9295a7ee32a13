import * as fieldCss from '../forms/field.module.css';
import * as filtersCss from './filters.module.css';
interface FilterSelectProps<Value extends string> {
  readonly label: string;
  /** It is empty if all are shown. */
  readonly chosen: Value | '';
  /** The words for all of them. */
  readonly any: string;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChoose: (value: Value | undefined) => void;
}

/** A filter above a list. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { label, chosen, any, options, onChoose } = props;
  return (
    <select
      className={`${fieldCss.input} ${filtersCss.select}`}
      aria-label={label}
      value={chosen}
      onChange={({ target }) => onChoose(options.find(({ value }) => value === target.value)?.value)}
    >
      <option value="">{any}</option>
      {options.map(({ value, text }) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </select>
  );
}
