import { X } from 'lucide-react';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { type Json, listAt } from '../../model/drafts/draft.ts';
import type { FieldFaults } from '../../model/drafts/field-faults.ts';
import { linesOf, listOfPaste } from '../../model/drafts/typed-list.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { draftWords as words } from '../../words/draft.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { Name } from '../names/name.tsx';
import { type PlaceProps, units } from './draft-fields.tsx';
import { useDraft } from './draft-state.tsx';
import { AreaField, Field } from './field.tsx';
import { useFaults } from './form.tsx';
import * as css from '../../styles/common.module.css';
import * as dialogCss from '../dialogs/dialog.module.css';
import * as draftCss from './draft.module.css';
import * as formCss from './form.module.css';

/** A form can show as many without growing. */
const shownMax = 12;

/** Returns what is wrong with a list, or with which of its items. */
const listFault = (faults: FieldFaults, at: string): string | null => {
  const own = faults.get(at);
  if (own !== undefined) return own;
  for (const [pointer, message] of faults) {
    const place = pointer.startsWith(`${at}/`) ? Number(pointer.slice(at.length + 1)) : Number.NaN;
    if (!Number.isNaN(place)) return words.itemFault(pointsText(place + 1), message);
  }
  return null;
};

interface ListProps extends PlaceProps {
  readonly suggestions?: readonly string[];
  /**
   * The items are numbers in this unit, if it is given; what cannot be read as one is sent as it was typed.
   */
  readonly unit?: keyof typeof units;
  /** An empty list is sent, so that the API says how many there must be. */
  readonly isNeeded?: boolean;
}

/** A list of references, which are added one by one, pasted, or edited as lines. */
export function DraftList({ at, suggestions = [], unit, isNeeded = false, ...named }: ListProps) {
  const { draft, set } = useDraft();
  const faults = useFaults();
  const { label } = named;
  const items = listAt(draft, at).map((item) => itemText(item, unit));
  const change = (next: readonly string[]): void => {
    const read = (text: string): Json => (unit === undefined ? text : (units[unit].read(text) ?? text));
    set(at, next.length === 0 && !isNeeded ? undefined : [...new Set(next)].map(read));
  };
  return (
    <Field {...named} pointer={at} fault={listFault(faults, at)}>
      {(parts) => (
        <div className={draftCss.tokens}>
          {items.slice(0, shownMax).map((item) => (
            <Token key={item} text={item} onRemove={() => change(items.filter((other) => other !== item))} />
          ))}
          <AsLines label={label} items={items} onChange={change} />
          <TokenInput
            parts={parts}
            suggestions={suggestions}
            onAdd={(added) => change(items.concat(added))}
          />
        </div>
      )}
    </Field>
  );
}

const itemText = (item: Json, unit: keyof typeof units | undefined): string => {
  if (typeof item === 'string') return item;
  return typeof item === 'number' && unit !== undefined ? units[unit].write(item) : JSON.stringify(item);
};

export function Token({ text, onRemove }: { readonly text: string; readonly onRemove: () => void }) {
  return (
    <span className={draftCss.token}>
      <Name text={text} />
      <button
        type="button"
        className={css.copy}
        aria-label={words.remove(shownText(text))}
        onClick={onRemove}
      >
        <X size={13} />
      </button>
    </span>
  );
}

interface TokenInputProps {
  readonly parts: object & { readonly id: string };
  readonly suggestions: readonly string[];
  readonly onAdd: (items: readonly string[]) => void;
}

function TokenInput({ parts, suggestions, onAdd }: TokenInputProps) {
  const [text, setText] = useState('');
  const add = (): void => {
    if (text.trim() === '') return;
    onAdd([text.trim()]);
    setText('');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // In a form it would send.
    event.preventDefault();
    add();
  };
  const onPaste = (event: ClipboardEvent): void => {
    const pasted = listOfPaste(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    event.preventDefault();
    onAdd(pasted);
  };
  return (
    <>
      <input
        {...parts}
        className={css.mono}
        autoComplete="off"
        spellCheck={false}
        list={suggestions.length === 0 ? undefined : `${parts.id}-list`}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        onBlur={add}
      />
      {suggestions.length === 0 ? null : (
        <datalist id={`${parts.id}-list`}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  );
}

interface LinesProps {
  readonly label: string;
  readonly items: readonly string[];
  readonly onChange: (items: readonly string[]) => void;
}

function AsLines({ label, items, onChange }: LinesProps) {
  const [text, setText] = useState<string | null>(null);
  const more = items.length - shownMax;
  const close = (): void => setText(null);
  // One item is no list to edit.
  if (items.length < 2) return null;
  return (
    <>
      <button type="button" className={draftCss.token} onClick={() => setText(items.join('\n'))}>
        {more > 0 ? words.moreItems(pointsText(more)) : words.asList}
      </button>
      <Dialog title={label} about={words.listAbout} isOpen={text !== null} onClose={close}>
        <div className={`${dialogCss.body} ${css.stack}`}>
          <AreaField label={label} rows={14} isMono value={text ?? ''} onChange={setText} />
          <footer className={formCss.acts}>
            <button
              type="button"
              className={`${css.btn} ${css.push}`}
              data-kind="main"
              onClick={() => {
                onChange(linesOf(text ?? ''));
                close();
              }}
            >
              {words.listDone}
            </button>
          </footer>
        </div>
      </Dialog>
    </>
  );
}
