// Measures the cost of judging receipts, in µs of one thread, and the bytes of their terms: usual ones (test/data) and
// the most expensive valid ones.
//   npx tsc --build && npm run measure --workspace packages/rules [-- --rules FOLDER]
// FOLDER holds another build of this package (its dist), to be compared with this one on the same machine.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { evaluateRequestCodec, readerFor } from '@loyalty/contracts';
import { evaluateRequestOf } from '@loyalty/contracts/http';
import { evaluateRequest } from '@loyalty/contracts/testing';

const here = (path) => new URL(path, import.meta.url);
const { values } = parseArgs({ options: { rules: { type: 'string' } } });
const rules = values.rules === undefined ? here('../dist/') : pathToFileURL(`${resolve(values.rules)}/`);
const { decideEvaluate, emptyEarningInputs } = await import(new URL('earning.js', rules));

const data = gunzipSync(readFileSync(here('../../../test/data/receipts.ndjson.gz'))).toString();
const baskets = data
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line))
  .map(({ occurredAt, transactionRef, ...body }) => evaluateRequestOf(transactionRef, body));
const sorted = (texts) => [...new Set(texts)].toSorted();
const lines = baskets.flatMap(({ products }) => products);
const skus = sorted(lines.map(({ sku }) => sku));
const categories = sorted(lines.flatMap((line) => line.categories));
const stores = sorted(baskets.map(({ storeRef }) => storeRef));

const campaign = (earningRule, place, given = {}) => ({
  ...{ id: `campaign-${place}`, name: `Campaign ${place}`, state: 'ACTIVE', earningRule },
  ...{ redemptionRule: null, targetSegmentIds: [], storeIds: [], startAtMs: null, endAtMs: null },
  ...{ minSpendCents: null, maxBudgetCents: null, currency: null, ...given },
});

const contextOf = (campaigns, mode = 'live', given = {}) => ({
  snapshot: {
    ...{ environmentId: 1, tenantId: 'tenant', mode, version: 1, secret: new Uint8Array(32), campaigns },
    ...{ pointValueCents: 1, pointsExpiry: { type: 'NONE' }, tiers: [], segmentIds: new Set() },
    ...{ eventDefinitions: new Map(), exclusiveFrom: new Map(), ...given.snapshot },
  },
  account: null,
  inputs: { ...emptyEarningInputs, ...given.inputs },
  nowMs: 1_490_000_000_000,
  newId: (kind, n = 0) => `${kind}-${n}`,
  draw: () => new Uint8Array(32),
});

/** A configuration of a usual shop: two in five campaigns go by products. */
const usual = (count) =>
  Array.from({ length: count }, (_, place) => {
    const part = (list, size) =>
      Array.from({ length: size }, (__, n) => list[(place * 37 + n * 11) % list.length]);
    const ruleOf = [
      () => ({ type: 'SPEND_PERCENTAGE', percentage: 1 }),
      () => ({ type: 'VISIT_FIXED', points: 5 }),
      () => ({ type: 'PRODUCT_PURCHASE', points: 3, skus: part(skus, 25) }),
      () => ({ type: 'PRODUCT_PURCHASE', points: 2, categories: part(categories, 4) }),
      () => ({ type: 'FIXED_POINTS', points: 10 }),
    ];
    const given = [{}, {}, {}, {}, { minSpendCents: 5_000 }];
    // Of 200 campaigns most are of some stores.
    const ofStores = place >= 5 && place % 5 !== 3 ? { storeIds: part(stores, 5) } : {};
    return campaign(ruleOf[place % 5](), place, { ...given[place % 5], ...ofStores });
  });

/** A receipt of 500 lines with so many categories each, whose tokens `tokenOf` names. */
const large = (categoriesOfLine, tokenOf) => {
  const products = Array.from({ length: 500 }, (_, line) => ({
    ...{ sku: tokenOf(line, 0), quantity: 1, unitPriceCents: 100 },
    categories: Array.from({ length: categoriesOfLine }, (__, n) => tokenOf(line, n + 1)),
  }));
  return evaluateRequest({ amountCents: 100, storeRef: 's', products });
};

/**
 * 200 campaigns whose lists hold 100,000 values in all; each holds the last `shared` of its places with all
 * others.
 */
const listing = (shared) =>
  Array.from({ length: 200 }, (_, place) => {
    const own = Array.from({ length: 500 - shared }, (__, n) => `listed-${place}-${n}`);
    const common = Array.from({ length: shared }, (__, n) => `common-${n}`);
    return campaign({ type: 'PRODUCT_PURCHASE', points: 1, skus: [...own, ...common] }, place);
  });

