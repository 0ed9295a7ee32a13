import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useWrite } from '../../api/use-write.ts';
import { pointsText } from '../../model/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { clockText, dayText } from '../../model/times.ts';
import { ActionButton } from '../../parts/action-button.tsx';
import { CodeButton } from '../../parts/code-button.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Form } from '../../parts/form.tsx';
import { Name } from '../../parts/name.tsx';
import { Time } from '../../parts/time.tsx';
import { toast } from '../../parts/toasts.tsx';
import { memberWords } from '../../words/member.ts';

const words = memberWords.open;

interface OfMember {
  readonly memberId: string;
}

/** Points of receipts that do not count yet. */
export function PendingPoints({ memberId }: OfMember) {
  const pending = useOperation('listPendingPoints', { memberId, limit: 10 }).data?.pending ?? [];
  if (pending.length === 0) return null;
  return (
    <section className="card" aria-label={memberWords.pending.title}>
      <header>
        <h2>{memberWords.pending.title}</h2>
      </header>
      <ul className="lots">
        {pending.map(({ transactionRef, points, maturesAt }) => (
          <li key={`${transactionRef} ${maturesAt} ${points.toString()}`}>
            <Name text={transactionRef} className="mono" />
            <span className="num strong">{pointsText(points)}</span>
            <span className="small faint">{memberWords.pending.matures(dayText(maturesAt))}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Authorization = Schemas['OpenAuthorization'];

/** Redemptions that a checkout has begun and not ended. */
export function OpenAuthorizations({ memberId }: OfMember) {
  const open = useOperation('listOpenAuthorizations', { memberId }).data?.authorizations ?? [];
  if (open.length === 0) return null;
  return (
    <section className="card" aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
      </header>
      <ul className="pad stack">
        {open.map((one) => (
          <OpenAuthorization key={one.redeemTransactionId} authorization={one} />
        ))}
      </ul>
    </section>
  );
}

const endings = { capture: 'captureRedemption', release: 'voidRedemption' } as const;
type Ending = keyof typeof endings;

function OpenAuthorization({ authorization }: { readonly authorization: Authorization }) {
  const { transactionRef, pointsRedeemed, expiresAt } = authorization;
  const [ending, setEnding] = useState<Ending | null>(null);
  const onClose = (): void => {
    setEnding(null);
  };
  return (
    <li className="voucher">
      <p className="row-b">
        <Name text={transactionRef} className="mono strong" />
        <span className="num strong burn">{pointsText(pointsRedeemed)}</span>
      </p>
      <p className="small faint">
        <Time iso={expiresAt} text={words.until(`${dayText(expiresAt)}, ${clockText(expiresAt)}`)} />
      </p>
      <div className="acts">
        {(Object.keys(endings) as Ending[]).map((one) => (
          <ActionButton
            key={one}
            isSmall
            operations={[endings[one]]}
            onClick={() => {
              setEnding(one);
            }}
          >
            {words[one]}
          </ActionButton>
        ))}
      </div>
      <CaptureDialog authorization={authorization} isOpen={ending === 'capture'} onClose={onClose} />
      <VoidDialog authorization={authorization} isOpen={ending === 'release'} onClose={onClose} />
    </li>
  );
}

interface EndingProps {
  readonly authorization: Authorization;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Reads that the end of an authorization makes old. */
const ended = [
  'listOpenAuthorizations',
  'getMember',
  'listMembers',
  'listLedgerEntries',
  'listExpiringPoints',
  'listMemberTransactions',
] as const;

function CaptureDialog({ authorization, isOpen, onClose }: EndingProps) {
  const { transactionRef, pointsRedeemed } = authorization;
  const args = { body: { transactionRef } };
  const write = useWrite('captureRedemption', {
    invalidates: ended,
    onDone: () => {
      onClose();
      toast({ title: words.captured });
    },
  });
  return (
    <Dialog
      title={words.captureTitle(shownText(transactionRef))}
      about={words.captureAbout(pointsText(pointsRedeemed))}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Form
        error={write.error}
        pointers={[]}
        isPending={write.isPending}
        submit={words.capture}
        onSubmit={() => {
          write.mutate(args);
        }}
        onCancel={onClose}
        aside={<CodeButton operation="captureRedemption" args={args} />}
      >
        {null}
      </Form>
    </Dialog>
  );
}

function VoidDialog({ authorization, isOpen, onClose }: EndingProps) {
  const { transactionRef, pointsRedeemed } = authorization;
  const args = { body: { transactionRef } };
  const write = useWrite('voidRedemption', {
    invalidates: ended,
    onDone: ({ pointsRefunded }) => {
      onClose();
      toast({ title: words.released(pointsText(pointsRefunded)) });
    },
  });
  return (
    <Dialog
      title={words.releaseTitle(shownText(transactionRef))}
      about={words.releaseAbout(pointsText(pointsRedeemed))}
      isOpen={isOpen}
      onClose={onClose}
    >
      <Form
        error={write.error}
        pointers={[]}
        isPending={write.isPending}
        submit={words.release}
        isDanger
        onSubmit={() => {
          write.mutate(args);
        }}
        onCancel={onClose}
        aside={<CodeButton operation="voidRedemption" args={args} />}
      >
        {null}
      </Form>
    </Dialog>
  );
}
