import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import { CodeButton } from '../../../parts/code/code-button.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { toast } from '../../../parts/dialogs/toasts.tsx';
import { CheckField, TextField } from '../../../parts/forms/field.tsx';
import { Form, useFaults } from '../../../parts/forms/form.tsx';
import { Segments } from '../../../parts/forms/segments.tsx';
import { memberWords } from '../words.ts';
import type { MemberDialogProps } from './adjust-dialog.tsx';
import * as own from '../member-page.module.css';
import * as fieldCss from '../../../parts/forms/field.module.css';

const words = memberWords.consent;
type Channel = Schemas['ConsentChannel'];
const channels = Object.keys(memberWords.channels) as Channel[];

export function ConsentDialog({ member, isOpen, onClose }: MemberDialogProps) {
  return (
    <Dialog title={words.title} about={words.about} isOpen={isOpen} onClose={onClose}>
      <ConsentForm member={member} onClose={onClose} />
    </Dialog>
  );
}

const said = ['granted', 'withdrawn'] as const;

const nothingTyped = { source: '', grantedAt: '', policyVersion: '' };
type Typed = typeof nothingTyped;

function ConsentForm({ member, onClose }: Pick<MemberDialogProps, 'member' | 'onClose'>) {
  const [chosen, setChosen] = useState<(typeof said)[number]>('granted');
  const [about, setAbout] = useState<readonly Channel[]>(['EMAIL']);
  const [typed, setTyped] = useState(nothingTyped);
  const given = { memberId: member.id, channels: about, granted: chosen === 'granted' };
  const body = { purpose: 'MARKETING' as const, ...given, ...bodyOf(typed) };
  const write = useWrite('recordConsent', {
    invalidates: ['listConsents'],
    onDone: () => {
      onClose();
      toast({ title: words.done });
    },
  });
  return (
    <Form
      error={write.error}
      pointers={['/channels', '/source', '/grantedAt', '/policyVersion']}
      isPending={write.isPending}
      submit={words.save}
      onSubmit={() => write.mutate({ body })}
      onCancel={onClose}
      aside={<CodeButton operation="recordConsent" args={{ body }} />}
    >
      <Segments
        label={words.what}
        chosen={chosen}
        options={said.map((value) => ({ value, text: words[value] }))}
        onChoose={setChosen}
      />
      <Channels chosen={about} onChoose={setAbout} />
      {fields.map(({ part, type, label, hint }) => (
        <TextField
          key={part}
          label={label}
          hint={hint}
          pointer={`/${part}`}
          type={type}
          value={typed[part]}
          onChange={(text) => setTyped({ ...typed, [part]: text })}
        />
      ))}
    </Form>
  );
}

const fields = [
  { part: 'source', type: 'text', label: words.source, hint: words.sourceHint },
  { part: 'grantedAt', type: 'datetime-local', label: words.at, hint: words.atHint },
  { part: 'policyVersion', type: 'text', label: words.version, hint: undefined },
] as const;

const bodyOf = ({ source, grantedAt, policyVersion }: Typed) => ({
  source,
  ...(grantedAt === '' ? {} : { grantedAt: `${grantedAt}:00Z` }),
  ...(policyVersion === '' ? {} : { policyVersion }),
});

interface ChannelsProps {
  readonly chosen: readonly Channel[];
  readonly onChoose: (channels: readonly Channel[]) => void;
}

function Channels({ chosen, onChoose }: ChannelsProps) {
  const fault = useFaults().get('/channels') ?? null;
  return (
    <fieldset className={own.choices}>
      <legend>{words.channels}</legend>
      {channels.map((channel) => (
        <CheckField
          key={channel}
          label={memberWords.channels[channel]}
          isChecked={chosen.includes(channel)}
          onChange={(isChecked) => {
            // In the order of the list, so that the same choice is the same body.
            onChoose(channels.filter((one) => (one === channel ? isChecked : chosen.includes(one))));
          }}
        />
      ))}
      {fault === null ? null : (
        <small className={fieldCss.fault} role="status">
          {fault}
        </small>
      )}
    </fieldset>
  );
}
