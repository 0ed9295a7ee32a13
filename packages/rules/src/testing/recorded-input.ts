import type { EvaluateRequest } from '@loyalty/contracts';
import type { EarningInputRows } from '../model/earning-inputs.ts';
import type { GoldenInput } from './golden.ts';
import type { Subject } from './live.ts';
import type { Circumstances } from './make-configuration.ts';

/**
 * A golden input as its line in `golden/decisions.ndjson` spells it. The lines are older than the code's names and are
 * never rewritten for a renaming: the inputs of a decision are called `standing` there, a receipt is a `purchase`.
 */
export interface RecordedInput extends Omit<GoldenInput, 'circumstances' | 'subject'> {
  readonly circumstances: Omit<Circumstances, 'inputs'> & { readonly standing: EarningInputRows };
  readonly subject: Exclude<Subject, ReceiptSubject> | RecordedReceipt;
}

interface RecordedReceipt {
  readonly kind: 'purchase';
  readonly request: EvaluateRequest;
}

type ReceiptSubject = Extract<Subject, { readonly kind: 'receipt' }>;

/** The input that a recorded line holds. */
export const inputOfRecorded = ({ circumstances, subject, budgets }: RecordedInput): GoldenInput => {
  const { programme: configuration, account, standing, atMs, operation, ref } = circumstances;
  return {
    circumstances: { programme: configuration, account, inputs: standing, atMs, operation, ref },
    subject: subject.kind === 'purchase' ? { kind: 'receipt', request: subject.request } : subject,
    budgets,
  };
};

/** An input as a line spells it, its fields in the order of the lines before. */
export const recordedInputOf = ({ circumstances, subject, budgets }: GoldenInput): RecordedInput => {
  const { programme: configuration, account, inputs, atMs, operation, ref } = circumstances;
  return {
    circumstances: { programme: configuration, account, standing: inputs, atMs, operation, ref },
    subject: subject.kind === 'receipt' ? { kind: 'purchase', request: subject.request } : subject,
    budgets,
  };
};
