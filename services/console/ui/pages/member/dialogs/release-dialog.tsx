import { useWrite } from '../../../api/use-write.ts';
import { shownText } from '../../../model/shown-text.ts';
import { CodeButton } from '../../../parts/code/code-button.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { toast } from '../../../parts/dialogs/toasts.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { memberWords } from '../words.ts';
import { changedByReferences } from './add-reference-dialog.tsx';
import type { MemberDialogProps } from './adjust-dialog.tsx';

const words = memberWords.references.release;

interface ReleaseProps extends MemberDialogProps {
  readonly reference: string;
}

/** Asks before a reference is taken away: whoever uses it afterwards is another member. */
export function ReleaseDialog({ member, reference, isOpen, onClose }: ReleaseProps) {
  const name = shownText(member.name ?? member.externalRef);
  const args = { memberId: member.id, body: { reference } };
  const release = useWrite('releaseMemberReference', {
    invalidates: changedByReferences,
    onDone: () => {
      onClose();
      toast({ title: words.done(shownText(reference)) });
    },
  });
  return (
    <Dialog
      title={words.title(shownText(reference))}
      about={words.about(name)}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Form
        error={release.error}
        pointers={[]}
        isPending={release.isPending}
        submit={words.submit}
        isDanger
        onSubmit={() => release.mutate(args)}
        onCancel={onClose}
        aside={<CodeButton operation="releaseMemberReference" args={args} />}
      >
        {null}
      </Form>
    </Dialog>
  );
}
