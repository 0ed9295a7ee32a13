import type { EvaluateRequest } from '../generated/avro.ts';
import { toDecimals } from '../request-values.ts';
import { fingerprintOf } from './wire-format.ts';

export interface RepeatedBody {
  /** The fingerprint of the bytes as they were sent. It is what is stored (D15). */
  readonly fingerprint: Buffer;
  /**
   * Returns messages with the same meaning and another wording. It is called only if the fingerprints differ.
   */
  readonly otherMessages?: (() => readonly Buffer[]) | undefined;
}

/**
 * Returns true if a stored fingerprint is that of this body, or of a body with the same meaning (D125). The
 * stored fingerprint is still that of the bytes, so releases from before and after D125 recognise each
 * other's.
 */
export const isSameBody = (stored: Buffer, { fingerprint, otherMessages }: RepeatedBody): boolean =>
  stored.equals(fingerprint) ||
  (otherMessages?.() ?? []).some((message) => stored.equals(fingerprintOf(message)));

/**
 * Returns receipts with the same meaning and another wording: the currency of the environment is named or left
 * out, and quantities are rounded to three decimals.
 */
export const sameRequests = (request: EvaluateRequest, ofEnvironment: string): readonly EvaluateRequest[] => {
  const { currency } = request;
  const currencies = currency === null || currency === ofEnvironment ? [null, ofEnvironment] : [currency];
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
