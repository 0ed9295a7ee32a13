import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { useWrite } from '../../../api/use-write.ts';
import { newConsoleRef } from '../console-ref.ts';
import { pointsText } from '../../../model/numbers/figures.ts';
import { typedNumber } from '../../../model/numbers/typed-number.ts';
import { shownText } from '../../../model/shown-text.ts';
import { CodeButton } from '../../../parts/code/code-button.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { toast } from '../../../parts/dialogs/toasts.tsx';
import { TextField } from '../../../parts/forms/field.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { Segments } from '../../../parts/forms/segments.tsx';
import { memberWords } from '../words.ts';

type Member = Schemas['Member'];
const words = memberWords.adjust;

export interface MemberDialogProps {
  readonly member: Member;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function AdjustDialog({ member, isOpen, onClose }: MemberDialogProps) {
  const name = shownText(member.name ?? member.externalRef);
  return (
    <Dialog title={words.title} about={words.about(name)} isOpen={isOpen} onClose={onClose}>
      <AdjustForm member={member} onClose={onClose} />
    </Dialog>
  );
}

const directions = ['give', 'take'] as const;

interface Typed {
  readonly direction: (typeof directions)[number];
  readonly points: string;
  readonly reason: string;
  readonly expiresAt: string;
}

const nothingTyped: Typed = { direction: 'give', points: '', reason: '', expiresAt: '' };

/** Lives while the dialog is open, so each opening has a `ref` of its own: a double click is one entry. */
function AdjustForm({ member, onClose }: Pick<MemberDialogProps, 'member' | 'onClose'>) {
  const [ref] = useState(newConsoleRef);
  const [typed, setTyped] = useState(nothingTyped);
  const [hasTried, setTried] = useState(false);
  const count = wholeOf(typed.points);
  const args = { memberId: member.id, body: { ref, ...bodyOf(typed, count ?? 0) } };
  const write = useWrite('adjustPoints', {
    invalidates: adjusted,
    onDone: ({ pointsBalance }, { body: { points } }, isReplayed) => {
      onClose();
      toast(saidOf(points, pointsBalance, isReplayed));
    },
  });
  return (
    <Form
      error={write.error}
      pointers={['/points', '/reason', '/expiresAt']}
      isPending={write.isPending}
      submit={words[typed.direction]}
      onSubmit={() => {
        setTried(true);
        if (count !== null) write.mutate(args);
      }}
      onCancel={onClose}
      aside={<CodeButton operation="adjustPoints" args={args} />}
    >
      <AdjustFields
        typed={typed}
        fault={hasTried && count === null ? words.pointsFault : null}
        balance={member.pointsBalance}
        after={count === null ? null : member.pointsBalance + args.body.points}
        onChange={(changed) => setTyped({ ...typed, ...changed })}
      />
    </Form>
  );
}

const bodyOf = ({ direction, reason, expiresAt }: Typed, count: number) =>
  direction === 'take'
    ? { points: -count, reason }
    : { points: count, reason, ...(expiresAt === '' ? {} : { expiresAt }) };

interface AdjustFieldsProps {
  readonly typed: Typed;
  readonly fault: string | null;
  readonly balance: number;
  /** The balance that it leads to; null where the points cannot be read. */
  readonly after: number | null;
  readonly onChange: (changed: Partial<Typed>) => void;
}

function AdjustFields({ typed, fault, balance, after, onChange }: AdjustFieldsProps) {
  const change = (name: keyof Typed) => (text: string) => onChange({ [name]: text });
  return (
    <>
      <Segments
        label={words.direction}
        chosen={typed.direction}
        options={directions.map((value) => ({ value, text: words[value] }))}
        onChoose={change('direction')}
      />
      <TextField
        label={words.points}
        pointer="/points"
        inputMode="numeric"
        fault={fault}
        // Always there: what lies below must not move away from somebody's pointer.
        hint={after === null ? words.now(pointsText(balance)) : words.after(pointsText(after))}
        value={typed.points}
        onChange={change('points')}
      />
      <TextField
        label={words.reason}
        pointer="/reason"
        hint={words.reasonHint}
        value={typed.reason}
        onChange={change('reason')}
      />
      {typed.direction === 'take' ? null : (
        <TextField
          label={words.expires}
          pointer="/expiresAt"
          hint={words.expiresHint}
          type="date"
          value={typed.expiresAt}
          onChange={change('expiresAt')}
        />
      )}
    </>
  );
}

/** Reads that a change of points makes old. */
const adjusted = ['getMember', 'listMembers', 'listLedgerEntries', 'listExpiringPoints'] as const;

const wholeOf = (text: string): number | null => {
  const read = typedNumber(text);
  return read !== null && Number.isSafeInteger(read) && read > 0 ? read : null;
};

const saidOf = (points: number, balance: number, isReplayed: boolean) => {
  if (isReplayed) return { title: words.already, detail: words.alreadyDetail };
  const count = pointsText(Math.abs(points));
  return {
    title: points > 0 ? words.given(count) : words.taken(count),
    detail: words.balance(pointsText(balance)),
  };
};
