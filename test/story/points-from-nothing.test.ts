import { sizeOf } from '@loyalty/testkit/runs';
import { activateCampaigns, createTestTenant, setLiveSettings, type TestTenant } from '../support/tenant.ts';

const settings = ['FORGIVE', 'DEDUCT_LATER'] as const;
type Setting = (typeof settings)[number];

const shops = {} as Record<Setting, TestTenant>;
beforeAll(async () => {
  for (const unrecoveredPoints of settings) {
    const shop = await createTestTenant(`Points from nothing, ${unrecoveredPoints}`);
    await setLiveSettings(shop, { unrecoveredPoints });
    await activateCampaigns(shop.live, [
      {
        name: 'One percent',
        earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
        redemptionRule: { pointsPerRand: 10 },
      },
    ]);
    shops[unrecoveredPoints] = shop;
  }
});

/** A member and the tills that serve them. */
const membersOf = (setting: Setting, memberRef: string) => {
  const { live } = shops[setting];
  const nameOf = (ref: string): string => `${memberRef}-${ref}`;
  const post = async (path: string, body: object): Promise<object> => {
    const { status, body: said } = await live.post(`/transactions/${path}`, body);
    return { status, ...(said as object) };
  };
  const orderOf = (ref: string, pointsRequested: number) => ({
    transactionRef: nameOf(ref),
    memberRef,
    amount: 1_000_000,
    pointsRequested,
  });
  return {
    buy: (ref: string, amount: number) =>
      post('evaluate', { transactionRef: nameOf(ref), memberRef, amount }),
    redeem: (ref: string, points: number) => post('redeem', orderOf(ref, points)),
    quote: (points: number) =>
      post('redeem-quote', { memberRef, amount: 1_000_000, pointsRequested: points }),
    authorize: (ref: string, points: number) => post('redeem/authorize', orderOf(ref, points)),
    capture: (ref: string) => post('redeem/capture', { transactionRef: nameOf(ref) }),
    void: (ref: string) => post('redeem/void', { transactionRef: nameOf(ref) }),
    /** Returns the whole receipt. */
    giveBack: (ref: string) =>
      post('returns', {
        transactionRef: nameOf(ref),
        returnRef: nameOf(`return-of-${ref}`),
        whole: true,
      }),
    quoteBack: (ref: string) => post('return-quote', { transactionRef: nameOf(ref), whole: true }),
    give: async (points: number): Promise<void> => {
      const { id } = await recordOf(live, memberRef);
      await live.post(`/members/${id}/ledger/adjust`, { points, reason: 'Sorry' });
    },
    /** Balance, lifetime points, and what is owed. */
    end: async (): Promise<readonly [number, number, number]> => {
      const { pointsBalance, lifetimePoints, pointsToDeduct } = await recordOf(live, memberRef);
      return [pointsBalance, lifetimePoints, pointsToDeduct];
    },
  };
};

interface MemberRecord {
  readonly id: string;
  readonly pointsBalance: number;
  readonly lifetimePoints: number;
  readonly pointsToDeduct: number;
}

const recordOf = async (live: TestTenant['live'], memberRef: string): Promise<MemberRecord> => {
  const [found] = (await live.get(`/members?ref=${memberRef}`)).body.members;
  return (await live.get(`/members/${found?.id ?? ''}`)).body as unknown as MemberRecord;
};

const tills = 64;
/** A whole run has 512 pairs of a return and a void. */
const rounds = sizeOf(1, 16);

/** The field for points that are out, which depends on who pays them by the setting. */
const missing = { FORGIVE: 'pointsClaimable', DEDUCT_LATER: 'pointsToDeduct' } as const;

