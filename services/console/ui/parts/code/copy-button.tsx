import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { words } from '../../words/index.ts';
import * as css from '../../styles/common.module.css';

const shownForMs = 2_000;

export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), shownForMs);
  };
  return (
    <button type="button" className={css.copy} aria-label={words.copy(what)} onClick={() => void copy()}>
      {isCopied ? <Check size={14} /> : <Copy size={14} />}
      <span className={css.vh} role="status">
        {isCopied ? words.copied : ''}
      </span>
    </button>
  );
}
