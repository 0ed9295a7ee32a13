import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { optionsOf } from '../../parts/forms/draft-state.tsx';
import { SelectField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { keyWords } from '../../words/keys.ts';
import { KeyShown } from '../keys/key-shown.tsx';
import { type KeyDialogProps, keyReads } from './key-dialog.ts';
import { whenText } from './when-text.ts';
import * as css from '../../styles/common.module.css';

const texts = keyWords.exchanging;

/** Rotates a key. The new key that it shows is forgotten when it closes. */
export function ExchangeKey({ apiKey, onClose }: KeyDialogProps) {
  const [overlap, setOverlap] = useState('24');
  const write = useWrite('rotateApiKey', { invalidates: keyReads, isSecret: true });
  const made = write.data;
  if (made !== undefined)
    return (
      <KeyShown
        text={made.key}
        title={texts.shownTitle}
        onClose={() => {
          write.reset();
          onClose();
        }}
      >
        <p>{overlap === '0' ? texts.ended : texts.until(whenText(made.replaces.expiresAt))}</p>
      </KeyShown>
    );
  const args = { keyId: apiKey.id, body: { overlapHours: Number(overlap) } };
  return (
    <Dialog title={texts.title} about={texts.about} isOpen onClose={onClose}>
      <Form
        error={write.error}
        pointers={['/overlapHours']}
        isPending={write.isPending}
        submit={texts.submit}
        onSubmit={() => write.mutate(args)}
        onCancel={onClose}
        aside={<CodeButton operation="rotateApiKey" args={args} />}
      >
        <SelectField
          label={texts.overlap}
          pointer="/overlapHours"
          value={overlap}
          options={optionsOf(texts.overlaps)}
          onChange={setOverlap}
        />
        {write.isError ? <p className={`${css.small} ${css.warn}`}>{texts.unknown}</p> : null}
      </Form>
    </Dialog>
  );
}
