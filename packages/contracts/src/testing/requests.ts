import type { BurnRequest, EvaluateRequest, MemberEventRequest, RedeemRequest } from '../generated/avro.ts';

/** Makes a receipt of R150.00 of `customer-1`, whose till sent what it must and no more. */
export const evaluateRequest = (given: Partial<EvaluateRequest> = {}): EvaluateRequest => ({
  transactionRef: 'receipt-1',
  memberRef: 'customer-1',
  amountCents: 15_000,
  storeRef: null,
  currency: null,
  occurredAt: null,
  products: [],
  attributes: [],
  lineAmounts: [],
  ...given,
});

/** Makes a redeem of 50 points by `customer-1` for a basket of R150.00. */
export const redeemRequest = (given: Partial<RedeemRequest> = {}): RedeemRequest => ({
  transactionRef: 'redeem-1',
  memberRef: 'customer-1',
  amountCents: 15_000,
  pointsRequested: 50,
  campaignId: null,
  storeRef: null,
  maxDiscountPercentOfBasket: null,
  currency: null,
  ...given,
});

/** Makes a custom event of `customer-1` with an empty payload. */
export const memberEventRequest = (given: Partial<MemberEventRequest> = {}): MemberEventRequest => ({
  ref: 'event-1',
  memberRef: 'customer-1',
  eventKey: 'app.opened',
  lifecycleType: null,
  referrerRef: null,
  occurredAt: null,
  payload: Buffer.from('{}'),
  ...given,
});

/** Makes a return of R1.00 of `receipt-1`. */
export const returnRequest = (given: Partial<BurnRequest> = {}): BurnRequest => ({
  kind: 'RETURN',
  ref: 'return-1',
  transactionRef: 'receipt-1',
  memberKey: Buffer.alloc(16),
  amountCents: 100,
  isWhole: false,
  redeemRef: null,
  reason: null,
  lines: [],
  pointsRequested: null,
  ttlSeconds: null,
  campaignId: null,
  storeRef: null,
  maxDiscountPercentOfBasket: null,
  currency: null,
  isLapse: false,
  ...given,
});

/** Makes an authorization of 50 points, for ten minutes and a basket of R150.00. */
export const authorizeRequest = (ref: string, given: Partial<BurnRequest> = {}): BurnRequest =>
  returnRequest({
    kind: 'AUTHORIZE',
    ref,
    transactionRef: ref,
    amountCents: 15_000,
    pointsRequested: 50,
    ttlSeconds: 600,
    ...given,
  });

/** Makes a capture of the redeem with this reference. */
export const captureRequest = (ref: string, given: Partial<BurnRequest> = {}): BurnRequest =>
  returnRequest({ kind: 'CAPTURE', ref, transactionRef: ref, amountCents: null, ...given });

/** Makes a void of the redeem with this reference. */
export const voidRequest = (ref: string, given: Partial<BurnRequest> = {}): BurnRequest =>
  captureRequest(ref, { kind: 'VOID', ...given });
