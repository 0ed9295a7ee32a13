import { Search, X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { words } from '../../words/index.ts';
import * as css from '../../styles/common.module.css';
import * as fieldCss from '../forms/field.module.css';
import * as filtersCss from './filters.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly hint: string;
  /** The text is as the address has it. */
  readonly searched: string;
  readonly onSearch: (text: string) => void;
  readonly lengthMax?: number;
}

/** This is longer than the time between two keys of a person who types. */
const typedMs = 350;

/**
 * A search field. What is typed goes into the address once the typing pauses, so that a link shows the same
 * results and «back» works.
 */
export function SearchField({ label, hint, searched, onSearch, lengthMax = 200 }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(searched);
  // What came from here must not come back over what was typed since.
  const sent = useRef(searched);
  const search = useRef(onSearch);
  useEffect(() => {
    search.current = onSearch;
    if (searched !== sent.current) setText(searched);
    sent.current = searched;
  }, [searched, onSearch]);
  const isSame = text.trim() === searched;
  useEffect(() => {
    if (isSame) return undefined;
    const typed = text.trim();
    const timer = setTimeout(() => {
      sent.current = typed;
      search.current(typed);
    }, typedMs);
    return () => clearTimeout(timer);
  }, [text, isSame]);
  return (
    <label className={`${fieldCss.affix} ${filtersCss.search}`} htmlFor={id}>
      <Search size={16} />
      <span className={css.vh}>{label}</span>
      <input
        id={id}
        type="search"
        maxLength={lengthMax}
        autoComplete="off"
        spellCheck={false}
        placeholder={hint}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {text === '' ? null : (
        <button type="button" className={css.copy} aria-label={words.clear} onClick={() => setText('')}>
          <X size={16} />
        </button>
      )}
    </label>
  );
}
