import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { CheckField } from '../../parts/forms/field.tsx';
import { keyWords } from '../../words/keys.ts';
import { type KeyDialogProps, keyReads } from './key-dialog.ts';

const texts = keyWords.revoking;

export function RevokeKey({ apiKey, onClose }: KeyDialogProps) {
  const [isAlsoMade, setAlsoMade] = useState(false);
  const write = useWrite('revokeApiKey', {
    invalidates: keyReads,
    onDone: ({ revoked, made }) => {
      toast({
        title: texts.done(pointsText(revoked.length)),
        detail: made.length === 0 ? texts.doneDetail : texts.left(pointsText(made.length)),
      });
      onClose();
    },
  });
  const args = { keyId: apiKey.id, body: isAlsoMade ? { alsoMade: true } : {} };
  return (
    <ConfirmDialog
      title={texts.title}
      about={texts.about}
      typed={apiKey.name}
      submit={texts.submit}
      isOpen
      isPending={write.isPending}
      error={write.error}
      onConfirm={() => write.mutate(args)}
      onClose={onClose}
      aside={<CodeButton operation="revokeApiKey" args={args} />}
    >
      <CheckField label={texts.alsoMade} isChecked={isAlsoMade} onChange={setAlsoMade} />
    </ConfirmDialog>
  );
}
