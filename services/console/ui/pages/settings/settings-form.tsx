import type { Schemas } from '@loyalty/client';
import { useEffect, useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { DraftOf, usePageDraft } from '../../parts/forms/draft-state.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { UnsavedDraft } from '../../parts/forms/unsaved-draft.tsx';
import { useAskedField } from '../../parts/forms/use-asked-field.ts';
import { SettingsFields } from './settings-fields.tsx';
import { changedSettings, draftOfSettings, namesOf } from './settings.ts';
import { settingsWords } from './words.ts';
import * as own from './settings-page.module.css';

type SettingsRecord = Schemas['SettingsRecord'];

/** Edits the settings of the tenant. What others save meanwhile is shown while nothing is typed here. */
export function SettingsForm({ record }: { readonly record: SettingsRecord }) {
  useAskedField();
  const [{ began, round }, setBegan] = useState({ began: record, round: 0 });
  const begin = (next: SettingsRecord): void => setBegan({ began: next, round: round + 1 });
  return <Fields key={round} record={began} newest={record} onBegin={begin} />;
}

interface FieldsProps {
  /** The settings with which the form began. */
  readonly record: SettingsRecord;
  readonly newest: SettingsRecord;
  readonly onBegin: (record: SettingsRecord) => void;
}

/** Only what differs is sent, so that nobody's change of another setting is lost. */
function Fields({ record, newest, onBegin }: FieldsProps) {
  const { settings, etag } = record;
  const names = namesOf(record, 'TENANT');
  const state = usePageDraft(() => draftOfSettings(settings, names));
  const { unsaved } = state;
  const args = { body: changedSettings(settings, state.draft, names) };
  const changes = Object.keys(args.body).length;
  const isOld = newest.etag !== etag && changes === 0;
  useEffect(() => {
    if (isOld) onBegin(newest);
  }, [isOld, newest, onBegin]);
  const write = useWrite('updateSettings', {
    // The credential says the currency.
    invalidates: ['getSettings', 'getEnvironment', 'getCredential'],
    canInsist: true,
    onDone: (stored) => {
      unsaved.settle();
      toast({ title: settingsWords.saved, detail: settingsWords.savedDetail });
      onBegin(stored);
    },
  });
  const discard = (): void => {
    unsaved.settle();
    onBegin(newest);
  };
  return (
    <DraftOf {...state}>
      <UnsavedDraft unsaved={unsaved} />
      <div className={own.form}>
        <Form
          error={write.error}
          pointers={names.map((name) => `/${name}`)}
          isPending={write.isPending}
          submit={settingsWords.save}
          canSubmit={changes > 0}
          onSubmit={() => write.mutate({ ifMatch: etag, ...args })}
          {...(changes === 0 ? {} : { onCancel: discard })}
          aside={
            <>
              <CodeButton operation="updateSettings" args={args} />
              <span role="status">{changes === 0 ? '' : settingsWords.changes(changes)}</span>
            </>
          }
        >
          <SettingsFields names={names} upcoming={record.upcoming} />
        </Form>
      </div>
    </DraftOf>
  );
}
