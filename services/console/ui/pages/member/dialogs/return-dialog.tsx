import type { Schemas } from '@loyalty/client';
import { useState } from 'react';
import { useOperation } from '../../../api/use-operation.ts';
import { useWrite } from '../../../api/use-write.ts';
import { newConsoleRef } from '../console-ref.ts';
import { centsText, pointsText } from '../../../model/numbers/figures.ts';
import { typedCents } from '../../../model/numbers/typed-number.ts';
import { shownText } from '../../../model/shown-text.ts';
import { CodeButton } from '../../../parts/code/code-button.tsx';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { toast } from '../../../parts/dialogs/toasts.tsx';
import { TextField } from '../../../parts/forms/field.tsx';
import { Form } from '../../../parts/forms/form.tsx';
import { Segments } from '../../../parts/forms/segments.tsx';
import { memberWords } from '../words.ts';
import * as css from '../../../styles/common.module.css';
import * as own from '../member-page.module.css';

const words = memberWords.back;

interface ReturnDialogProps {
  /** This is the reference of the receipt; it is null while the dialog is closed. */
  readonly transactionRef: string | null;
  readonly onClose: () => void;
}

export function ReturnDialog({ transactionRef, onClose }: ReturnDialogProps) {
  return (
    <Dialog
      title={words.title(shownText(transactionRef ?? ''))}
      about={words.about}
      isOpen={transactionRef !== null}
      onClose={onClose}
    >
      {transactionRef === null ? null : <ReturnForm transactionRef={transactionRef} onClose={onClose} />}
    </Dialog>
  );
}

const ways = ['whole', 'part'] as const;

interface ReturnFormProps {
  readonly transactionRef: string;
  readonly onClose: () => void;
}

interface Typed {
  readonly way: (typeof ways)[number];
  readonly amount: string;
  readonly reason: string;
}

const nothingTyped: Typed = { way: 'whole', amount: '', reason: '' };

/** The quote first, then the return; what is changed behind a quote asks for a new one. */
function ReturnForm({ transactionRef, onClose }: ReturnFormProps) {
  const [returnRef] = useState(newConsoleRef);
  const [typed, setTyped] = useState(nothingTyped);
  const [hasTried, setTried] = useState(false);
  const amount = amountOf(typed.amount);
  const isReadable = typed.way === 'whole' || amount !== null;
  const quoted = { transactionRef, ...(typed.way === 'whole' ? whole : { amount: amount ?? 0 }) };
  const body = { returnRef, ...quoted, ...(typed.reason === '' ? {} : { reason: typed.reason }) };
  const { quote, write } = useReturn(onClose);
  return (
    <Form
      error={write.error ?? quote.error}
      pointers={['/amount', '/reason']}
      isPending={quote.isPending || write.isPending}
      submit={submitText(quote.data)}
      isDanger={quote.data !== undefined}
      onSubmit={() => {
        setTried(true);
        if (!isReadable) return;
        if (quote.data === undefined) quote.mutate({ body: quoted });
        else write.mutate({ body });
      }}
      onCancel={onClose}
      aside={<CodeButton operation="returnPurchase" args={{ body }} />}
    >
      <SoFar transactionRef={transactionRef} />
      <ReturnFields
        typed={typed}
        fault={hasTried && amount === null ? words.amountFault : null}
        onChange={(changed) => {
          setTyped({ ...typed, ...changed });
          quote.reset();
          write.reset();
        }}
      />
      <div role="status">{quote.data === undefined ? null : <Quote quote={quote.data} />}</div>
    </Form>
  );
}

interface ReturnFieldsProps {
  readonly typed: Typed;
  readonly fault: string | null;
  readonly onChange: (changed: Partial<Typed>) => void;
}

