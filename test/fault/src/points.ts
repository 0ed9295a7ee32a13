/** The fields of a sent receipt that its points depend on. */
export interface Receipt {
  readonly transactionRef: string;
  readonly memberRef: string;
  readonly amount: number;
  readonly storeRef: string;
  readonly products: readonly { readonly quantity: number; readonly categories?: readonly string[] }[];
}

/** Points that every redeem takes, every event gives, every adjustment adds and every imported member brings. */
export const fixedPoints = { redeem: 20, event: 4, adjust: 6, import: 9 } as const;

/** The name of the import that every tenant has open. */
export const importSource = 'old-programme';

/** The key of the events' definition. */
export const eventKey = 'store.visited';

/**
 * Returns the points that a receipt earns under the campaigns of `tenants.ts`. It uses BigInt and the text of D16 and D18, and
 * none of the engine's code.
 */
export const expectedPoints = ({ amount, storeRef, products }: Receipt): number => {
  const percentage = (BigInt(amount) * 25n) / 1000n;
  const basket = amount >= 2000 ? 5n : 0n;
  const visit = storeRef === '367' || storeRef === '406' ? 3n : 0n;
  const oneOfGroup = amount >= 10_000 ? 2n : 1n;
  let thousandths = 0n;
  for (const { quantity, categories } of products) {
    if (categories?.includes('GROCERY') === true) thousandths += BigInt(Math.round(quantity * 1000));
  }
  return Number(percentage + basket + visit + oneOfGroup + (thousandths * 7n) / 1000n);
};
