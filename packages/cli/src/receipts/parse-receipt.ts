import {
  instantOf,
  parseJsonBody,
  validatorFor,
  type BodyOf,
  type Checked,
  type EvaluateRequest,
  type FieldError,
} from '@loyalty/contracts';
import { faultsOfEvaluateRequest } from '@loyalty/rules';
import type { Line } from './line-splitter.ts';

/** Why a line was not sent; the pointer is "" where the line as a whole is at fault. */
export type ReceiptFault = FieldError;

type Body = BodyOf<'evaluateTransaction'>;

const tooLong: Checked<never> = {
  ok: false,
  errors: [{ pointer: '', message: 'must not be longer than 262144 bytes' }],
};

/** Reads lines as bodies of evaluate, judged as the HTTP door and the engine judge them (D9, D10, D35). */
export const createReceiptParser = (): ((line: Line, nowMs: number) => Checked<EvaluateRequest>) => {
  const validator = validatorFor('evaluateTransaction');
  return (line, nowMs) => {
    if (line.isTooLong) return tooLong;
    const parsed = parseJsonBody(line.bytes);
    if (!parsed.ok) return parsed;
    const judged = validator.body(parsed.value);
    if (!judged.ok) return judged;
    const value = requestOf(judged.value);
    const faults = faultsOfEvaluateRequest(value, nowMs);
    return faults.length === 0 ? { ok: true, value } : { ok: false, errors: faults };
  };
};

/** A body as the engine takes it; absent and default are the same bytes on every way in (D15). */
const requestOf = (body: Body): EvaluateRequest => ({
  transactionRef: body.transactionRef,
  memberRef: body.memberRef,
  amountCents: body.amount,
  storeRef: body.storeRef ?? null,
  currency: body.currency ?? null,
  occurredAt: body.occurredAt === undefined ? null : instantOf(body.occurredAt, 'start'),
  products: (body.products ?? []).map(({ sku, quantity, unitPrice, categories }) => ({
    sku,
    quantity,
    unitPriceCents: unitPrice,
    categories: categories ?? [],
  })),
});
