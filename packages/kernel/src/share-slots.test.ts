import { setImmediate as endOfTurn } from 'node:timers/promises';
import fc from 'fast-check';
import type { EnvironmentId } from './ids.ts';
import { ClaimedSlots, createShareSlots, type HeldSlots, noSlot, type SlotClaim } from './share-slots.ts';

const mine = 1 as EnvironmentId;
const theirs = 2 as EnvironmentId;

/** Work that ends when the test says. */
const held = () => {
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { end, work: () => ended.then(() => 'done') };
};

const patient = { share: 1, waitMs: 60_000 };

it('work of one environment is done one piece after the other, in order, and another’s beside it', async () => {
  const slots = createShareSlots(patient);
  const seen: string[] = [];
  const note = (what: string) => () => {
    seen.push(what);
    return Promise.resolve(what);
  };
  const first = held();
  const all = [slots.run(mine, first.work), slots.run(mine, note('second')), slots.run(mine, note('third'))];
  expect(await slots.run(theirs, note('theirs'))).toBe('theirs');
  expect(seen).toEqual(['theirs']);
  first.end();
  expect(await Promise.all(all)).toEqual(['done', 'second', 'third']);
  expect(seen).toEqual(['theirs', 'second', 'third']);
  expect(await slots.run(mine, note('later'))).toBe('later');
});

it('as many pieces of an environment run at once as it has slots', async () => {
  const slots = createShareSlots({ share: 3, waitMs: 60_000 });
  const pieces = Array.from({ length: 4 }, held);
  let running = 0;
  const runs = pieces.map(({ work }) =>
    slots.run(mine, () => {
      running += 1;
      return work();
    }),
  );
  await Promise.resolve();
  expect(running).toBe(3);
  pieces[0]?.end();
  await runs[0];
  await endOfTurn();
  expect(running).toBe(4);
  for (const { end } of pieces) end();
  expect(await Promise.all(runs)).toEqual(['done', 'done', 'done', 'done']);
});

it('work that waits for too long is not done, and blocks no other', async () => {
  const impatient = createShareSlots({ share: 1, waitMs: 0 });
  const first = held();
  const under = impatient.run(mine, first.work);
  expect(await impatient.run(mine, () => Promise.resolve('never'))).toBe(noSlot);
  first.end();
  expect(await under).toBe('done');
  expect(await impatient.run(mine, () => Promise.resolve('again'))).toBe('again');
});

it('only so much work waits, and the next is turned away at once', async () => {
  const slots = createShareSlots({ share: 1, waitingMax: 20, waitMs: 60_000 });
  const first = held();
  const waiting = Array.from({ length: 21 }, () => slots.run(mine, first.work));
  expect(await slots.run(mine, () => Promise.resolve('never'))).toBe(noSlot);
  expect(await slots.run(theirs, () => Promise.resolve('theirs'))).toBe('theirs');
  first.end();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']));
});

