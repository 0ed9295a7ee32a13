import { useEffect, useState } from 'react';
import * as css from '../../styles/common.module.css';
import * as fieldCss from '../forms/field.module.css';
import * as filtersCss from './filters.module.css';

interface FilterDayProps {
  readonly label: string;
  readonly day: string | undefined;
  readonly onChange: (day: string) => void;
}

/** A filter by a UTC day. While somebody types it, the browser says that there is none. */
export function FilterDay({ label, day, onChange }: FilterDayProps) {
  return (
    <label className={`${fieldCss.affix} ${filtersCss.input}`}>
      <span className={css.small}>{label}</span>
      <input type="date" value={day ?? ''} onChange={({ target: { value } }) => onChange(value)} />
    </label>
  );
}

interface FilterNumberProps {
  readonly label: string;
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

/** A filter by a whole number. It counts once the field is left, or at Enter. */
export function FilterNumber({ label, value, onChange }: FilterNumberProps) {
  const shown = value?.toString() ?? '';
  const [text, setText] = useState(shown);
  // The address may change by itself, as with «back».
  useEffect(() => setText(shown), [shown]);
  const take = (): void => {
    const typed = /^\d{1,15}$/.test(text) ? Number(text) : undefined;
    if (typed === value) setText(shown);
    else onChange(typed);
  };
  return (
    <label className={`${fieldCss.affix} ${filtersCss.input}`}>
      <span className={css.small}>{label}</span>
      <input
        type="text"
        inputMode="numeric"
        maxLength={15}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onBlur={take}
        onKeyDown={({ key }) => {
          if (key === 'Enter') take();
        }}
      />
    </label>
  );
}
