import {
  faultyStringsOf,
  unwantedCharacters,
  validatorFor,
  type BodyOf,
  type Checked,
  type EvaluateRequest,
  type FieldError,
} from '@loyalty/contracts';
import { isReference } from '@loyalty/kernel';
import { readReceipt } from '../../usecases/transactions/receipt.ts';

/** The result of reading one item of a bulk call: its receipt, or all faults in it. */
export type ItemReading =
  | { readonly outcome: 'read'; readonly ref: string; readonly request: EvaluateRequest }
  | {
      readonly outcome: 'invalid';
      /** Null when the item has no valid reference. */
      readonly ref: string | null;
      /** Pointers begin at the item. */
      readonly errors: readonly FieldError[];
    };

/** Reads an item as evaluate reads its body: its strings, its shape, then the engine's bounds. */
export const readItem = (item: unknown, nowMs: number): ItemReading => {
  const judged = judge(item);
  if (!judged.ok) return { outcome: 'invalid', ref: refOf(item), errors: judged.errors };
  const ref = judged.value.transactionRef;
  const receipt = readReceipt(ref, judged.value, nowMs);
  return receipt.outcome === 'read'
    ? { outcome: 'read', ref, request: receipt.request }
    : { outcome: 'invalid', ref, errors: receipt.faults };
};

const judge = (item: unknown): Checked<BodyOf<'evaluateTransaction'>> => {
  const faulty = faultyStringsOf(item);
  if (faulty.length === 0) return validatorFor('evaluateTransaction').body(item);
  return { ok: false, errors: faulty.map((pointer) => ({ pointer, message: unwantedCharacters })) };
};

const refOf = (item: unknown): string | null => {
  const { transactionRef } = Object(item) as { readonly transactionRef?: unknown };
  return typeof transactionRef === 'string' && isReference(transactionRef) ? transactionRef : null;
};
