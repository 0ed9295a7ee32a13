import {
  bodyBytesMax,
  type Checked,
  type EvaluateRequest,
  evaluateRequestOf,
  type FieldError,
  parseJsonBody,
  validatorFor,
} from '@loyalty/contracts';
import { atIngress, faultsOfEvaluateRequest } from '@loyalty/rules';
import type { Line } from './line-splitter.ts';

/** The reason why a line was not sent; the pointer is "" for the line as a whole. */
export type ReceiptFault = FieldError;

const tooLong: Checked<never> = {
  ok: false,
  errors: [{ pointer: '', message: `must not be longer than ${bodyBytesMax.toString()} bytes` }],
};

/** Creates a parser of lines as bodies of evaluate, with the checks of ingress and engine (D9, D10, D76). */
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
