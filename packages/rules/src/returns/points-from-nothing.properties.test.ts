import fc from 'fast-check';
import { dayMs } from '@loyalty/kernel';
import { KeptMember } from '../testing/kept-member.ts';

// eslint-disable-next-line n/no-process-env, no-restricted-globals -- a night asks for more (docs/tests.md); the usual ones take no time.
const numRuns = Math.max(2_000, 10 * Number(process.env['HISTORIES'] ?? 0));

type Setting = KeptMember['unrecoveredPoints'];

/** Days that points live; null for ever. */
const lives = fc.constantFrom(null, null, 1, 2, 5);

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(
      ...(['earn', 'earn', 'redeem', 'redeem', 'authorize', 'give', 'take', 'wait'] as const),
      // What gives back may also come between.
      ...(['void', 'return'] as const),
    ),
    size: fc.integer({ min: 1, max: 12 }),
    of: fc.nat(),
    days: lives,
  }),
  { maxLength: 14 },
);
type Step = (typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never)[number];

/** What gives back, of the receipts and redeems that are there. */
type GiveBack =
  | { readonly kind: 'void'; readonly ref: string }
  | {
      readonly kind: 'return';
      readonly ref: string;
      readonly points: number | null;
      readonly redeemRef: string | null;
    };

const pick = (names: Iterable<string>, of: number): string | undefined => {
  const all = [...names];
  return all[of % Math.max(1, all.length)];
};

const play = (member: KeptMember, { kind, size, of, days }: Step, n: number): void => {
  const name = `${kind} ${n.toString()}`;
  const receipt = pick(member.receipts.keys(), of);
  const redeem = pick(member.redeems.keys(), of);
  member.atMs += 1;
  switch (kind) {
    case 'earn':
      member.earn(name, size, days);
      return;
    case 'redeem':
    case 'authorize':
      member.redeem(name, Math.min(size, member.account.pointsBalance), kind === 'authorize');
      return;
    case 'give':
      member.give(size);
      return;
    case 'take':
      member.take(size);
      return;
    case 'wait':
      member.atMs += (size % 4) * dayMs;
      member.expire();
      return;
    case 'void':
      if (redeem !== undefined) member.void(redeem);
      return;
    case 'return':
      if (receipt !== undefined) member.giveBack(receipt, size % 2 === 0 ? null : size, null);
      return;
  }
};

const playAll = (history: readonly Step[], setting: Setting): KeptMember => {
  const member = new KeptMember();
  member.unrecoveredPoints = setting;
  for (const [n, step] of history.entries()) play(member, step, n);
  member.atMs += 1;
  return member;
};

const giveBack = (member: KeptMember, part: GiveBack): void => {
  if (part.kind === 'void') member.void(part.ref);
  else member.giveBack(part.ref, part.points, part.redeemRef);
};

const gifts = ({ entries }: KeptMember): number =>
  entries.reduce((sum, { type, points }) => (type === 'ADJUST' && points > 0 ? sum + points : sum), 0);

/** Holds the books to I1, I2 and I13. */
const expectBooks = ({ account, lots, entries }: KeptMember): void => {
  expect(account.pointsBalance).toBeGreaterThanOrEqual(0);
  expect(entries.reduce((sum, { points }) => sum + points, 0)).toBe(account.pointsBalance);
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
  expect(lots.every(({ points }) => points > 0)).toBe(true);
  expect(lots.reduce((sum, { points }) => sum + points, 0)).toBeLessThanOrEqual(account.pointsBalance);
};

const endOf = ({ account }: KeptMember) => account.pointsBalance - (account.pointsToDeduct ?? 0);

const settings = fc.constantFrom<Setting>('FORGIVE', 'DEDUCT_LATER');

interface Choice {
  readonly draw: () => number;
  readonly isAll: boolean;
}

/** Each receipt comes back whole or in two parts, some with a redeem of theirs; other redeems are voided. */
const partsOf = (member: KeptMember, draws: readonly number[], isAll: boolean): readonly GiveBack[] => {
  let at = 0;
  const draw = (): number => draws[at++ % draws.length] ?? 0;
  const free = [...member.redeems.keys()];
  const returns = [...member.receipts.keys()].flatMap((ref) => returnsOf(member, ref, { draw, isAll, free }));
  const voids = free.filter(() => isAll || draw() % 3 > 0);
  return [...returns, ...voids.map((ref): GiveBack => ({ kind: 'void', ref }))];
};

