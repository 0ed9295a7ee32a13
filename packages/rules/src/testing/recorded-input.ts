import type { EvaluateRequest } from '@loyalty/contracts';
import type { EarningInputRows } from '../earning/earning-inputs.ts';
import type { GoldenInput } from './golden.ts';
import type { Subject } from './live.ts';
import type { Circumstances } from './make-configuration.ts';

/**
 * A golden input as its line in `golden/decisions.ndjson` spells it. The lines are older than some names in
 * the code, and no renaming rewrites them. There the inputs of a decision are called `standing`, and a
 * receipt is a `purchase`.
 */
export interface RecordedInput extends Omit<GoldenInput, 'circumstances' | 'subject'> {
  readonly circumstances: Omit<Circumstances, 'inputs'> & { readonly standing: EarningInputRows };
  readonly subject: Exclude<Subject, ReceiptSubject> | RecordedReceipt;
}

interface RecordedReceipt {
  readonly kind: 'purchase';
  readonly request: RecordedRequest;
}

/** Requests may lack fields that receipts got later. */
type RecordedRequest = Omit<EvaluateRequest, LaterField> & Partial<Pick<EvaluateRequest, LaterField>>;

type LaterField = 'attributes' | 'lineAmounts';

type ReceiptSubject = Extract<Subject, { readonly kind: 'receipt' }>;

export const inputOfRecorded = ({ circumstances, subject, budgets }: RecordedInput): GoldenInput => {
  const { programme: configuration, account, standing, purchases, atMs, operation, ref } = circumstances;
  const known = { programme: configuration, account, inputs: standing, atMs, operation, ref };
  return {
    circumstances: purchases === undefined ? known : { ...known, purchases },
    subject: subject.kind === 'purchase' ? { kind: 'receipt', request: requestOf(subject.request) } : subject,
    budgets,
  };
};

const requestOf = (recorded: RecordedRequest): EvaluateRequest => ({
  ...recorded,
  attributes: recorded.attributes ?? [],
  lineAmounts: recorded.lineAmounts ?? [],
});

/**
 * The fields are in the order of the earlier lines, and purchases are there only if something asks for them.
 */
export const recordedInputOf = ({ circumstances, subject, budgets }: GoldenInput): RecordedInput => {
  const { programme: configuration, account, inputs, purchases, atMs, operation, ref } = circumstances;
  const known = { programme: configuration, account, standing: inputs, atMs, operation, ref };
  return {
    circumstances:
      configuration.tiers === undefined || purchases === undefined ? known : { ...known, purchases },
    subject: subject.kind === 'receipt' ? { kind: 'purchase', request: subject.request } : subject,
    budgets,
  };
};
