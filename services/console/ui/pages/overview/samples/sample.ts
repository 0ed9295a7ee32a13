/** The members of sample receipts, which a newcomer sends in test. The same seed makes the same baskets. */
export const sampleMembers = [
  'Thandi Mokoena',
  'Sipho Dlamini',
  'Lerato Khumalo',
  'Johan van der Merwe',
  'Naledi Molefe',
  'Ayesha Patel',
  'Pieter Botha',
  'Zanele Nkosi',
  'Fatima Ismail',
  'Kagiso Mabaso',
  'Chloe Adams',
  'Tshepo Maseko',
  'Anika Naidoo',
  'Bongani Zulu',
  'Michelle Jacobs',
  'Sizwe Ndlovu',
  'Refilwe Sithole',
  'David Abrahams',
  'Nokuthula Cele',
  'Riaan Fourie',
].map((name, place) => ({ externalRef: `sample-${(place + 1).toString().padStart(2, '0')}`, name }));

const products = [
  { sku: 'bread-white', unitPrice: 1_899, categories: ['bakery'] },
  { sku: 'milk-2l', unitPrice: 3_499, categories: ['dairy'] },
  { sku: 'coffee-beans', unitPrice: 14_999, categories: ['coffee'] },
  { sku: 'chicken', unitPrice: 8_950, categories: ['meat'] },
  { sku: 'apples', unitPrice: 2_795, categories: ['fruit'] },
  { sku: 'nappies', unitPrice: 24_900, categories: ['baby'] },
  { sku: 'rice-2kg', unitPrice: 4_299, categories: ['pantry'] },
  { sku: 'chocolate', unitPrice: 2_150, categories: ['sweets'] },
] as const;

const stores = ['cape-town-1', 'durban-2', 'soweto-3'] as const;

export const sampleCount = 200;
const callsOfRun = 10;

/** Numbers from 0 to 1 that look random (mulberry32). */
const numbersFrom = (seed: number): (() => number) => {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const chosen = <Item>(items: readonly [Item, ...Item[]] | readonly Item[], draw: number): Item =>
  items[Math.floor(draw * items.length)] as Item;

const linesOf = (next: () => number) =>
  Array.from({ length: 1 + Math.floor(next() * 4) }, () => {
    const { sku, unitPrice, categories } = chosen(products, next());
    return { sku, unitPrice, categories, quantity: 1 + Math.floor(next() * 3) };
  });

/**
 * Returns the bodies of the calls of a run. References contain the seed, so that another run does not repeat
 * this one.
 */
export const sampleCalls = (seed: number) => {
  const next = numbersFrom(seed);
  const baskets = Array.from({ length: sampleCount }, (_, place) => {
    const lines = linesOf(next);
    return {
      transactionRef: `sample-${(seed >>> 0).toString(36)}-${(place + 1).toString()}`,
      memberRef: chosen(sampleMembers, next()).externalRef,
      storeRef: chosen(stores, next()),
      amount: lines.reduce((sum, { unitPrice, quantity }) => sum + unitPrice * quantity, 0),
      products: lines,
    };
  });
  const ofCall = sampleCount / callsOfRun;
  return Array.from({ length: callsOfRun }, (_, call) => baskets.slice(call * ofCall, (call + 1) * ofCall));
};
