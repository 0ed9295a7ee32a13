import { eventually, sizeOf } from '@loyalty/testkit/runs';
import { independentBalances, type SampleReceipt, sampleReceipts } from '../support/independent-points.ts';
import { loyaltyctl } from '../support/loyaltyctl.ts';
import { streamingShops, type StreamingShop } from '../support/streaming-shop.ts';
import { balancesOf } from '../support/tenant.ts';

type Line = SampleReceipt['products'][number];

/** A small generator, so that every run sows the same. */
const diceOf = (seed: number) => {
  let state = seed;
  return (sides: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return Math.floor((state / 0x8000_0000) * sides);
  };
};

interface Sown {
  readonly printed: SampleReceipt;
  /** The receipt that is left, as the text of D333 says and without the engine's code. */
  readonly plain: SampleReceipt;
}

const thousandths = ({ quantity }: Pick<Line, 'quantity'>): number => Math.round(quantity * 1_000);

/** Takes from the lines in the order of the text: for each taking line all candidates are sorted anew. */
const leftOf = (lines: readonly Line[]): readonly Line[] => {
  const left = lines.map((line) =>
    line.quantity > 0 && line.unitPrice >= 0 ? BigInt(thousandths(line)) : 0n,
  );
  lines.forEach((taker, at) => {
    if (taker.quantity >= 0) return;
    let wanted = BigInt(-thousandths(taker));
    const rank = (place: number): number => {
      const isFirst = place < at && lines[place]?.unitPrice === taker.unitPrice;
      return (isFirst ? 0 : 10_000) + 2 * Math.abs(place - at) + (place > at ? 1 : 0);
    };
    const candidates = lines.flatMap(({ sku }, place) => (sku === taker.sku ? [place] : []));
    for (const place of candidates.sort((one, other) => rank(one) - rank(other))) {
      const most = left[place] ?? 0n;
      const taken = most < wanted ? most : wanted;
      left[place] = most - taken;
      wanted -= taken;
    }
  });
  return lines.flatMap((line, place) =>
    left[place] === 0n ? [] : [{ ...line, quantity: Number(left[place]) / 1_000 }],
  );
};

/** Voids and coupons behind 5 % of the lines, and 2 % of the receipts cost nothing. */
const sow = (receipt: SampleReceipt, dice: (sides: number) => number): Sown => {
  const lines = receipt.products.flatMap((line): Line[] => {
    switch (dice(40)) {
      case 0:
        return [line, { ...line, quantity: -line.quantity }];
      case 1:
        return [line, { sku: 'COUPON', quantity: 1, unitPrice: -1 - dice(500), categories: ['GROCERY'] }];
      default:
        return [line];
    }
  });
  // Some of what is taken back stands elsewhere.
  const moved = dice(3) === 0 ? lines.toSorted(() => dice(3) - 1) : lines;
  const amount = dice(50) === 0 ? 0 : receipt.amount;
  const printed = { ...receipt, amount, products: moved.slice(0, 500) };
  return { printed, plain: { ...printed, products: leftOf(printed.products) } };
};

const dice = diceOf(71);
const sown = sampleReceipts()
  .slice(0, sizeOf(4_000, 20_000))
  .map((receipt) => sow(receipt, dice));
/** Campaigns without a minimum give nothing for a basket of 0, and one has a minimum above 0. */
const expected = independentBalances(sown.flatMap(({ plain }) => (plain.amount === 0 ? [] : [plain])));
for (const { plain } of sown) if (!expected.has(plain.memberRef)) expected.set(plain.memberRef, 0);

const shops = streamingShops();
const open = (name: string): Promise<StreamingShop> => shops.open(name);
afterAll(() => shops.stop());

test('the sample with voids, coupons and baskets of 0 gives on a stream, in any cut, what a model says (D333)', async () => {
  const { producer, tenant } = await open('Printed on a stream');
  let at = 0;
  while (at < sown.length) {
    const batch = sown.slice(at, at + 1 + dice(900));
    await producer.send(
      batch.map(({ printed }) => ({ key: printed.memberRef, value: producer.write(printed) })),
    );
    at += batch.length;
  }
  await eventually(
    'the stream is decided',
    async () => {
      const { stream } = JSON.parse((await tenant.live.get('/environment')).text) as {
        readonly stream: {
          readonly partitions: readonly { readonly endOffset: number; readonly lag: number }[];
        };
      };
      const ends = stream.partitions.reduce((sum, { endOffset }) => sum + endOffset, 0);
      return ends >= sown.length && stream.partitions.every(({ lag }) => lag === 0);
    },
    { everyMs: 500 },
  );
  expect(JSON.parse((await tenant.live.get('/transactions/refused')).text)).toMatchObject({ refused: [] });
  expect(await balancesOf(tenant.live)).toEqual(expected);
});

test('in bulk calls it gives the same, and so does a till', async () => {
  const { tenant } = await open('Printed in bulk');
  const byTill = sown.slice(0, 200);
  for (let at = 200; at < sown.length; at += 250) {
    const items = sown.slice(at, at + 250).map(({ printed }) => printed);
    const { text } = await tenant.live.post('/transactions/evaluate/bulk', { items });
    const { results } = JSON.parse(text) as { readonly results: readonly { readonly status: number }[] };
    expect(results.filter(({ status }) => status !== 200)).toEqual([]);
  }
  for (let at = 0; at < byTill.length; at += 20) {
    const calls = byTill
      .slice(at, at + 20)
      .map(({ printed }) => tenant.live.post('/transactions/evaluate', printed));
    for (const { status } of await Promise.all(calls)) expect(status).toBe(200);
  }
  expect(await balancesOf(tenant.live)).toEqual(expected);
});

test('I1 I2 I4 I6 I9 the check finds nothing afterwards', async () => {
  const { code, stdout } = await loyaltyctl('check');
  expect(stdout).not.toContain('✗');
  expect(code).toBe(0);
});
