import { useState } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import { shownText } from '../../../model/shown-text.ts';
import { CodeButton } from '../../../parts/code/code-button.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { toast, toastProblem } from '../../../parts/dialogs/toasts.tsx';
import { SelectField, TextField } from '../../../parts/forms/field.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { memberWords } from '../words.ts';
import type { MemberDialogProps } from './adjust-dialog.tsx';

const words = memberWords.suspend;

export function SuspendDialog({ member, isOpen, onClose }: MemberDialogProps) {
  const name = shownText(member.name ?? member.externalRef);
  return (
    <Dialog title={words.title(name)} about={words.detail} isOpen={isOpen} onClose={onClose}>
      <SuspendForm member={member} onClose={onClose} />
    </Dialog>
  );
}

/** The last choice, with which the reason is typed. */
const other = '';
const options = [...words.reasons, other].map((value) => ({
  value,
  text: value === other ? words.other : value,
}));

function SuspendForm({ member, onClose }: Pick<MemberDialogProps, 'member' | 'onClose'>) {
  const [chosen, setChosen] = useState(options[0]?.value ?? other);
  const [typed, setTyped] = useState('');
  const [hasTried, setTried] = useState(false);
  const reason = chosen === other ? typed.trim() : chosen;
  const args = { memberId: member.id, body: { reason } };
  const suspend = useSuspend(member, onClose);
  return (
    <Form
      error={suspend.error}
      pointers={['/reason']}
      isPending={suspend.isPending}
      submit={words.submit}
      isDanger
      onSubmit={() => {
        setTried(true);
        if (reason !== '') suspend.mutate(args);
      }}
      onCancel={onClose}
      aside={<CodeButton operation="suspendMember" args={args} />}
    >
      <SelectField label={words.reason} value={chosen} options={options} onChange={setChosen} />
      {chosen === other ? (
        <TextField
          label={words.ownReason}
          pointer="/reason"
          hint={words.ownReasonHint}
          fault={hasTried && reason === '' ? words.noReason : null}
          value={typed}
          onChange={setTyped}
        />
      ) : null}
    </Form>
  );
}

const changed = ['getMember', 'listMembers'] as const;

const useSuspend = (
  { id: memberId, name, externalRef }: MemberDialogProps['member'],
  onClose: () => void,
) => {
  const reinstate = useWrite('reinstateMember', { invalidates: changed, onFailed: toastProblem });
  return useWrite('suspendMember', {
    invalidates: changed,
    onDone: () => {
      onClose();
      toast({
        title: words.done(shownText(name ?? externalRef)),
        onUndo: () => reinstate.mutate({ memberId }, { onError: toastProblem }),
      });
    },
  });
};
