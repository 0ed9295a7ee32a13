import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { pointsText } from '../../../model/numbers/figures.ts';
import { namedText } from '../../../model/shown-text.ts';
import { TextField } from '../../../parts/forms/field.tsx';
import { Name } from '../../../parts/names/name.tsx';
import { Chip } from '../../../parts/texts/chip.tsx';
import { wordOf, words as all } from '../../../words/index.ts';
import { useOtherMembers } from './use-other-members.ts';
import { mergeWords } from './words.ts';
import * as css from '../../../styles/common.module.css';
import * as formCss from '../../../parts/forms/form.module.css';
import * as own from './merge.module.css';

type Member = Schemas['Member'];
const words = mergeWords.find;

interface FindOtherProps {
  readonly member: Member;
  readonly onFound: (other: Member) => void;
}

/** Finds the other member. Enter takes the only one who is found, because scanners of cards end with it. */
export function FindOther({ member, onFound }: FindOtherProps) {
  const [text, setText] = useState('');
  const found = useOtherMembers(member.id, text);
  const [only, ...others] = found.members;
  return (
    <form
      className={formCss.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!found.isPending && only !== undefined && others.length === 0) onFound(only);
      }}
    >
      <TextField label={words.label} hint={words.hint} value={text} onChange={setText} />
      <ul className={own.found}>
        {found.members.map((other) => (
          <li key={other.id}>
            <button type="button" className={own.other} onClick={() => onFound(other)}>
              <Other member={other} />
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className={`${css.small} ${css.muted}`}>
        {saidOf(found, text.trim())}
      </p>
    </form>
  );
}

function Other({ member }: { readonly member: Member }) {
  const { name, externalRef, matchedReference, state, pointsBalance } = member;
  const isByOther = matchedReference !== undefined && matchedReference !== externalRef;
  return (
    <>
      <span className={own.otherText}>
        <Name text={name ?? externalRef} className={css.strong} />
        {name === null ? null : <Name text={externalRef} className={`${css.mono} ${css.faint}`} />}
        {isByOther ? (
          <Name
            text={words.byReference(namedText(matchedReference))}
            className={`${css.small} ${css.faint}`}
          />
        ) : null}
      </span>
      {state === 'active' ? null : <Chip tone="warn">{wordOf(all.states, state)}</Chip>}
      <span className={`${css.num} ${css.small}`}>{words.points(pointsText(pointsBalance))}</span>
    </>
  );
}

const saidOf = (found: ReturnType<typeof useOtherMembers>, text: string): string => {
  if (text === '') return '';
  if (found.isFailed) return words.failed;
  if (found.isPending) return words.searching;
  if (found.members.length === 0) return found.isOwn ? words.same(text) : words.none(text);
  return found.hasMore ? words.more : words.found(pointsText(found.members.length));
};
