import type { Schemas } from '@loyalty/client';
import { useMutation } from '@tanstack/react-query';
import { useLoyalty } from '../../../api/client.ts';
import { saveFile } from '../../../api/use-export.ts';
import { pointsText } from '../../../model/numbers/figures.ts';
import { shownText } from '../../../model/shown-text.ts';
import { CodeButton } from '../../../parts/code/code-button.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { toast } from '../../../parts/dialogs/toasts.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { memberWords } from '../words.ts';
import type { MemberDialogProps } from './adjust-dialog.tsx';

const words = memberWords.export;

/** Saves everything that is stored about the member, for a member who asks what is kept of them (D342). */
export function ExportDialog({ member, isOpen, onClose }: MemberDialogProps) {
  const { loyalty } = useLoyalty();
  const read = useMutation({
    mutationFn: async () => {
      const records: Schemas['SubjectRecord'][] = [];
      for await (const record of loyalty.each.exportMember({ memberId: member.id })) records.push(record);
      return records;
    },
    onSuccess: (records) => {
      const text = `${JSON.stringify({ exportedAt: new Date().toISOString(), records }, null, 2)}\n`;
      saveFile(text, { type: 'application/json', name: `member-${member.id}.json` });
      onClose();
      toast({ title: words.done(pointsText(records.length)), detail: words.detail });
    },
  });
  return (
    <Dialog
      title={words.title(shownText(member.name ?? member.externalRef))}
      about={words.about}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Form
        error={read.error}
        pointers={[]}
        isPending={read.isPending}
        submit={words.submit}
        onSubmit={() => read.mutate()}
        onCancel={onClose}
        aside={<CodeButton operation="exportMember" args={{ memberId: member.id }} />}
      >
        {null}
      </Form>
    </Dialog>
  );
}
