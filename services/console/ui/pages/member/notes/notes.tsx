import type { Schemas } from '@loyalty/client';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useOperation } from '../../../api/use-operation.ts';
import { missingPermission } from '../../../app/permissions.ts';
import { useSession } from '../../../app/session.tsx';
import { shownText } from '../../../model/shown-text.ts';
import { clockText, dayText } from '../../../model/times/times.ts';
import { ActionMenu } from '../../../parts/dialogs/action-menu.tsx';
import { ActionButton } from '../../../parts/forms/action-button.tsx';
import { Time } from '../../../parts/texts/time.tsx';
import { AddNoteDialog } from './add-note-dialog.tsx';
import { DeleteNoteDialog } from './delete-note-dialog.tsx';
import { noteWords as words } from './words.ts';
import { writtenBy } from './written-by.ts';
import * as css from '../../../styles/common.module.css';
import * as own from './notes.module.css';

type Member = Schemas['Member'];
type Note = Schemas['MemberNote'];

/** More would push aside what else one looks for. */
const shownMax = 3;

/** Shows what colleagues have noted about the member, the newest first. */
export function Notes({ member }: { readonly member: Member }) {
  const [isAdding, setAdding] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const { permissions } = useSession();
  const notes = useOperation('listMemberNotes', { memberId: member.id }).data?.notes;
  const mayAdd = missingPermission(['addMemberNote'], permissions) === null;
  if (member.state === 'anonymized' || notes === undefined || (notes.length === 0 && !mayAdd)) return null;
  const shown = isWhole ? notes : notes.slice(0, shownMax);
  const older = notes.length - shown.length;
  return (
    <section className={css.card} aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
        <ActionButton isSmall operations={['addMemberNote']} onClick={() => setAdding(true)}>
          <Plus size={16} /> {words.open}
        </ActionButton>
      </header>
      {notes.length === 0 ? <p className={`${own.none} ${css.small} ${css.muted}`}>{words.none}</p> : null}
      <ul className={own.notes}>
        {shown.map((note) => (
          <NoteRow key={note.id} member={member} note={note} />
        ))}
      </ul>
      {older === 0 ? null : (
        <footer className={css.more}>
          <button type="button" className={css.btn} data-small onClick={() => setWhole(true)}>
            {words.more(older)}
          </button>
        </footer>
      )}
      <AddNoteDialog member={member} isOpen={isAdding} onClose={() => setAdding(false)} />
    </section>
  );
}

interface RowProps {
  readonly member: Member;
  readonly note: Note;
}

function NoteRow({ member, note: { id, text, author, createdAt } }: RowProps) {
  const [isDeleting, setDeleting] = useState(false);
  const day = dayText(createdAt);
  const toDelete = {
    text: words.remove.open,
    icon: <Trash2 size={16} />,
    operations: ['deleteMemberNote'] as const,
    onClick: () => setDeleting(true),
    isDanger: true,
  };
  return (
    <li>
      <div className={own.text}>
        <NoteText text={text} />
        <p className={`${css.small} ${css.faint} ${css.wrap}`}>
          <Time iso={createdAt} text={`${day}, ${clockText(createdAt)}`} /> {writtenBy(author)}
        </p>
      </div>
      <ActionMenu label={words.actions(day)} actions={[toDelete]} />
      <DeleteNoteDialog member={member} noteId={id} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </li>
  );
}

export function NoteText({ text }: { readonly text: string }) {
  return (
    <p className={own.lines}>
      <bdi>{text.split('\n').map(shownText).join('\n')}</bdi>
    </p>
  );
}
