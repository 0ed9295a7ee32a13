import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useWrite } from '../../api/use-write.ts';
import { given } from '../../model/address.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { SelectField, TextField } from '../../parts/forms/field.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { oldestFailureOf } from './delivery.ts';
import { newestDeliveries } from './newest-deliveries.ts';
import { instantField, typedInstant } from './utc-fields.ts';
import { replayWords } from './words.ts';
import * as css from '../../styles/common.module.css';

interface ReplayDialogProps {
  readonly webhookId: string;
  readonly onClose: () => void;
}

const hourMs = 3_600_000;
const agoField = (ms: number): string => instantField(new Date(Date.now() - ms).toISOString());

/**
 * The dialog of a replay, which begins at the oldest of the newest deliveries that failed, unless another
 * time is given.
 */
export function ReplayDialog({ webhookId, onClose }: ReplayDialogProps) {
  const newest = useOperation('listDeliveries', newestDeliveries(webhookId, 'all')).data?.deliveries ?? [];
  const failedAt = oldestFailureOf(newest);
  const [since, setSince] = useState(failedAt === null ? agoField(24 * hourMs) : instantField(failedAt));
  const [until, setUntil] = useState('');
  const [only, setOnly] = useState<Only>('UNDELIVERED');
  const write = useWrite('replayEvents', {
    invalidates: ['listReplays', 'listDeliveries'],
    onDone: onClose,
  });
  const from = typedInstant(since);
  const to = until === '' ? undefined : typedInstant(until);
  const args = { webhookId, body: { since: from ?? since, only, ...given({ until: to ?? undefined }) } };
  return (
    <Dialog title={replayWords.title} about={replayWords.about} isOpen onClose={onClose}>
      <Form
        error={write.error}
        pointers={['/since', '/until', '/only']}
        isPending={write.isPending}
        submit={replayWords.submit}
        canSubmit={from !== null && to !== null}
        onSubmit={() => write.mutate(args)}
        onCancel={onClose}
        aside={<CodeButton operation="replayEvents" args={args} />}
      >
        <div className={css.stack}>
          <TextField
            label={replayWords.since}
            pointer="/since"
            type="datetime-local"
            after={replayWords.utc}
            value={since}
            onChange={setSince}
            fault={from === null ? replayWords.noTime : null}
          />
          <Fills failedAt={failedAt} onFill={setSince} />
        </div>
        <TextField
          label={replayWords.until}
          pointer="/until"
          hint={replayWords.untilHint}
          type="datetime-local"
          after={replayWords.utc}
          value={until}
          onChange={setUntil}
          fault={to === null ? replayWords.noTime : null}
        />
        <OnlyField only={only} onChange={setOnly} />
      </Form>
    </Dialog>
  );
}

type Only = 'UNDELIVERED' | 'ALL';

interface OnlyFieldProps {
  readonly only: Only;
  readonly onChange: (only: Only) => void;
}

function OnlyField({ only, onChange }: OnlyFieldProps) {
  return (
    <SelectField
      label={replayWords.only}
      pointer="/only"
      value={only}
      options={(['UNDELIVERED', 'ALL'] as const).map((value) => ({
        value,
        text: replayWords.onlys[value],
      }))}
      onChange={(value) => onChange(value === 'ALL' ? value : 'UNDELIVERED')}
    />
  );
}

interface FillsProps {
  readonly failedAt: string | null;
  readonly onFill: (field: string) => void;
}

/** Offers beginnings that are often needed. */
function Fills({ failedAt, onFill }: FillsProps) {
  const { fills } = replayWords;
  const choices = [
    ...(failedAt === null ? [] : [{ text: fills.failure, field: () => instantField(failedAt) }]),
    { text: fills.hour, field: () => agoField(hourMs) },
    { text: fills.day, field: () => agoField(24 * hourMs) },
    { text: fills.week, field: () => agoField(7 * 24 * hourMs) },
  ];
  return (
    <div className={css.fills} role="group" aria-label={replayWords.fill}>
      {choices.map(({ text, field }) => (
        <button key={text} type="button" className={css.btn} data-small onClick={() => onFill(field())}>
          {text}
        </button>
      ))}
    </div>
  );
}
