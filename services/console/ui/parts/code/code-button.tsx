import type { Methods } from '@loyalty/client';
import { snippetOf } from '@loyalty/client/snippets';
import { Code } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../app/session.tsx';
import { words } from '../../words/index.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { Segments } from '../forms/segments.tsx';
import { CopyButton } from './copy-button.tsx';
import * as css from '../../styles/common.module.css';
import * as codeCss from './code.module.css';
import * as dialogCss from '../dialogs/dialog.module.css';

const languages = ['curl', 'typescript'] as const;

interface CodeProps<Id extends keyof Methods> {
  readonly operation: Id;
  readonly args: NonNullable<Parameters<Methods[Id]>[0]>;
}

/** Shows the call that was just made, or is about to be made. */
export function CodeButton<Id extends keyof Methods>(props: CodeProps<Id>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={css.btn} data-kind="quiet" onClick={() => setOpen(true)}>
        <Code size={16} /> {words.code.title}
      </button>
      <Dialog
        title={words.code.title}
        about={words.code.about}
        isWide
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        <div className={dialogCss.body}>
          <Snippet {...props} />
        </div>
      </Dialog>
    </>
  );
}

/** Shows a call as text, in the language that the reader chooses. */
export function Snippet<Id extends keyof Methods>({ operation, args }: CodeProps<Id>) {
  const { apiUrl, tenantId } = useSession();
  const [language, setLanguage] = useState<(typeof languages)[number]>('curl');
  const text = snippetOf(operation, args, language, { baseUrl: apiUrl, tenantId });
  return (
    <div className={css.stack}>
      <Segments
        label={words.code.language}
        chosen={language}
        options={languages.map((value) => ({ value, text: words.code.languages[value] }))}
        onChoose={setLanguage}
      />
      <div className={codeCss.snippet}>
        <pre className={codeCss.code} tabIndex={0}>
          {text}
        </pre>
        <CopyButton text={text} what={words.code.what} />
      </div>
    </div>
  );
}
