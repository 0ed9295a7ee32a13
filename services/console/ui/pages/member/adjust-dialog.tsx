import type { Schemas } from '@loyalty/client';
import { useMemo, useState } from 'react';
import { useWrite } from '../../api/use-write.ts';
import { pointsText } from '../../model/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { typedNumber } from '../../model/typed-number.ts';
import { CodeButton } from '../../parts/code-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { TextField } from '../../parts/field.tsx';
import { Form } from '../../parts/form.tsx';
import { Segments } from '../../parts/segments.tsx';
import { toast } from '../../parts/toasts.tsx';
import { memberWords } from '../../words/member.ts';

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

/** Lives while the dialog is open, so each opening has a `ref` of its own: a double click is one entry (M53). */
function AdjustForm({ member, onClose }: Pick<MemberDialogProps, 'member' | 'onClose'>) {
  const ref = useMemo(() => `console-${crypto.randomUUID()}`, []);
  const [direction, setDirection] = useState<(typeof directions)[number]>('give');
  const [pointsTyped, setPoints] = useState('');
  const [reason, setReason] = useState('');
  const [expiresAt, setExpiresAt] = useState('');
  const [hasTried, setTried] = useState(false);
  const count = wholeOf(pointsTyped);
  const isGift = direction === 'give';
  const body = {
    points: isGift ? (count ?? 0) : -(count ?? 0),
    reason,
    ref,
    ...(isGift && expiresAt !== '' ? { expiresAt } : {}),
  };
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
      submit={words[direction]}
      onSubmit={() => {
        setTried(true);
        if (count !== null) write.mutate({ memberId: member.id, body });
      }}
      onCancel={onClose}
      aside={<CodeButton operation="adjustPoints" args={{ memberId: member.id, body }} />}
    >
      <Segments
        label={words.direction}
        chosen={direction}
        options={directions.map((value) => ({ value, text: words[value] }))}
        onChoose={setDirection}
      />
      <TextField
        label={words.points}
        pointer="/points"
        inputMode="numeric"
        fault={hasTried && count === null ? words.pointsFault : null}
        hint={count === null ? undefined : words.after(pointsText(member.pointsBalance + body.points))}
        value={pointsTyped}
        onChange={setPoints}
      />
      <TextField
        label={words.reason}
        pointer="/reason"
        hint={words.reasonHint}
        value={reason}
        onChange={setReason}
      />
      {isGift ? (
        <TextField
          label={words.expires}
          pointer="/expiresAt"
          hint={words.expiresHint}
          type="date"
          value={expiresAt}
          onChange={setExpiresAt}
        />
      ) : null}
    </Form>
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