/** Each asks for lines of a category, and earns on all but some lines. */
const withTrees = (campaigns) =>
  campaigns.map((one, place) => ({
    ...one,
    conditions: {
      operator: 'AND',
      conditions: [
        { lines: { field: 'category', op: 'eq', value: categories[place % categories.length] } },
        { field: 'store_ref', op: 'neq', value: 'nowhere' },
      ],
    },
    earnOn: { except: { field: 'sku', op: 'in', value: [skus[place], skus[place + 1]] } },
  }));

/** 500 comparisons over lines in 10 campaigns, all of which hold for each line, beside 190 that list all lines. */
const dearest = listing(218).map((one, place) =>
  place % 20 > 0
    ? one
    : {
        ...campaign({ type: 'SPEND_PERCENTAGE', percentage: 1 }, place),
        earnOn: {
          lines: {
            operator: 'AND',
            conditions: Array.from({ length: 50 }, (_, n) => ({ field: 'sku', op: 'neq', value: `no-${n}` })),
          },
        },
      },
);

const segments = Array.from({ length: 1_000 }, (_, n) => `segment-${n}`);
const targeting = Array.from({ length: 200 }, (_, place) =>
  campaign({ type: 'FIXED_POINTS', points: 1 }, place, { targetSegmentIds: segments }),
);
const targeted = {
  snapshot: { segmentIds: new Set(segments) },
  inputs: { segmentIds: new Set(segments.slice(-1)) },
};
const giving = Array.from({ length: 200 }, (_, place) => {
  const rule = { everyNth: 1, reward: { rewardType: 'FREE_ITEM', value: { description: 'A coffee' } } };
  return campaign({ type: 'SURPRISE_DELIGHT', rewardRules: Array(50).fill(rule) }, place);
});

const unlisted = (line, n) => `unlisted-${line}-${n}`;
const listed = (line, n) => `listed-${(line + n) % 200}-${line % 500}`;
const common = (line, n) => `common-${(line * 5 + n) % 218}`;

const cases = [
  ['20,000 baskets, 5 campaigns', contextOf(usual(5)), baskets, 7],
  ['20,000 baskets, 200 campaigns', contextOf(usual(200)), baskets, 7],
  [
    'the same, each with conditions over lines and lines that earn',
    contextOf(withTrees(usual(200))),
    baskets,
    7,
  ],
  [
    '500 lines × 4 categories, none listed by any of 200 campaigns',
    contextOf(listing(0)),
    [large(4, unlisted)],
    25,
  ],
  ['the same, explained (test key)', contextOf(listing(0), 'test'), [large(4, unlisted)], 25],
  ['500 × 4, each listed by one of 200', contextOf(listing(0)), [large(4, listed)], 25],
  ['500 × 4, each listed by all of 200', contextOf(listing(218)), [large(4, common)], 25],
  ['500 lines × 100 categories, none listed', contextOf(listing(0)), [large(100, unlisted)], 9],
  ['500 × 100, each listed by all of 200', contextOf(listing(218)), [large(100, common)], 9],
  ['500 × 4, listed by 190, 500 comparisons over each line', contextOf(dearest), [large(4, common)], 25],
  [
    '200 campaigns of 1,000 segments, a member of the last',
    contextOf(targeting, 'live', targeted),
    [large(0, unlisted)],
    25,
  ],
  ['200 SURPRISE_DELIGHT campaigns of 50 rules', contextOf(giving), [large(0, unlisted)], 25],
];

/** Strings as a decoder makes them, not read yet. */
const read = readerFor(evaluateRequestCodec, evaluateRequestCodec.schemaText);
const decoded = (encoded) => encoded.map((bytes) => read(bytes));

for (const [what, context, requests, rounds] of cases) {
  const encoded = requests.map((request) => evaluateRequestCodec.encode(request, 1));
  let points = 0;
  let bytes = 0;
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const fresh = decoded(encoded);
    // Processor time, so that a busy machine says the same.
    const began = process.cpuUsage();
    for (const request of fresh) {
      const { pointsAwarded, terms } = decideEvaluate(context, request);
      points += pointsAwarded;
      bytes += terms?.length ?? 0;
    }
    const { user, system } = process.cpuUsage(began);
    times.push((user + system) / fresh.length);
  }
  const [first] = times;
  const [best] = times.toSorted((one, other) => one - other);
  const median = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)];
  const us = (time) => `${time.toFixed(1)} µs`.padStart(12);
  console.log(
    `${what.padEnd(62)} best ${us(best)}  median ${us(median)}  first ${us(first)}  (${points / rounds} points, ${(bytes / rounds / requests.length).toFixed(1)} bytes)`,
  );
}
