import type { EvaluateRequest } from '../generated/avro.ts';
import { defaultCurrency, toDecimals } from '../request-values.ts';
import { fingerprintOf } from './wire-format.ts';

export interface RepeatedBody {
  /** The fingerprint is of the bytes as they were sent, and is what is stored (D15). */
  readonly fingerprint: Buffer;
  /** Messages that say the same in other words. Called only where the fingerprints differ. */
  readonly otherMessages?: (() => readonly Buffer[]) | undefined;
}

/**
 * True when a stored fingerprint is that of this body, or of the same body in other words (D125). What is stored
 * stays the fingerprint of the bytes, so that releases from before D125 and after it know each other's.
 */
export const isSameBody = (stored: Buffer, { fingerprint, otherMessages }: RepeatedBody): boolean =>
  stored.equals(fingerprint) ||
  (otherMessages?.() ?? []).some((message) => stored.equals(fingerprintOf(message)));

/** The same receipt in other words: its default currency left out or said, its quantities to three decimals. */
export const sameRequests = (request: EvaluateRequest): readonly EvaluateRequest[] => {
  const { currency } = request;
  const currencies = currency === null || currency === defaultCurrency ? [null, defaultCurrency] : [currency];
  const isRounded = request.products.every(({ quantity }) => toDecimals(quantity, 3) === quantity);
  const rounded = isRounded ? request : { ...request, products: request.products.map(roundedLine) };
  return currencies
    .filter((each) => !isRounded || each !== currency)
    .map((each) => ({ ...rounded, currency: each }));
};

const roundedLine = (line: EvaluateRequest['products'][number]) => ({
  ...line,
  quantity: toDecimals(line.quantity, 3) ?? line.quantity,
});
