import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** A receipt of the sample file. */
export interface SampleReceipt {
  readonly transactionRef: string;
  readonly memberRef: string;
  readonly amount: number;
  readonly storeRef: string;
  readonly currency: string;
  readonly occurredAt: string;
  readonly products: readonly {
    readonly sku: string;
    readonly quantity: number;
    readonly unitPrice: number;
    readonly categories?: string[];
  }[];
}

/** Reads the 20,000 receipts of test/data. */
export const sampleReceipts = (): SampleReceipt[] =>
  gunzipSync(readFileSync('test/data/receipts.ndjson.gz'))
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SampleReceipt);

/** The campaigns of the stream stories, one for each supported rule. */
export const storyCampaigns = [
  { name: 'Two and a half percent', earningRule: { type: 'SPEND_PERCENTAGE', percentage: 2.5 } },
  { name: 'Five a basket over 20', earningRule: { type: 'FIXED_POINTS', points: 5 }, minSpend: 2000 },
  {
    name: 'Three a visit in two stores',
    earningRule: { type: 'VISIT_FIXED', points: 3 },
    storeIds: ['367', '406'],
    currency: 'USD',
  },
  {
    name: 'Seven a grocery item in January',
    earningRule: { type: 'PRODUCT_PURCHASE', points: 7, categories: ['GROCERY'] },
    startDate: '2017-01-01',
    endDate: '2017-01-31',
  },
  { name: 'Never: another currency', earningRule: { type: 'FIXED_POINTS', points: 1000 }, currency: 'ZAR' },
];

/**
 * Returns the points of a receipt under {@link storyCampaigns}. It uses BigInt and the text of D16 and D18, and none of the
 * engine's code.
 */
const independentPoints = (receipt: SampleReceipt): number => {
  const percentage = (BigInt(receipt.amount) * 25n) / 1000n;
  const basket = receipt.amount >= 2000 ? 5n : 0n;
  const visit = receipt.storeRef === '367' || receipt.storeRef === '406' ? 3n : 0n;
  const isJanuary = receipt.occurredAt.startsWith('2017-01-');
  let thousandths = 0n;
  for (const line of receipt.products) {
    const isGrocery = line.categories?.includes('GROCERY') === true;
    if (isGrocery) thousandths += BigInt(Math.round(line.quantity * 1000));
  }
  const products = isJanuary ? (thousandths * 7n) / 1000n : 0n;
  return Number(percentage + basket + visit + products);
};

/** Returns the final balance of each member of the sample. */
export const independentBalances = (receipts: readonly SampleReceipt[]): Map<string, number> => {
  const balances = new Map<string, number>();
  for (const receipt of receipts) {
    balances.set(receipt.memberRef, (balances.get(receipt.memberRef) ?? 0) + independentPoints(receipt));
  }
  return balances;
};