describe.each(settings)('where unrecovered points are %s', (setting) => {
  test('▲ points of an authorization pay the return of their receipt when it is voided, round by round (D300)', async () => {
    const { buy, authorize, quoteBack, giveBack, void: undo, redeem, end } = membersOf(setting, 'rounds');
    for (const round of ['1', '2', '3']) {
      await buy(`sale-${round}`, 100_000);
      expect(await authorize(`order-${round}`, 1_000)).toMatchObject({ pointsRedeemed: 1_000 });
      const quoted = await quoteBack(`sale-${round}`);
      expect(quoted).toMatchObject({ pointsFromBalance: 0, pointsForgiven: 0, [missing[setting]]: 1_000 });
      expect(await giveBack(`sale-${round}`)).toMatchObject(quoted);
      expect(await undo(`order-${round}`)).toMatchObject({
        pointsRefunded: 1_000,
        pointsDeducted: 1_000,
        pointsBalance: 0,
      });
    }
    expect(await end()).toEqual([0, 0, 0]);
    expect(await redeem('reaped', 1)).toMatchObject({ code: 'INSUFFICIENT_POINTS' });
  });

  test('▲ a redeem that is voided pays the return of the receipt that gave its points (D300)', async () => {
    const { buy, redeem, giveBack, void: undo, end } = membersOf(setting, 'plain');
    for (const round of ['1', '2', '3']) {
      await buy(`sale-${round}`, 100_000);
      await redeem(`order-${round}`, 1_000);
      expect(await giveBack(`sale-${round}`)).toMatchObject({ [missing[setting]]: 1_000 });
      expect(await undo(`order-${round}`)).toMatchObject({ pointsDeducted: 1_000, pointsBalance: 0 });
    }
    expect(await end()).toEqual([0, 0, 0]);
  });

  test('▲ two receipts that come back in either order leave nothing (D300)', async () => {
    for (const order of [
      ['y', 'x'],
      ['x', 'y'],
    ]) {
      const { buy, redeem, giveBack, end } = membersOf(setting, `two-${order.join('')}`);
      await buy('x', 100_000);
      await redeem('y', 1_000);
      await buy('y', 10_000);
      for (const ref of order) await giveBack(ref);
      expect(await end()).toEqual([0, 0, 0]);
    }
  });

  test('the receipt that pays comes back with what it paid, and says so (D300)', async () => {
    const { buy, redeem, quoteBack, giveBack } = membersOf(setting, 'said');
    await buy('x', 100_000);
    await redeem('y', 1_000);
    await buy('y', 10_000);
    expect(await giveBack('x')).toMatchObject({ pointsFromBalance: 100, [missing[setting]]: 900 });
    const quoted = await quoteBack('y');
    expect(quoted).toMatchObject({
      redeemed: { pointsRefunded: 1_000 },
      pointsDeducted: 900,
      deductions: [{ points: 900 }],
      pointsFromBalance: 100,
      pointsForgiven: 0,
      pointsBalance: 0,
    });
    expect(await giveBack('y')).toMatchObject(quoted);
  });

  test('a captured authorization that is voided in the end pays as well (D300)', async () => {
    const { buy, authorize, capture, giveBack, void: undo, end } = membersOf(setting, 'captured');
    await buy('sale', 100_000);
    await authorize('order', 1_000);
    await giveBack('sale');
    await capture('order');
    expect(await end()).toEqual([0, 0, setting === 'FORGIVE' ? 0 : 1_000]);
    expect(await undo('order')).toMatchObject({ pointsDeducted: 1_000, pointsBalance: 0 });
    expect(await end()).toEqual([0, 0, 0]);
  });

  test('gifts stay: everything that came back ends at what was given by hand (D300)', async () => {
    const { buy, redeem, give, giveBack, void: undo, end } = membersOf(setting, 'gifts');
    await buy('sale', 10_000);
    await redeem('order', 100);
    await giveBack('sale');
    await give(25);
    expect(await undo('order')).toMatchObject({ pointsDeducted: 100, pointsBalance: 25 });
    expect(await end()).toEqual([25, 0, 0]);
  });

  test('▲ 64 tills at once: returns and voids of one member’s receipts have one end (D300)', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { buy, redeem, giveBack, void: undo, end } = membersOf(setting, `race-${round.toString()}`);
      const sales = Array.from({ length: tills / 2 }, (_, n) => n.toString());
      await Promise.all(sales.map((sale) => buy(sale, 2_000)));
      const redeems = await Promise.all(sales.map((sale) => redeem(`of-${sale}`, 15)));
      expect(redeems).toMatchObject(sales.map(() => ({ pointsRedeemed: 15 })));
      const ends = await Promise.all(sales.flatMap((sale) => [giveBack(sale), undo(`of-${sale}`)]));
      expect(ends).toMatchObject(ends.map(() => ({ status: 200 })));
      expect(await end()).toEqual([0, 0, 0]);
    }
  });
});

test('▲ points that are owed can neither be redeemed nor quoted nor authorized (D300)', async () => {
  const { buy, redeem, quote, authorize, giveBack, give, end } = membersOf('DEDUCT_LATER', 'owing');
  await buy('sale', 10_000);
  await redeem('order', 60);
  expect(await giveBack('sale')).toMatchObject({ pointsFromBalance: 40, pointsToDeduct: 60 });
  await give(100);
  expect(await end()).toEqual([100, 0, 60]);
  const tooMany = {
    status: 422,
    code: 'INSUFFICIENT_POINTS',
    context: { available: 40, requested: 41 },
  };
  expect(await redeem('more', 41)).toMatchObject(tooMany);
  expect(await quote(41)).toMatchObject(tooMany);
  expect(await authorize('more', 41)).toMatchObject(tooMany);
  expect(await quote(40)).toMatchObject({ status: 200, discountAmount: 400 });
  expect(await redeem('all', 40)).toMatchObject({ pointsRedeemed: 40, balanceAfter: 60 });
  expect(await end()).toEqual([60, 0, 60]);
});

test('points that are claimable lower nothing: they are not on the balance (D300)', async () => {
  const { buy, redeem, giveBack, give, end } = membersOf('FORGIVE', 'claimed');
  await buy('sale', 10_000);
  await redeem('order', 60);
  expect(await giveBack('sale')).toMatchObject({ pointsFromBalance: 40, pointsClaimable: 60 });
  await give(100);
  expect(await redeem('more', 100)).toMatchObject({ pointsRedeemed: 100, balanceAfter: 0 });
  expect(await end()).toEqual([0, 0, 0]);
});
