import { BookOpen } from 'lucide-react';
import { useMode } from '../../app/mode.ts';
import { useSession } from '../../app/session.tsx';
import { CopyButton } from '../../parts/code/copy-button.tsx';
import { words } from '../../words/index.ts';
import { checkCommandOf } from './command.ts';
import { importWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as codeCss from '../../parts/code/code.module.css';

/** Shows the command that begins an import, or goes on with one. */
export function ImportCommand({ source }: { readonly source: string }) {
  const { tenantId, apiUrl } = useSession();
  const text = checkCommandOf({ source, tenantId, mode: useMode(), apiUrl });
  return (
    <div className={codeCss.snippet}>
      <pre className={codeCss.code} tabIndex={0}>
        {text}
      </pre>
      <CopyButton text={text} what={importWords.command} />
    </div>
  );
}

/** Leads to the page of the API's documents that says how the members of another programme move in. */
export function GuideLink() {
  const { links } = useSession();
  return (
    <a
      className={css.btn}
      href={new URL('/docs/guide#moving-in', links.reference).href}
      target="_blank"
      rel="noreferrer"
    >
      <BookOpen size={15} /> {importWords.guide} <span className={css.vh}>{words.newTab}</span>
    </a>
  );
}
