import type { Schemas } from '@loyalty/client';
import { Check } from 'lucide-react';
import { subjectsOf } from '../../model/api-keys.ts';
import { wordOf } from '../../words/index.ts';
import { keyWords } from '../../words/keys.ts';
import { usedText } from '../keys/key-texts.tsx';
import * as css from '../../styles/common.module.css';
import * as own from './key-page.module.css';
import * as chipCss from '../../parts/texts/chip.module.css';

/** Shows what a key may do and which of its permissions it has used; the others may be removed. */
export function KeyPermissions({ apiKey }: { readonly apiKey: Schemas['ApiKey'] }) {
  const { permissions, role, usedPermissions } = apiKey;
  return (
    <section className={css.card} aria-label={keyWords.permissions}>
      <header>
        <h2>{keyWords.permissions}</h2>
        <span className={`${css.small} ${css.faint}`}>
          {role === null ? keyWords.listed : keyWords.ofRole(wordOf(keyWords.roles, role))}
          {', '}
          {usedText(apiKey)}
        </span>
      </header>
      <dl className={own.granted}>
        {subjectsOf(permissions).map(({ name, permissions: ofSubject }) => (
          <div key={name}>
            <dt className={`${css.small} ${css.muted}`}>{wordOf(keyWords.subjects, name)}</dt>
            <dd>
              {ofSubject.map((permission) => (
                <Granted key={permission} name={permission} isUsed={usedPermissions.includes(permission)} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Granted({ name, isUsed }: { readonly name: string; readonly isUsed: boolean }) {
  return (
    <span className={`${chipCss.chip} ${css.mono}`} data-tone={isUsed ? 'ok' : 'line'}>
      {isUsed ? <Check size={12} strokeWidth={3} aria-hidden /> : null}
      {name}
      <span className={css.vh}>{isUsed ? keyWords.used : keyWords.unused}</span>
    </span>
  );
}
