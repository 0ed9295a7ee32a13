import * as own from './segments.module.css';
interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly chosen: Value;
  readonly options: readonly { readonly value: Value; readonly text: string }[];
  readonly onChoose: (value: Value) => void;
}

/** A few choices next to each other, one of which is pressed. */
export function Segments<Value extends string>({ label, chosen, options, onChoose }: SegmentsProps<Value>) {
  return (
    <div className={own.segments} role="group" aria-label={label}>
      {options.map(({ value, text }) => (
        <button key={value} type="button" aria-pressed={value === chosen} onClick={() => onChoose(value)}>
          {text}
        </button>
      ))}
    </div>
  );
}
