/** Of a member's transaction, the parts that its line shows. */
interface Transaction {
  readonly operation: string;
  readonly transactionRef?: string;
  readonly returnRef?: string;
  readonly ref?: string;
  readonly pointsAwarded?: number;
  readonly pointsRedeemed?: number;
  readonly pointsReversed?: number;
  readonly pointsRefunded?: number;
}

/** Returns the reference that its caller gave it; that of a return is its own, not the receipt's. */
export const refOf = ({ returnRef, ref, transactionRef }: Transaction): string =>
  returnRef ?? ref ?? transactionRef ?? '';

/** Returns points by their sign: what it gave the member, or took. A capture moves none. */
export const pointsOf = (transaction: Transaction): number => {
  const { operation, pointsAwarded = 0, pointsRedeemed = 0 } = transaction;
  const { pointsReversed = 0, pointsRefunded = 0 } = transaction;
  if (operation === 'redeem') return -pointsRedeemed;
  if (operation === 'return') return -pointsReversed;
  if (operation === 'void') return pointsRefunded;
  return operation === 'capture' ? 0 : pointsAwarded;
};
