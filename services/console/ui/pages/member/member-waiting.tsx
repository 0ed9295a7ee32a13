import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { useWrite } from '../../api/use-write.ts';
import { pointsText } from '../../model/numbers/figures.ts';
import { shownText } from '../../model/shown-text.ts';
import { clockText, dayText } from '../../model/times/times.ts';
import { CodeButton } from '../../parts/code/code-button.tsx';
import { Dialog } from '../../parts/dialogs/dialog.tsx';
import { toast } from '../../parts/dialogs/toasts.tsx';
import { ActionButton } from '../../parts/forms/action-button.tsx';
import { Form } from '../../parts/forms/form.tsx';
import { Name } from '../../parts/names/name.tsx';
import { Time } from '../../parts/texts/time.tsx';
import { memberWords } from './words.ts';
import * as css from '../../styles/common.module.css';
import * as own from './member-page.module.css';

const words = memberWords.open;

interface OfMember {
  readonly memberId: string;
}

/** Shows points of receipts that do not count yet. */
export function PendingPoints({ memberId }: OfMember) {
  const pending = useOperation('listPendingPoints', { memberId, limit: 10 }).data?.pending ?? [];
  if (pending.length === 0) return null;
  return (
    <section className={css.card} aria-label={memberWords.pending.title}>
      <header>
        <h2>{memberWords.pending.title}</h2>
      </header>
      <ul className={own.lots}>
        {pending.map(({ transactionRef, points, maturesAt }) => (
          <li key={`${transactionRef} ${maturesAt} ${points.toString()}`}>
            <Name text={transactionRef} className={css.mono} />
            <span className={`${css.num} ${css.strong}`}>{pointsText(points)}</span>
            <span className={`${css.small} ${css.faint}`}>
              {memberWords.pending.matures(dayText(maturesAt))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Authorization = Schemas['OpenAuthorization'];

/** Shows redemptions that a checkout has begun and not ended. */
export function OpenAuthorizations({ memberId }: OfMember) {
  const open = useOperation('listOpenAuthorizations', { memberId }).data?.authorizations ?? [];
  if (open.length === 0) return null;
  return (
    <section className={css.card} aria-label={words.title}>
      <header>
        <h2>{words.title}</h2>
      </header>
      <ul className={`${css.pad} ${css.stack}`}>
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
  return (
    <li className={own.voucher}>
      <p className={css.rowB}>
        <Name text={transactionRef} className={`${css.mono} ${css.strong}`} />
        <span className={`${css.num} ${css.strong} ${css.burn}`}>{pointsText(pointsRedeemed)}</span>
      </p>
      <p className={`${css.small} ${css.faint}`}>
        <Time iso={expiresAt} text={words.until(`${dayText(expiresAt)}, ${clockText(expiresAt)}`)} />
      </p>
      <div className={own.acts}>
        {(Object.keys(endings) as Ending[]).map((one) => (
          <ActionButton key={one} isSmall operations={[endings[one]]} onClick={() => setEnding(one)}>
            {words.endings[one].submit}
          </ActionButton>
        ))}
      </div>
      <EndDialog authorization={authorization} ending={ending} onClose={() => setEnding(null)} />
    </li>
  );
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

interface EndingProps {
  readonly authorization: Authorization;
  /** It is null while nobody ends it. */
  readonly ending: Ending | null;
  readonly onClose: () => void;
}

/** Asks before points are taken for good, or given back. */
function EndDialog({ authorization: { transactionRef, pointsRedeemed }, ending, onClose }: EndingProps) {
  const args = { body: { transactionRef } };
  const done = (title: string, detail?: string): void => {
    onClose();
    toast({ title, ...(detail !== undefined && { detail }) });
  };
  const capture = useWrite('captureRedemption', {
    invalidates: ended,
    onDone: () => done(words.captured),
  });
  const release = useWrite('voidRedemption', {
    invalidates: ended,
    onDone: ({ pointsRefunded, pointsDeducted = 0 }) =>
      done(
        words.released(pointsText(pointsRefunded)),
        pointsDeducted === 0 ? undefined : words.deducted(pointsText(pointsDeducted)),
      ),
  });
  // While it closes it stays what it was.
  const [shown, setShown] = useState<Ending>('capture');
  if (ending !== null && ending !== shown) setShown(ending);
  const write = { capture, release }[shown];
  const texts = words.endings[shown];
  return (
    <Dialog
      title={texts.title(shownText(transactionRef))}
      about={texts.about(pointsText(pointsRedeemed))}
      isOpen={ending !== null}
      onClose={onClose}
    >
      <Form
        error={write.error}
        pointers={[]}
        isPending={write.isPending}
        submit={texts.submit}
        isDanger={shown === 'release'}
        onSubmit={() => write.mutate(args)}
        onCancel={onClose}
        aside={<CodeButton operation={endings[shown]} args={args} />}
      >
        {null}
      </Form>
    </Dialog>
  );
}
