import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { modeIn } from '../../app/mode.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { TextField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { membersWords } from './words.ts';

const words = membersWords.enrol;

interface EnrolDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Enrols one member by hand, and shows their page. */
export function EnrolDialog({ isOpen, onClose }: EnrolDialogProps) {
  return (
    <Dialog title={words.title} about={words.about} isOpen={isOpen} onClose={onClose}>
      <EnrolForm onClose={onClose} />
    </Dialog>
  );
}

const fields = ['externalRef', 'name', 'email', 'phone'] as const;
type Typed = Readonly<Record<(typeof fields)[number], string>>;

function EnrolForm({ onClose }: Pick<EnrolDialogProps, 'onClose'>) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState<Typed>({ externalRef: '', name: '', email: '', phone: '' });
  const body = bodyOf(typed);
  const enrol = useWrite('createMember', {
    invalidates: ['listMembers'],
    onDone: ({ id: memberId }, _, isReplayed) => {
      onClose();
      toast({ title: isReplayed ? words.known : words.done });
      void navigate({ to: '/members/$memberId', params: { memberId }, search: modeIn });
    },
  });
  return (
    <Form
      error={enrol.error}
      pointers={fields.map((field) => `/${field}`)}
      isPending={enrol.isPending}
      submit={words.submit}
      canSubmit={body.externalRef !== ''}
      onSubmit={() => enrol.mutate({ body })}
      onCancel={onClose}
      aside={<CodeButton operation="createMember" args={{ body }} />}
    >
      {fields.map((field) => (
        <TextField
          key={field}
          label={words[field]}
          pointer={`/${field}`}
          hint={field === 'externalRef' ? words.refHint : words.optional}
          value={typed[field]}
          onChange={(text) => setTyped({ ...typed, [field]: text })}
        />
      ))}
    </Form>
  );
}

/** Empty fields are not sent. */
const bodyOf = ({ externalRef, ...others }: Typed) => ({
  externalRef: externalRef.trim(),
  ...Object.fromEntries(
    Object.entries(others).flatMap(([field, text]) => (text.trim() === '' ? [] : [[field, text.trim()]])),
  ),
});
