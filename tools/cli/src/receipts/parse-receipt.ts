import { bodyBytesMax, type EvaluateRequest } from '@loyalty/contracts';
import {
  type Checked,
  evaluateRequestOf,
  type FieldError,
  parseJsonBody,
  validatorFor,
} from '@loyalty/contracts/http';
import { atIngress, faultsOfEvaluateRequest } from '@loyalty/rules/requests';
import type { Line } from '../files/line-splitter.ts';

export type ReceiptFault = FieldError;

const tooLong: Checked<never> = {
  ok: false,
  errors: [{ pointer: '', message: `must not be longer than ${bodyBytesMax.toString()} bytes` }],
};

/** Creates a parser that makes the checks of ingress and engine (D9, D10, D76). */
export const createReceiptParser = (): ((line: Line, nowMs: number) => Checked<EvaluateRequest>) => {
  const validator = validatorFor('evaluateTransaction');
  return (line, nowMs) => {
    if (line.isTooLong) return tooLong;
    const parsed = parseJsonBody(line.bytes);
    if (!parsed.ok) return parsed;
    const judged = validator.body(parsed.value);
    if (!judged.ok) return judged;
    const value = evaluateRequestOf(judged.value.transactionRef, judged.value);
    const faults = faultsOfEvaluateRequest(value, nowMs, atIngress);
    return faults.length === 0 ? { ok: true, value } : { ok: false, errors: faults };
  };
};

export interface Receipt {
  readonly line: Line;
  readonly request: EvaluateRequest;
}

export interface ReceiptSink {
  /**
   * Takes receipts in the order of their lines. Resolves when there is capacity for more, and throws if all
   * is lost.
   */
  take(receipts: readonly Receipt[]): Promise<void>;
  /** Resolves when all receipts are acknowledged or given up. Throws what `take` would. */
  drain(): Promise<void>;
  /** Stops retries; running requests continue to their end. */
  stop(): void;
  acknowledged(): number;
  firstUnsettled(): number | null;
}
