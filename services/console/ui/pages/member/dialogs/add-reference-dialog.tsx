import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import { shownText } from '../../../model/shown-text.ts';
import { CodeButton } from '../../../parts/code/code-button.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { toast } from '../../../parts/dialogs/toasts.tsx';
import { SelectField, TextField } from '../../../parts/forms/field.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { memberWords } from '../words.ts';
import type { MemberDialogProps } from './adjust-dialog.tsx';

const words = memberWords.references;

/** Reads that a changed reference makes old. */
export const changedByReferences = ['listMemberReferences', 'listMembers', 'getMember'] as const;

export function AddReferenceDialog({ member, isOpen, onClose }: MemberDialogProps) {
  const name = shownText(member.name ?? member.externalRef);
  return (
    <Dialog title={words.add.title} about={words.add.about(name)} isOpen={isOpen} onClose={onClose}>
      <AddReferenceForm member={member} onClose={onClose} />
    </Dialog>
  );
}

type ReferenceState = Schemas['ReferenceState'];

const states = (['ACTIVE', 'EARN_ONLY', 'BLOCKED'] as const).map((value) => ({
  value,
  text: words.states[value],
}));

function AddReferenceForm({ member, onClose }: Pick<MemberDialogProps, 'member' | 'onClose'>) {
  const [reference, setReference] = useState('');
  const [kind, setKind] = useState('');
  const [state, setState] = useState<ReferenceState>('ACTIVE');
  const [hasTried, setTried] = useState(false);
  const isMissing = reference.trim() === '';
  const body = { reference: reference.trim(), state, ...(kind.trim() !== '' && { kind: kind.trim() }) };
  const args = { memberId: member.id, body };
  const write = useWrite('putMemberReference', {
    invalidates: changedByReferences,
    onDone: () => {
      onClose();
      toast({ title: words.add.done(shownText(body.reference)) });
    },
  });
  return (
    <Form
      error={write.error}
      pointers={['/reference', '/kind', '/state']}
      isPending={write.isPending}
      submit={words.add.submit}
      onSubmit={() => {
        setTried(true);
        if (!isMissing) write.mutate(args);
      }}
      onCancel={onClose}
      aside={<CodeButton operation="putMemberReference" args={args} />}
    >
      <TextField
        label={words.reference}
        pointer="/reference"
        hint={words.referenceHint}
        fault={hasTried && isMissing ? words.missing : null}
        value={reference}
        onChange={setReference}
      />
      <TextField label={words.kind} pointer="/kind" hint={words.kindHint} value={kind} onChange={setKind} />
      <SelectField
        label={words.state}
        value={state}
        options={states}
        onChange={(chosen) => setState(states.find(({ value }) => value === chosen)?.value ?? 'ACTIVE')}
      />
    </Form>
  );
}
