import type { BurnRequest } from '@loyalty/contracts/burning';
import type { FieldError, HttpSchemas } from '@loyalty/contracts/http';
import { linesMax, positiveFault, quantityFault, textFault } from './field-fault.ts';

/** Each goes with its kind of the schema. A newer ingress may send others, which this engine cannot decide. */
const kinds: ReadonlySet<string> = new Set(['RETURN']);

const memberKeyBytes = 16;

/**
 * Beyond its shape (D10). Ingress and the engine use this one list, so no accepted return becomes a dead
 * letter (D75).
 */
export const faultsOfBurnRequest = (request: BurnRequest): readonly FieldError[] => {
  const { kind, ref, transactionRef, memberKey, redeemRef, reason } = request;
  const faults: readonly (readonly [string, string | null])[] = [
    ['/kind', kinds.has(kind) ? null : 'must be a kind that this release knows'],
    ['/returnRef', textFault(ref)],
    ['/transactionRef', textFault(transactionRef)],
    ['/memberKey', memberKey.length === memberKeyBytes ? null : 'must have 16 bytes'],
    ['/amount', amountFault(request)],
    ['/redeemRef', redeemRef === null ? null : textFault(redeemRef)],
    ['/reason', reason === null ? null : textFault(reason)],
  ];
  const found = faults.flatMap(([pointer, message]) => (message === null ? [] : [{ pointer, message }]));
  return request.lines.length === 0 ? found : [...found, ...faultsOfLines(request)].slice(0, faultsMax);
};

/** Few enough for the headers of a dead letter. */
const faultsMax = 20;

/** Without an amount nothing says what is paid back for them (D172). */
const faultsOfLines = ({ lines, amountCents }: BurnRequest): readonly FieldError[] => {
  if (amountCents === null) return [{ pointer: '/products', message: 'must be absent without an amount' }];
  if (lines.length > linesMax) return [{ pointer: '/products', message: 'must have at most 500 lines' }];
  return lines.flatMap(({ sku, quantity }, index) => {
    const faults = [
      ['sku', textFault(sku)],
      ['quantity', quantityFault(quantity)],
    ] as const;
    return faults.flatMap(([field, message]) =>
      message === null ? [] : [{ pointer: `/products/${index.toString()}/${field}`, message }],
    );
  });
};

/** Silence is never the whole (D166). */
const amountFault = ({ amountCents, isWhole }: BurnRequest): string | null => {
  if (amountCents === null) return isWhole ? null : 'either this or whole is required';
  return isWhole ? 'must be absent beside whole' : positiveFault(amountCents);
};

/** The member is the receipt's. */
export type ReturnRequest = Omit<BurnRequest, 'memberKey'>;

export type ReturnReading =
  | { readonly outcome: 'read'; readonly order: ReturnRequest }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldError[] };

/** For bodies with a checked shape. The engine's own bounds: no return is accepted that it would give up. */
export const readReturn = (body: HttpSchemas['ReturnBody']): ReturnReading => {
  const order = orderOf(body);
  const faults = faultsOfBurnRequest({ ...order, memberKey: anyKey });
  return faults.length === 0 ? { outcome: 'read', order } : { outcome: 'invalid', faults };
};

/** The receipt's is known later. */
const anyKey = Buffer.alloc(memberKeyBytes);

/** Absent fields become null here and nowhere else, so that the same return has the same bytes (D15). */
const orderOf = (body: HttpSchemas['ReturnBody']): ReturnRequest => ({
  kind: 'RETURN',
  ref: body.returnRef,
  transactionRef: body.transactionRef,
  amountCents: body.amount ?? null,
  isWhole: body.whole ?? false,
  redeemRef: body.redeemRef ?? null,
  reason: body.reason ?? null,
  lines: (body.products ?? []).map(({ sku, quantity }) => ({ sku, quantity })),
});
