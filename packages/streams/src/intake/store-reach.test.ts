import { StoreReach } from './store-reach.ts';

/** A store that is asked every two seconds. */
const setUp = () => {
  const store = { isAway: false, askedAtS: 0, nowS: 0 };
  const reach = new StoreReach(() => (store.nowS - store.askedAtS) * 1_000 + 300);
  /** Returns what was news, with the second. */
  const after = (seconds: number): string[] => {
    const news: string[] = [];
    for (let n = 0; n < seconds; n += 1) {
      store.nowS += 1;
      if (!store.isAway && store.nowS % 2 === 0) store.askedAtS = store.nowS;
      const found = reach.tick();
      if (found !== null) news.push(`${found} ${(n + 1).toString()}`);
    }
    return news;
  };
  return { store, reach, after };
};

test('a store that responds every two seconds is never lost', () => {
  const { reach, after } = setUp();
  expect(after(3_600)).toEqual([]);
  expect([reach.canStore, reach.isLost, reach.isBack]).toEqual([true, false, true]);
});

test('▲ it is lost after 10 s; from the sixth on a join of others says so, and from the first response it says nothing', () => {
  const { store, reach, after } = setUp();
  after(10);
  store.isAway = true;
  expect(after(5)).toEqual([]);
  expect(reach.canStore).toBe(true);
  expect(after(1)).toEqual([]);
  expect([reach.canStore, reach.isLost]).toEqual([false, false]);
  expect(after(100)).toEqual(['lost 4']);
  store.isAway = false;
  expect(after(2)).toEqual([]);
  expect([reach.canStore, reach.isBack]).toEqual([true, false]);
  expect(after(20)).toEqual(['back 3']);
});

test('▲ a process that was frozen for a minute is not judged by its sleep', () => {
  const { store, reach, after } = setUp();
  after(10);
  store.nowS += 60;
  expect(after(20)).toEqual([]);
  expect(reach.canStore).toBe(true);
});

test('a store that never responded is lost after 10 s', () => {
  const reach = new StoreReach(() => Infinity);
  const news = Array.from({ length: 20 }, () => reach.tick());
  expect(news.findIndex((found) => found === 'lost')).toBe(9);
});

test('▲ a network that comes and goes makes no more than a join a minute, and is forgotten after ten minutes', () => {
  const { store, after } = setUp();
  const waits = Array.from({ length: 7 }, () => {
    store.isAway = true;
    after(12);
    store.isAway = false;
    return Number(/^back (\d+)$/.exec(after(70)[0] ?? '')?.[1]);
  });
  expect(waits.map((seconds) => seconds - (waits[0] ?? 0))).toEqual([0, 4, 12, 28, 56, 56, 56]);
  after(600);
  store.isAway = true;
  after(12);
  store.isAway = false;
  expect(after(70)).toEqual([`back ${String(waits[0])}`]);
});
