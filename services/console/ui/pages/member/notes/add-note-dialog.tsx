import { useState } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import { shownText } from '../../../model/shown-text.ts';
import { CodeButton } from '../../../parts/code/code-button.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { toast } from '../../../parts/dialogs/toasts.tsx';
import { AreaField } from '../../../parts/forms/field.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import type { MemberDialogProps } from '../dialogs/adjust-dialog.tsx';
import { noteWords } from './words.ts';

const words = noteWords.add;

/** Reads that a note makes old. */
export const changedByNotes = ['listMemberNotes'] as const;

export function AddNoteDialog({ member, isOpen, onClose }: MemberDialogProps) {
  const name = shownText(member.name ?? member.externalRef);
  return (
    <Dialog title={words.title} about={words.about(name)} isOpen={isOpen} onClose={onClose}>
      <AddNoteForm member={member} onClose={onClose} />
    </Dialog>
  );
}

function AddNoteForm({ member, onClose }: Pick<MemberDialogProps, 'member' | 'onClose'>) {
  const [typed, setTyped] = useState('');
  const [hasTried, setTried] = useState(false);
  const text = typed.trim();
  const args = { memberId: member.id, body: { text } };
  const write = useWrite('addMemberNote', {
    invalidates: changedByNotes,
    onDone: () => {
      onClose();
      toast({ title: words.done });
    },
  });
  return (
    <Form
      error={write.error}
      pointers={['/text']}
      isPending={write.isPending}
      submit={words.submit}
      onSubmit={() => {
        setTried(true);
        if (text !== '') write.mutate(args);
      }}
      onCancel={onClose}
      aside={<CodeButton operation="addMemberNote" args={args} />}
    >
      <AreaField
        label={words.text}
        pointer="/text"
        hint={words.hint}
        fault={hasTried && text === '' ? words.missing : null}
        value={typed}
        onChange={setTyped}
        rows={5}
      />
    </Form>
  );
}
