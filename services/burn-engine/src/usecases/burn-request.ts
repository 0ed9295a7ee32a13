import { headers as names, type RedeemRequest } from '@loyalty/contracts';
import { type BurnRequest, type BurnRequestKind, isBurnRequestKind } from '@loyalty/contracts/burning';
import type { EngineRequest } from '@loyalty/engine';
import type { InboundRecord } from '@loyalty/kafka';

const kinds = {
  AUTHORIZE: 'authorize',
  CAPTURE: 'capture',
  VOID: 'void',
  RETURN: 'return',
} as const satisfies Readonly<Record<BurnRequestKind, string>>;

/** The body of a burn request. A request of an unknown kind is given up before it is decided. */
export type BurnBody =
  | { readonly kind: 'redeem'; readonly body: RedeemRequest }
  | { readonly kind: (typeof kinds)[BurnRequestKind] | 'unknown'; readonly body: BurnRequest };

export type BurnKind = Exclude<BurnBody['kind'], 'unknown'>;

export const burnBodyOf = (body: BurnRequest): BurnBody => ({
  kind: isBurnRequestKind(body.kind) ? kinds[body.kind] : 'unknown',
  body,
});

interface RequestOfOne<Kind extends BurnKind> extends EngineRequest<BurnBody & { readonly kind: Kind }> {
  readonly kind: Kind;
}

/** A request of one of these kinds; `kind` says which. */
export type RequestOf<Kind extends BurnKind> = { readonly [Each in Kind]: RequestOfOne<Each> }[Kind];

export type BurnEngineRequest = RequestOf<BurnKind>;

/** A request that takes points and may have a deadline. */
export type RedeemEngineRequest = RequestOf<'redeem' | 'authorize'>;
/** A request that captures or voids. */
export type EndEngineRequest = RequestOf<'capture' | 'void'>;
export type ReturnEngineRequest = RequestOf<'return'>;

/** The time is from the database's clock; it is null if no caller waits for the redeem (D42). */
const notAfterMsOf = ({ headers }: InboundRecord): number | null => {
  const text = headers[names.notAfter]?.toString();
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
};

/** The longest time for which a caller can wait for a redeem: the largest setting of ingress. */
const waitMsMax = 30_000;

/**
 * Returns the deadline if it has passed at `nowMs`, the database's time; null otherwise. A deadline further
 * away than callers wait counts as passed, because the clock that set it was set back since.
 */
export const passedDeadlineOf = (
  { message: { record } }: RedeemEngineRequest,
  nowMs: number,
): number | null => {
  const notAfterMs = notAfterMsOf(record);
  if (notAfterMs === null) return null;
  return notAfterMs < nowMs || notAfterMs > nowMs + waitMsMax ? notAfterMs : null;
};
