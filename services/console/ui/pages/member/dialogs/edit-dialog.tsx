import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import { CodeButton } from '../../../parts/code/code-button.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { toast } from '../../../parts/dialogs/toasts.tsx';
import { TextField } from '../../../parts/forms/field.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { memberWords } from '../words.ts';
import type { MemberDialogProps } from './adjust-dialog.tsx';

const words = memberWords.edit;

export function EditDialog({ member, isOpen, onClose }: MemberDialogProps) {
  return (
    <Dialog title={words.title} isOpen={isOpen} onClose={onClose}>
      <EditForm member={member} onClose={onClose} />
    </Dialog>
  );
}

const parts = ['name', 'email', 'phone'] as const;
type Typed = Readonly<Record<(typeof parts)[number], string>>;

function EditForm({ member, onClose }: Pick<MemberDialogProps, 'member' | 'onClose'>) {
  const { name, email, phone } = member;
  const [typed, setTyped] = useState<Typed>({ name: name ?? '', email: email ?? '', phone: phone ?? '' });
  const body = changesOf(member, typed);
  const write = useWrite('updateMember', {
    invalidates: ['getMember', 'listMembers'],
    onDone: () => {
      onClose();
      toast({ title: words.done });
    },
  });
  return (
    <Form
      error={write.error}
      pointers={parts.map((part) => `/${part}`)}
      isPending={write.isPending}
      submit={words.save}
      canSubmit={Object.keys(body).length > 0}
      onSubmit={() => write.mutate({ memberId: member.id, body })}
      onCancel={onClose}
      aside={<CodeButton operation="updateMember" args={{ memberId: member.id, body }} />}
    >
      {parts.map((part) => (
        <TextField
          key={part}
          label={words[part]}
          pointer={`/${part}`}
          hint={words.hint}
          value={typed[part]}
          onChange={(text) => setTyped({ ...typed, [part]: text })}
        />
      ))}
    </Form>
  );
}

/** The parts that were changed, and no others: somebody else may change one meanwhile. */
const changesOf = (member: Schemas['Member'], typed: Typed): Schemas['MemberUpdateBody'] =>
  Object.fromEntries(
    parts.flatMap((part) => {
      const text = typed[part].trim();
      return text === (member[part] ?? '') ? [] : [[part, text === '' ? null : text]];
    }),
  );
