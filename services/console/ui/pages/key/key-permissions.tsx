import type { Schemas } from '@loyalty/client';
import { Check } from 'lucide-react';
import { subjectsOf } from '../../model/api-keys.ts';
import { wordOf } from '../../words/index.ts';
import { keyWords } from '../../words/keys.ts';
import { usedText } from '../keys/key-texts.tsx';

/** All that a key may do, and which of it it has done: the rest may be taken away. */
export function KeyPermissions({ apiKey }: { readonly apiKey: Schemas['ApiKey'] }) {
  const { permissions, role, usedPermissions } = apiKey;
  return (
    <section className="card" aria-label={keyWords.permissions}>
      <header>
        <h2>{keyWords.permissions}</h2>
        <span className="small faint">
          {role === null ? keyWords.listed : keyWords.ofRole(wordOf(keyWords.roles, role))}
          {', '}
          {usedText(apiKey)}
        </span>
      </header>
      <dl className="granted">
        {subjectsOf(permissions).map(({ name, permissions: ofSubject }) => (
          <div key={name}>
            <dt className="small muted">{wordOf(keyWords.subjects, name)}</dt>
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
    <span className="chip mono" data-tone={isUsed ? 'ok' : 'line'}>
      {isUsed ? <Check size={12} strokeWidth={3} aria-hidden /> : null}
      {name}
      <span className="vh">{isUsed ? keyWords.used : keyWords.unused}</span>
    </span>
  );
}
