import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { DraftOf, useNewDraft } from '../../parts/forms/draft-state.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { SettingsFields } from './settings-fields.tsx';
import { changedSettings, draftOfSettings, namesOf } from './settings.ts';
import { settingsWords } from './words.ts';

interface SettingsDialogProps {
  readonly record: Schemas['SettingsRecord'];
  readonly onClose: () => void;
}

/** Edits settings. Only what differs is sent, so that nobody's change of another setting is lost. */
export function SettingsDialog({ record, onClose }: SettingsDialogProps) {
  // As it was when it was opened: a reading meanwhile changes nothing of what is compared.
  const [{ settings, etag, names }] = useState(() => ({
    settings: record.settings,
    etag: record.etag,
    names: namesOf(record, 'TENANT'),
  }));
  const state = useNewDraft(() => draftOfSettings(settings, names));
  const write = useWrite('updateSettings', {
    // The credential says the currency.
    invalidates: ['getSettings', 'getEnvironment', 'getCredential'],
    canInsist: true,
    onDone: () => {
      toast({ title: settingsWords.saved, detail: settingsWords.savedDetail });
      onClose();
    },
  });
  const args = { body: changedSettings(settings, state.draft, names) };
  return (
    <Dialog title={settingsWords.formTitle} about={settingsWords.formAbout} isWide isOpen onClose={onClose}>
      <DraftOf {...state}>
        <Form
          error={write.error}
          pointers={names.map((name) => `/${name}`)}
          isPending={write.isPending}
          submit={settingsWords.save}
          canSubmit={Object.keys(args.body).length > 0}
          onSubmit={() => write.mutate({ ifMatch: etag, ...args })}
          onCancel={onClose}
          aside={<CodeButton operation="updateSettings" args={args} />}
        >
          <SettingsFields names={names} />
        </Form>
      </DraftOf>
    </Dialog>
  );
}
