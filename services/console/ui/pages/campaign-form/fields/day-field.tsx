import { Clock } from 'lucide-react';
import { useState } from 'react';
import { textAt } from '../../../model/drafts/draft.ts';
import { faultAt } from '../../../model/drafts/field-faults.ts';
import type { PlaceProps } from '../../../parts/forms/draft-fields.tsx';
import { useDraft } from '../../../parts/forms/draft-state.tsx';
import { Field } from '../../../parts/forms/field.tsx';
import { useFaults } from '../../../parts/forms/form.tsx';
import { campaignFormWords as words } from '../words.ts';
import * as css from '../../../styles/common.module.css';
import * as own from '../campaign-form.module.css';
import * as fieldCss from '../../../parts/forms/field.module.css';

/** What is sent for a day that the calendar has not, so that nothing is saved without it. */
const noDay = '?';

/** Edits a UTC day, or an instant within one. */
export function DraftDay({ at, label, hint }: PlaceProps) {
  const { draft, set } = useDraft();
  const [isFocused, setFocused] = useState(false);
  const said = faultAt(useFaults(), at);
  const text = textAt(draft, at);
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})(?:T([\d:.]+)Z)?$/.exec(text) ?? [];
  const say = (newDay: string, newTime: string): void => {
    const whole = newTime.length === 5 ? `${newTime}:00` : newTime;
    set(at, newDay === '' ? undefined : newTime === '' ? newDay : `${newDay}T${whole}Z`);
  };
  /**
   * Marks a half-typed or impossible date as a fault. The browser has no value for it, and only says that it
   * is bad.
   */
  const check = (target: HTMLInputElement): void => {
    if (target.validity.badInput) set(at, noDay);
    else if (target.value !== day || text === noDay) say(target.value, time);
  };
  return (
    <Field
      label={label}
      pointer={at}
      fault={text === noDay && !isFocused ? words.noSuchDay : said}
      {...(hint === undefined ? {} : { hint })}
    >
      {(parts) => (
        <span className={`${fieldCss.affix} ${own.day}`}>
          <input
            {...parts}
            type="date"
            max="9999-12-31"
            value={day}
            onFocus={() => setFocused(true)}
            onKeyUp={({ currentTarget }) => check(currentTarget)}
            onBlur={({ currentTarget }) => {
              setFocused(false);
              check(currentTarget);
            }}
            onChange={({ currentTarget }) => check(currentTarget)}
          />
          {day === '' ? null : <TimeOfDay label={label} time={time} onChange={(next) => say(day, next)} />}
        </span>
      )}
    </Field>
  );
}

interface TimeProps {
  readonly label: string;
  readonly time: string;
  readonly onChange: (time: string) => void;
}

/** Most campaigns begin and end with a day; the time is there for those that do not. */
function TimeOfDay({ label, time, onChange }: TimeProps) {
  const [isOpen, setOpen] = useState(false);
  if (time === '' && !isOpen)
    return (
      <button
        type="button"
        className={css.copy}
        aria-label={`${label}: ${words.addTime}`}
        onClick={() => setOpen(true)}
      >
        <Clock size={15} />
      </button>
    );
  return (
    <input
      type="time"
      step={1}
      aria-label={`${label}: ${words.timeUtc}`}
      value={time.slice(0, 8)}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
