import { useState } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import { newConsoleRef } from '../console-ref.ts';
import { pointsText } from '../../../model/numbers/figures.ts';
import { CodeButton } from '../../../parts/code/code-button.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { toast } from '../../../parts/dialogs/toasts.tsx';
import { SelectField, TextField } from '../../../parts/forms/field.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { memberWords } from '../words.ts';
import type { MemberDialogProps } from './adjust-dialog.tsx';

const words = memberWords.event;
const types = Object.keys(words.types) as (keyof typeof words.types)[];

export function EventDialog({ member, isOpen, onClose }: MemberDialogProps) {
  return (
    <Dialog title={words.title} about={words.about} isOpen={isOpen} onClose={onClose}>
      <EventForm member={member} onClose={onClose} />
    </Dialog>
  );
}

function EventForm({ member, onClose }: Pick<MemberDialogProps, 'member' | 'onClose'>) {
  const [type, setType] = useState<keyof typeof words.types>('SIGNUP');
  const [ownType, setOwnType] = useState('');
  const [ref, setRef] = useState(newConsoleRef);
  const [referrerRef, setReferrerRef] = useState('');
  const body = {
    type: type === 'own' ? ownType : type,
    ref,
    ...(type === 'REFERRAL' && referrerRef !== '' ? { referrerRef } : {}),
  };
  const write = useWrite('submitLifecycleEvent', {
    invalidates: changed,
    onDone: ({ pointsAwarded }, _, isReplayed) => {
      onClose();
      toast({
        title: pointsAwarded === 0 ? words.doneNone : words.done(pointsText(pointsAwarded)),
        ...(isReplayed ? { detail: words.already } : {}),
      });
    },
  });
  return (
    <Form
      error={write.error}
      pointers={['/type', '/ref', '/referrerRef']}
      isPending={write.isPending}
      submit={words.send}
      onSubmit={() => write.mutate({ memberId: member.id, body })}
      onCancel={onClose}
      aside={<CodeButton operation="submitLifecycleEvent" args={{ memberId: member.id, body }} />}
    >
      <SelectField
        label={words.type}
        pointer={type === 'own' ? undefined : '/type'}
        value={type}
        options={types.map((value) => ({ value, text: words.types[value] }))}
        onChange={(value) => setType(types.find((one) => one === value) ?? 'own')}
      />
      {type === 'own' ? (
        <TextField label={words.ownType} pointer="/type" value={ownType} onChange={setOwnType} />
      ) : null}
      {type === 'REFERRAL' ? (
        <TextField
          label={words.referrer}
          pointer="/referrerRef"
          isMono
          value={referrerRef}
          onChange={setReferrerRef}
        />
      ) : null}
      <TextField label={words.ref} pointer="/ref" hint={words.refHint} isMono value={ref} onChange={setRef} />
    </Form>
  );
}

/** Reads that an event makes old. */
const changed = [
  'getMember',
  'listMembers',
  'listLedgerEntries',
  'listExpiringPoints',
  'listPendingPoints',
  'listStampCards',
  'listMemberRewards',
  'listEvents',
  'listMemberTransactions',
] as const;