it('work that fails frees its slot', async () => {
  const slots = createShareSlots(patient);
  await expect(slots.run(mine, () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await slots.run(mine, () => Promise.resolve('next'))).toBe('next');
});

it('environments may also share a total, which each can use in part', async () => {
  const slots = createShareSlots({ share: 2, whole: 3, waitingMax: 0, waitMs: 60_000 });
  const first = held();
  const runs = [mine, mine, theirs].map((owner) => slots.run(owner, first.work));
  for (const owner of [mine, theirs]) expect(await slots.run(owner, first.work)).toBe(noSlot);
  first.end();
  expect(await Promise.all(runs)).toEqual(['done', 'done', 'done']);
});

it('a slot can be held for longer than its work takes', async () => {
  const slots = createShareSlots({ share: 1, waitingMax: 0, waitMs: 60_000 });
  const rest = held();
  const heldUntil = (running: Promise<string>) => running.then(rest.work);
  expect(await slots.run(mine, () => Promise.resolve('done'), heldUntil)).toBe('done');
  expect(await slots.run(mine, rest.work)).toBe(noSlot);
  rest.end();
  await endOfTurn();
  expect(await slots.run(mine, () => Promise.resolve('next'))).toBe('next');
  await expect(slots.run(mine, () => Promise.reject(new Error('away')), heldUntil)).rejects.toThrow('away');
  await endOfTurn();
  expect(await slots.run(mine, () => Promise.resolve('again'))).toBe('again');
});

describe('calls that claim several slots', () => {
  let slots: ClaimedSlots;
  let seen: string[];
  let under: Map<string, HeldSlots>;
  beforeEach(() => {
    slots = new ClaimedSlots({ waitMs: 10_000 });
    seen = [];
    under = new Map();
  });
  afterEach(() => {
    slots.close();
  });

  const all: SlotClaim = { key: 'all', max: 2 };

  /** An owner for each text. */
  const ownerOf = (text: string): EnvironmentId => text.charCodeAt(0) as EnvironmentId;

  const ask = (name: string, owner: string, ...claims: readonly SlotClaim[]): void => {
    const held = slots.ask({
      owner: ownerOf(owner),
      claims: () => claims,
      begin: () => void seen.push(name),
      refuse: () => void seen.push(`${name} is refused`),
    });
    under.set(name, held);
  };
  const end = (name: string): void => {
    under.get(name)?.end();
  };

  it('lets as many begin as there are slots, the others in the order in which they came', () => {
    for (const name of ['a', 'b', 'c', 'd']) ask(name, 'one', all);
    expect(seen).toEqual(['a', 'b']);
    end('a');
    end('a');
    expect(seen).toEqual(['a', 'b', 'c']);
    end('b');
    expect(seen).toEqual(['a', 'b', 'c', 'd']);
  });

  it('lets owners take turns: who came with many comes no more often than who came with one', () => {
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) ask(name, 'a', all);
    ask('b1', 'b', all);
    ask('c1', 'c', all);
    for (const name of ['a1', 'a2', 'a3']) end(name);
    expect(seen).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
  });

  it('keeps calls with a used-up share from blocking the others', () => {
    const shareOf = (owner: string): SlotClaim => ({ key: `share of ${owner}`, max: 1 });
    for (const name of ['a1', 'a2', 'a3']) ask(name, 'a', shareOf('a'), all);
    ask('b1', 'b', shareOf('b'), all);
    expect(seen).toEqual(['a1', 'b1']);
    ask('c1', 'c', shareOf('c'), all);
    end('a1');
    expect(seen).toEqual(['a1', 'b1', 'c1']);
    end('c1');
    expect(seen).toEqual(['a1', 'b1', 'c1', 'a2']);
  });

  it('counts a call at each slot that it takes up', () => {
    const [near, far] = [
      { key: 'near', max: 1 },
      { key: 'far', max: 1 },
    ];
    ask('both', 'a', near, far);
    ask('far', 'b', far);
    ask('elsewhere', 'c', { key: 'elsewhere', max: 1 });
    expect(seen).toEqual(['both', 'elsewhere']);
    end('both');
    expect(seen).toEqual(['both', 'elsewhere', 'far']);
    expect([slots.countOf('near'), slots.countOf('far')]).toEqual([0, 1]);
  });

  it('forgets who leaves before its slot is free', () => {
    for (const name of ['a', 'b', 'c', 'd']) ask(name, name, all);
    end('c');
    end('a');
    expect(seen).toEqual(['a', 'b', 'd']);
  });

  it('refuses who has waited too long, and once it is closed everybody who would wait', async () => {
    slots = new ClaimedSlots({ waitMs: 20 });
    for (const name of ['a', 'b', 'c']) ask(name, 'one', all);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(seen).toEqual(['a', 'b', 'c is refused']);
    ask('d', 'one', all);
    slots.close();
    ask('e', 'one', all);
    end('a');
    ask('f', 'one', all);
    expect(seen).toEqual(['a', 'b', 'c is refused', 'd is refused', 'e is refused', 'f']);
  });

  it('keeps for a large work what it waits for, and lets the others follow once it has left', () => {
    const some = (weight: number): SlotClaim => ({ key: 'all', max: 10, weight });
    const own: SlotClaim = { key: 'share', max: 1 };
    ask('most', 'a', some(6));
    ask('first', 'c', own, some(1));
    ask('large', 'b', some(8));
    ask('second', 'c', own, some(1));
    end('first');
    ask('small', 'd', some(1));
    expect(seen).toEqual(['most', 'first']);
    end('large');
    expect(seen).toEqual(['most', 'first', 'second', 'small']);
  });

  it('keeps the order of an owner whose work must wait for its share again', () => {
    const whole: SlotClaim = { key: 'whole', max: 3 };
    const share: SlotClaim = { key: 'share', max: 2 };
    for (const name of ['b', 'c']) ask(name, name, whole);
    for (const name of ['a1', 'a2', 'a3']) ask(name, 'a', share, whole);
    ask('d', 'd', whole);
    end('b');
    ask('a4', 'a', share, whole);
    end('c');
    end('a1');
    expect(seen).toEqual(['b', 'c', 'a1', 'a2', 'd', 'a3']);
  });

  const [share, whole, owners] = [2, 4, [1, 2, 3] as EnvironmentId[]];
  /** A share, or one work. */
  const claimsOf = (owner: EnvironmentId, weight: number): SlotClaim[] => [
    { key: owner, max: Math.max(share, weight), weight },
    { key: 'all', max: whole, weight },
  ];

  /** Works that note when they begin, and what is wrong about those that run. */
  const notedWorks = () => {
    const tried = new ClaimedSlots({ waitMs: 60_000 });
    const asked: { owner: EnvironmentId; weight: number }[] = [];
    const begun: number[] = [];
    const running = new Map<number, HeldSlots>();
    const numbersOf = (of: EnvironmentId, numbers: Iterable<number>): number[] =>
      [...numbers].filter((number) => asked[number]?.owner === of);
    const sumOf = (numbers: readonly number[]): number =>
      numbers.reduce((sum, number) => sum + (asked[number]?.weight ?? 0), 0);
    const isShareKept = (owner: EnvironmentId): boolean => {
      const own = numbersOf(owner, running.keys());
      return sumOf(own) <= share || own.length === 1;
    };
    const isInOrder = (owner: EnvironmentId): boolean =>
      numbersOf(owner, begun).every((number, at, all) => at === 0 || number > (all[at - 1] ?? 0));
    return {
      ask: (owner: EnvironmentId, weight: number): void => {
        const number = asked.push({ owner, weight }) - 1;
        const begin = (slots: HeldSlots): void => {
          begun.push(number);
          running.set(number, slots);
        };
        tried.ask({ owner, claims: () => claimsOf(owner, weight), begin, refuse: () => undefined });
      },
      end: (at: number): void => {
        const [number, slots] = [...running][at % running.size] ?? [];
        if (number !== undefined) running.delete(number);
        slots?.end();
      },
      isRight: (): boolean =>
        sumOf([...running.keys()]) === tried.countOf('all') &&
        tried.countOf('all') <= whole &&
        owners.every((owner) => isShareKept(owner) && isInOrder(owner)),
      counts: () => ({ waiting: asked.length - begun.length, running: running.size }),
    };
  };

  it('▲ keep every bound and the order of each owner, and all of them begin in the end', () => {
    const operation = fc.oneof(
      fc.record({ owner: fc.constantFrom(...owners), weight: fc.constantFrom(1, 1, 1, 2, 3) }),
      fc.record({ ended: fc.nat() }),
    );
    fc.assert(
      fc.property(fc.array(operation, { maxLength: 60 }), (drawn) => {
        const works = notedWorks();
        const isRightAfter = (one: (typeof drawn)[number]): boolean => {
          if ('ended' in one) works.end(one.ended);
          else works.ask(one.owner, one.weight);
          return works.isRight();
        };
        expect(drawn.every(isRightAfter)).toBe(true);
        while (works.counts().running > 0) works.end(0);
        expect([works.isRight(), works.counts().waiting]).toEqual([true, 0]);
      }),
      { numRuns: 500 },
    );
  });
});
