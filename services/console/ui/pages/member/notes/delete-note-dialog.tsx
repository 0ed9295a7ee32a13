import { useWrite } from '../../../api/use-write.ts';
import { CodeButton } from '../../../parts/code/code-button.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { toast } from '../../../parts/dialogs/toasts.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import type { MemberDialogProps } from '../dialogs/adjust-dialog.tsx';
import { changedByNotes } from './add-note-dialog.tsx';
import { noteWords } from './words.ts';

const words = noteWords.remove;

interface DeleteNoteProps extends MemberDialogProps {
  readonly noteId: string;
}

/** Asks before a note is deleted, because nobody can bring its text back. */
export function DeleteNoteDialog({ member, noteId, isOpen, onClose }: DeleteNoteProps) {
  const args = { memberId: member.id, noteId };
  const remove = useWrite('deleteMemberNote', {
    invalidates: changedByNotes,
    onDone: () => {
      onClose();
      toast({ title: words.done });
    },
  });
  return (
    <Dialog title={words.title} about={words.about} isOpen={isOpen} onClose={onClose}>
      <Form
        error={remove.error}
        pointers={[]}
        isPending={remove.isPending}
        submit={words.submit}
        isDanger
        onSubmit={() => remove.mutate(args)}
        onCancel={onClose}
        aside={<CodeButton operation="deleteMemberNote" args={args} />}
      >
        {null}
      </Form>
    </Dialog>
  );
}