function ReturnFields({ typed: { way, amount, reason }, fault, onChange }: ReturnFieldsProps) {
  const change = (name: keyof Typed) => (text: string) => onChange({ [name]: text });
  return (
    <>
      <Segments
        label={words.how}
        chosen={way}
        options={ways.map((value) => ({ value, text: words[value] }))}
        onChoose={change('way')}
      />
      {way === 'whole' ? null : (
        <TextField
          label={words.amount}
          pointer="/amount"
          inputMode="decimal"
          fault={fault}
          value={amount}
          onChange={change('amount')}
        />
      )}
      <TextField
        label={words.reason}
        hint={words.reasonHint}
        pointer="/reason"
        value={reason}
        onChange={change('reason')}
      />
    </>
  );
}

const whole = { whole: true } as const;

const amountOf = (text: string): number | null => {
  const cents = typedCents(text);
  return cents !== null && cents > 0 ? cents : null;
};

const submitText = (quote: Schemas['ReturnQuote'] | undefined): string => {
  if (quote === undefined) return words.quote;
  const { pointsReversed } = quote;
  return pointsReversed === 0 ? words.submitNone : words.submit(pointsText(pointsReversed));
};

const useReturn = (onClose: () => void) => {
  const quote = useWrite('quoteReturn', { invalidates: [] });
  const write = useWrite('returnPurchase', {
    invalidates: returned,
    onDone: ({ isWhole, pointsReversed }, _, isReplayed) => {
      onClose();
      toast({
        title: isReplayed ? words.already : isWhole ? words.done : words.donePart,
        detail: words.takenBack(pointsText(pointsReversed)),
      });
    },
  });
  return { quote, write };
};

/** Reads that a return makes old. */
const returned = [
  'getMember',
  'listMembers',
  'listLedgerEntries',
  'listExpiringPoints',
  'listPendingPoints',
  'listStampCards',
  'listMemberRewards',
  'listMemberTransactions',
  'getMemberStatistics',
  'listReturns',
] as const;

function SoFar({ transactionRef }: Pick<ReturnFormProps, 'transactionRef'>) {
  const found = useOperation('listReturns', { transactionRef }).data;
  if (found === undefined || found.returns.length === 0 || found.amount === null) return null;
  return (
    <p className={`${css.small} ${css.muted}`}>
      {words.soFar(centsText(found.amountReturned), centsText(found.amount))}
    </p>
  );
}

function Quote({ quote }: { readonly quote: Schemas['ReturnQuote'] }) {
  return (
    <section className={own.quote} aria-label={words.takes}>
      <h3>{words.takes}</h3>
      <dl>
        {linesOf(quote).map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={css.num}>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Line = readonly [string, string];

/** Lines that say «none» are left out, except for the first and the balance. */
const linesOf = (quote: Schemas['ReturnQuote']): readonly Line[] => {
  const {
    awards,
    redeemed,
    amountRemaining,
    pointsToDeduct = 0,
    pointsClaimable = 0,
    pointsDeducted = 0,
  } = quote;
  const counts: readonly (readonly [string, number])[] = [
    [words.fromPending, quote.pointsFromPending],
    [words.fromBalance, quote.pointsFromBalance],
    [words.expired, quote.pointsExpired],
    [words.forgiven, quote.pointsForgiven],
    [words.claimable, pointsClaimable],
    [words.toDeduct, pointsToDeduct],
    [words.refunded, redeemed?.pointsRefunded ?? 0],
    [words.deducted, pointsDeducted],
    [words.rewardsTaken, awards.flatMap(({ rewardsTakenBack }) => rewardsTakenBack).length],
    [words.rewardsKept, awards.flatMap(({ rewardsKept }) => rewardsKept).length],
  ];
  const some = counts
    .filter(([, count]) => count > 0)
    .map(([name, count]): Line => [name, pointsText(count)]);
  const first: Line = [words.reversed, pointsText(quote.pointsReversed)];
  const left: readonly Line[] = amountRemaining === null ? [] : [[words.left, centsText(amountRemaining)]];
  return [first].concat(some, [[words.balance, pointsText(quote.pointsBalance)]], left);
};
