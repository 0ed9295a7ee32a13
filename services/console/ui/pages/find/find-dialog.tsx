import { Dialog } from '@base-ui/react/dialog';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { closeFind, setFindText, useFind } from '../../app/find.ts';
import { Name } from '../../parts/names/name.tsx';
import { findWords as words } from './words.ts';
import { type FoundThing, useFound } from './use-found.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './find-dialog.module.css';
import * as dialogCss from '../../parts/dialogs/dialog.module.css';
import * as popupCss from '../../parts/dialogs/popup.module.css';

/** Finds everything by a few letters, and with the keyboard alone. */
export function FindDialog() {
  return (
    <Dialog.Root
      open
      onOpenChange={(open) => {
        if (!open) closeFind();
      }}
    >
      <Dialog.Portal>
        <Dialog.Backdrop className={dialogCss.backdrop} />
        <Dialog.Popup className={`${dialogCss.dialog} ${own.palette}`} aria-label={words.title}>
          <Palette />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Palette() {
  const { text } = useFind();
  const found = useFound(text);
  const { things, isPending } = found;
  const [place, setPlace] = useState(0);
  const [isWanted, setWanted] = useState(false);
  // Another list begins at its first thing.
  const first = things[0]?.key;
  useEffect(() => setPlace(0), [text, first]);
  const chosen = things[Math.min(place, things.length - 1)];
  const open = useOpen();
  // Who is faster than the search gets what it finds first.
  useEffect(() => {
    if (isWanted && !isPending && chosen !== undefined) open(chosen);
  }, [isWanted, isPending, chosen, open]);
  const id = useId();
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = placeAfter(event.key, place, things.length);
    if (next !== null) {
      event.preventDefault();
      setPlace(next);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      setWanted(true);
    }
  };
  return (
    <>
      <div className={own.field}>
        <Search size={18} />
        <input
          role="combobox"
          aria-label={words.title}
          aria-expanded={things.length > 0}
          aria-controls={id}
          aria-activedescendant={chosen === undefined ? undefined : `${id}-${chosen.key}`}
          aria-autocomplete="list"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={words.placeholder}
          value={text}
          onChange={({ target }) => {
            setFindText(target.value);
            setWanted(false);
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <Things id={id} things={things} chosen={chosen} onChoose={open} />
      <footer className={`${own.foot} ${css.small} ${css.faint}`}>
        <span role="status">{saidOf(found, text)}</span>
        <span className={`${css.hidePhone} ${css.push}`}>{words.hint}</span>
      </footer>
    </>
  );
}

const useOpen = (): ((thing: FoundThing) => void) => {
  const navigate = useNavigate();
  return useCallback(
    ({ to, search }) => {
      closeFind();
      void navigate({
        to,
        search: ({ mode }: { mode?: 'test' }) => ({ ...search, ...(mode === undefined ? {} : { mode }) }),
      });
    },
    [navigate],
  );
};

/** Returns null for keys that move nothing. The ends meet. */
const placeAfter = (key: string, place: number, count: number): number | null => {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (place + 1) % count;
  return key === 'ArrowUp' ? (place + count - 1) % count : null;
};

const saidOf = ({ things, isPending, isFailed }: ReturnType<typeof useFound>, text: string): string => {
  if (isFailed) return words.failed;
  if (isPending) return words.searching;
  if (text.trim() === '') return '';
  return things.length === 0 ? words.nothing(text.trim()) : words.found(things.length);
};

interface ThingsProps {
  readonly id: string;
  readonly things: readonly FoundThing[];
  readonly chosen: FoundThing | undefined;
  readonly onChoose: (thing: FoundThing) => void;
}

function Things({ id, things, chosen, onChoose }: ThingsProps) {
  const groups = [...new Set(things.map(({ group }) => group))];
  return (
    <div className={own.list} role="listbox" id={id} aria-label={words.title}>
      {groups.map((group) => (
        <div key={group} role="group" aria-label={words.groups[group]}>
          <div className={popupCss.label} aria-hidden>
            {words.groups[group]}
          </div>
          {things
            .filter((thing) => thing.group === group)
            .map((thing) => (
              <Thing
                key={thing.key}
                id={`${id}-${thing.key}`}
                thing={thing}
                isChosen={thing === chosen}
                onChoose={onChoose}
              />
            ))}
        </div>
      ))}
    </div>
  );
}

interface ThingProps {
  readonly id: string;
  readonly thing: FoundThing;
  readonly isChosen: boolean;
  readonly onChoose: (thing: FoundThing) => void;
}

function Thing({ id, thing, isChosen, onChoose }: ThingProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isChosen}
      className={own.thing}
      onClick={() => onChoose(thing)}
    >
      {thing.icon}
      <Name text={thing.text} className={css.strong} />
      {thing.detail === undefined ? null : (
        <Name text={thing.detail} className={`${own.detail} ${css.mono} ${css.faint}`} />
      )}
    </div>
  );
}