const returnsOf = (
  { receipts }: KeptMember,
  ref: string,
  { draw, isAll, free }: Choice & { readonly free: string[] },
): readonly GiveBack[] => {
  const { amountCents = 0, returned } = receipts.get(ref) ?? {};
  const left = ((amountCents ?? 0) - (returned?.amountCents ?? 0)) / 100;
  if (left === 0 || (!isAll && draw() % 3 === 0)) return [];
  const redeemRef = returned === null && draw() % 3 === 0 ? (free.shift() ?? null) : null;
  return cut(left, draw).map((points) => ({ kind: 'return', ref, points, redeemRef }));
};

/** Returns the points whole, or in two parts. */
const cut = (points: number, draw: () => number): readonly number[] => {
  if (points === 1 || draw() % 2 > 0) return [points];
  const first = 1 + (draw() % (points - 1));
  return [first, points - first];
};

const shuffled = <T>(all: readonly T[], draws: readonly number[]): readonly T[] =>
  all
    .map((one, at) => ({ one, key: draws[(at * 7 + 3) % draws.length] ?? 0 }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ one }) => one);

const draws = fc.array(fc.nat(), { minLength: 24, maxLength: 24 });

test('▲ I25 I1 I13 no history makes points from nothing (D300, D301)', () => {
  fc.assert(
    fc.property(steps, settings, (history, setting) => {
      const member = new KeptMember();
      member.unrecoveredPoints = setting;
      for (const [n, step] of history.entries()) {
        play(member, step, n);
        expectBooks(member);
        expect(member.account.pointsBalance).toBeLessThanOrEqual(
          member.account.lifetimePoints + gifts(member),
        );
      }
    }),
    { numRuns },
  );
});

test('▲ all orders of the same returns and voids end alike (D300)', () => {
  fc.assert(
    fc.property(steps, settings, draws, draws, (history, setting, chosen, order) => {
      const [one, other] = [playAll(history, setting), playAll(history, setting)];
      const parts = partsOf(one, chosen, false);
      for (const part of parts) giveBack(one, part);
      for (const part of shuffled(parts, order)) giveBack(other, part);
      expect(endOf(other)).toBe(endOf(one));
      for (const member of [one, other]) {
        expectBooks(member);
        expect(member.account.pointsBalance).toBeLessThanOrEqual(
          member.account.lifetimePoints + gifts(member),
        );
      }
    }),
    { numRuns },
  );
});

test('▲ so they do where points were taken by hand and others expired while they were out (D300)', () => {
  const ends = [false, true].map((isVoidFirst) => {
    const member = new KeptMember();
    member.unrecoveredPoints = 'FORGIVE';
    member.earn('short', 3, 1);
    member.earn('long', 1, null);
    member.redeem('spent', 1, false);
    member.redeem('out', 2, true);
    member.earn('last', 1, null);
    member.atMs += dayMs;
    member.expire();
    member.take(1);
    member.atMs += 1;
    member.giveBack('short', 2, 'spent');
    if (isVoidFirst) member.void('out');
    member.giveBack('short', 1, 'spent');
    if (!isVoidFirst) member.void('out');
    return endOf(member);
  });
  expect(ends[1]).toBe(ends[0]);
});

const ordersOf = <T>(all: readonly T[]): readonly (readonly T[])[] =>
  all.length < 2
    ? [all]
    : all.flatMap((one) => ordersOf(all.filter((other) => other !== one)).map((rest) => [one, ...rest]));

test('▲ a claim waits for points that are out and may expire yet, so that every order ends alike (D300)', () => {
  const parts: readonly GiveBack[] = [
    { kind: 'return', ref: 'short', points: 2, redeemRef: null },
    { kind: 'return', ref: 'long', points: null, redeemRef: 'spent' },
    { kind: 'void', ref: 'out' },
  ];
  const ends = ordersOf(parts).map((order) => {
    const member = new KeptMember();
    member.earn('short', 3, 1);
    member.redeem('spent', 1, false);
    member.redeem('out', 2, true);
    member.earn('long', 5, null);
    member.atMs += dayMs;
    member.expire();
    member.atMs += 1;
    for (const part of order) giveBack(member, part);
    return endOf(member);
  });
  expect(ends).toEqual([1, 1, 1, 1, 1, 1]);
});

test('where everything came back, no more is left than was given by hand (D300)', () => {
  fc.assert(
    fc.property(steps, settings, draws, (history, setting, chosen) => {
      const member = playAll(history, setting);
      for (const part of shuffled(partsOf(member, chosen, true), chosen)) giveBack(member, part);
      expect(member.account.lifetimePoints).toBe(0);
      expect(member.account.pointsBalance).toBeLessThanOrEqual(gifts(member));
    }),
    { numRuns },
  );
});
