import { useQueryClient } from '@tanstack/react-query';
import { useWrite } from '../../../api/use-write.ts';
import { shownText } from '../../../model/shown-text.ts';
import { CodeButton } from '../../../parts/code/code-button.tsx';
import { ConfirmDialog } from '../../../parts/dialogs/confirm-dialog.tsx';
import { toast } from '../../../parts/dialogs/toasts.tsx';
import { memberWords } from '../words.ts';
import type { MemberDialogProps } from './adjust-dialog.tsx';

const words = memberWords.erase;

export function EraseDialog({ member, isOpen, onClose }: MemberDialogProps) {
  const queries = useQueryClient();
  const write = useWrite('eraseMember', {
    invalidates: ['getMember', 'listMembers', 'listEvents', 'listConsents', 'listRewards'],
    onDone: () => {
      onClose();
      // Pages that are looked at later must not show for a moment what they had.
      queries.removeQueries({ type: 'inactive' });
      toast({ title: words.done, detail: words.detail });
    },
  });
  return (
    <ConfirmDialog
      title={words.title(shownText(member.name ?? member.externalRef))}
      about={words.about}
      typed={member.externalRef}
      submit={words.submit}
      isOpen={isOpen}
      isPending={write.isPending}
      error={write.error}
      onConfirm={() => write.mutate({ memberId: member.id })}
      onClose={onClose}
      aside={<CodeButton operation="eraseMember" args={{ memberId: member.id }} />}
    />
  );
}
