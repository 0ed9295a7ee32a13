import type { RedeemRequest } from '@loyalty/contracts';
import { type BurnRequest, isBurnRequestKind } from '@loyalty/contracts/burning';
import type { FieldError, HttpSchemas } from '@loyalty/contracts/http';
import { integerFault, linesMax, quantityFault, textFault, linesFault } from './field-fault.ts';
import { faultsOfRedeemRequest } from './redeem-request-faults.ts';

const memberKeyBytes = 16;

const ttlSecondsMax = 604_800;

/**
 * Reports faults that the schema does not find (D10). Ingress and the engine use this one function, so no
 * accepted request becomes a dead letter (D75). A newer ingress may send kinds that this engine cannot
 * decide.
 */
export const faultsOfBurnRequest = (request: BurnRequest): readonly FieldError[] => {
  const { kind } = request;
  if (!isBurnRequestKind(kind)) return found([['/kind', 'must be a kind that this release supports']]);
  switch (kind) {
    case 'RETURN':
      return faultsOfReturn(request);
    case 'AUTHORIZE':
      return faultsOfAuthorization(request);
    case 'CAPTURE':
    case 'VOID':
      return found([['/transactionRef', textFault(request.ref)], keyFault(request)]);
  }
};

type Judged = readonly [string, string | null];

const found = (faults: readonly Judged[]): readonly FieldError[] =>
  faults.flatMap(([pointer, message]) => (message === null ? [] : [{ pointer, message }]));

const keyFault = ({ memberKey }: BurnRequest): Judged => [
  '/memberKey',
  memberKey.length === memberKeyBytes ? null : 'must have 16 bytes',
];

const faultsOfReturn = (request: BurnRequest): readonly FieldError[] => {
  const { ref, transactionRef, redeemRef, reason } = request;
  const faults = found([
    ['/returnRef', textFault(ref)],
    ['/transactionRef', textFault(transactionRef)],
    keyFault(request),
    ['/amount', amountFault(request)],
    ['/redeemRef', redeemRef === null ? null : textFault(redeemRef)],
    ['/reason', reason === null ? null : textFault(reason)],
  ]);
  return request.lines.length === 0 ? faults : [...faults, ...faultsOfLines(request)].slice(0, faultsMax);
};

/** An authorization has the faults of a redeem, whose order it is. */
const faultsOfAuthorization = (request: BurnRequest): readonly FieldError[] => {
  const ttl = request.ttlSeconds ?? 0;
  const isTtl = Number.isSafeInteger(ttl) && ttl >= 1 && ttl <= ttlSecondsMax;
  return [
    ...faultsOfRedeemRequest({ ...redeemOrderOf(request), memberRef: anyMember }),
    ...found([['/ttlSeconds', isTtl ? null : 'must be an integer from 1 to 604800'], keyFault(request)]),
  ];
};

/** The member is named by key. */
const anyMember = 'member';

/** Returns the order of an AUTHORIZE, which is that of a redeem. */
export const redeemOrderOf = (request: BurnRequest): Omit<RedeemRequest, 'memberRef'> => ({
  transactionRef: request.ref,
  amountCents: request.amountCents ?? 0,
  pointsRequested: request.pointsRequested ?? 0,
  campaignId: request.campaignId,
  storeRef: request.storeRef,
  maxDiscountPercentOfBasket: request.maxDiscountPercentOfBasket,
  currency: request.currency,
});

/** The headers of a dead letter hold this many faults. */
const faultsMax = 20;

/** Lines need an amount, because otherwise nothing says what is paid back for them (D172). */
const faultsOfLines = ({ lines, amountCents }: BurnRequest): readonly FieldError[] => {
  if (amountCents === null) return [{ pointer: '/products', message: 'must not be sent without an amount' }];
  if (lines.length > linesMax) return [{ pointer: '/products', message: linesFault }];
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

/** Silence is never the whole (D166). Products that cost nothing come back for nothing (D335). */
const amountFault = ({ amountCents, isWhole, lines }: BurnRequest): string | null => {
  if (amountCents === null) return isWhole ? null : 'is required unless whole is true';
  if (isWhole) return 'must not be sent together with whole';
  return integerFault(amountCents, lines.length === 0 ? 1 : 0);
};

/** The request of a return. The receipt determines the member. */
export type ReturnRequest = Omit<BurnRequest, 'memberKey'>;

export type ReturnReading =
  | { readonly outcome: 'read'; readonly order: ReturnRequest }
  | { readonly outcome: 'invalid'; readonly faults: readonly FieldError[] };

/**
 * Reads a body that the schema has accepted. The engine's own bounds apply, so that every accepted return can
 * be decided.
 */
export const readReturn = (body: HttpSchemas['ReturnBody']): ReturnReading => {
  const order = orderOf(body);
  const faults = faultsOfBurnRequest({ ...order, memberKey: anyKey });
  return faults.length === 0 ? { outcome: 'read', order } : { outcome: 'invalid', faults };
};

/** It stands for the member key of the receipt, which is known later. */
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
  ...noAuthorization,
});

const noAuthorization = {
  pointsRequested: null,
  ttlSeconds: null,
  campaignId: null,
  storeRef: null,
  maxDiscountPercentOfBasket: null,
  currency: null,
  isLapse: false,
} as const satisfies Partial<BurnRequest>;

const noReturn = {
  isWhole: false,
  redeemRef: null,
  reason: null,
  lines: [],
} satisfies Partial<BurnRequest>;

const ttlSecondsDefault = 900;

/**
 * Returns the request of an authorization. Absent fields and the currency of the environment become null here
 * and nowhere else, as they do for a redeem (D15).
 */
export const authorizationOf = (
  body: Omit<HttpSchemas['AuthorizeBody'], 'ttlSeconds'> & { readonly ttlSeconds?: number },
  { memberKey, currency }: { readonly memberKey: Buffer; readonly currency: string },
): BurnRequest => ({
  kind: 'AUTHORIZE',
  ref: body.transactionRef,
  transactionRef: body.transactionRef,
  memberKey,
  amountCents: body.amount,
  ...noReturn,
  pointsRequested: body.pointsRequested,
  ttlSeconds: body.ttlSeconds ?? ttlSecondsDefault,
  campaignId: body.campaignId?.toLowerCase() ?? null,
  storeRef: body.storeRef ?? null,
  maxDiscountPercentOfBasket: body.maxDiscountPercentOfBasket ?? null,
  currency: body.currency === currency ? null : (body.currency ?? null),
  isLapse: false,
});

interface RedemptionEnd {
  readonly kind: 'CAPTURE' | 'VOID';
  readonly ref: string;
  readonly memberKey: Buffer;
  readonly isLapse?: boolean;
}

/** Returns the request that ends a redeem, which it names by its reference. */
export const redemptionEndOf = ({ kind, ref, memberKey, isLapse = false }: RedemptionEnd): BurnRequest => ({
  kind,
  ref,
  transactionRef: ref,
  memberKey,
  amountCents: null,
  ...noReturn,
  ...noAuthorization,
  isLapse,
});
