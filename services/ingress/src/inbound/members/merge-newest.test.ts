import fc from 'fast-check';
import { mergeNewest, type NextRows } from './merge-newest.ts';

const rowsOf = (list: string, times: readonly string[], next: string | null = null): NextRows<string> => ({
  rows: times.map((at, n) => ({ at, place: `${list}${n.toString()}`, item: `${list}@${at}` })),
  next,
});

describe('lists that are merged', () => {
  it('are one list, newest first, and of the same time that of the earlier list comes first', () => {
    const merged = mergeNewest([rowsOf('a', ['5', '3']), rowsOf('b', ['5', '4'])], ['', ''], 10);
    expect(merged).toEqual({ items: ['a@5', 'b@5', 'b@4', 'a@3'], places: [null, null] });
  });

  it('end at the limit, and each goes on after the last row that was taken from it', () => {
    const lists = [rowsOf('a', ['9', '8', '1']), rowsOf('b', ['7', '2']), rowsOf('c', ['0'])];
    expect(mergeNewest(lists, ['', '', 'before'], 3)).toEqual({
      items: ['a@9', 'a@8', 'b@7'],
      places: ['a1', 'b0', 'before'],
    });
  });

  it('end where a list goes on without a row at hand, because its next row may be the newest', () => {
    const lists = [rowsOf('a', ['9', '8'], 'a-next'), rowsOf('b', ['7', '2'])];
    expect(mergeNewest(lists, ['', ''], 10)).toEqual({ items: ['a@9', 'a@8'], places: ['a-next', ''] });
    // A search that found nothing yet goes on, and nothing is lost.
    expect(mergeNewest([rowsOf('a', [], 'a-next'), rowsOf('b', ['7'])], ['a-old', 'b-old'], 10)).toEqual({
      items: [],
      places: ['a-next', 'b-old'],
    });
  });
});

/** A list of which a page may hold any number of rows, also none. */
interface Fed {
  readonly times: readonly number[];
  readonly sizes: readonly number[];
}

const fed: fc.Arbitrary<Fed> = fc.record({
  times: fc
    .array(fc.integer({ min: 0, max: 20 }), { maxLength: 15 })
    .map((times) => times.toSorted((one, other) => other - one)),
  sizes: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 }),
});

it('pages of any size show each row once, in the order of their times', () => {
  fc.assert(
    fc.property(
      fc.array(fed, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 1, max: 6 }),
      (lists, limit) => {
        const shown: string[] = [];
        let places: readonly (string | null)[] = lists.map(() => '');
        for (let page = 0; page < 400 && places.some((place) => place !== null); page += 1) {
          const read = lists.map(({ times, sizes }, at): NextRows<string> => {
            const place = places[at] ?? null;
            if (place === null) return { rows: [], next: null };
            const from = place === '' ? 0 : Number(place);
            // A page without a row moves on by nothing only some of the times, so that each list ends.
            const size = Math.max(sizes[page % sizes.length] ?? 1, page % 2);
            const rows = times.slice(from, from + size).map((time, n) => ({
              at: time.toString().padStart(2, '0'),
              place: (from + n + 1).toString(),
              item: `${time.toString().padStart(2, '0')} ${at.toString()} ${(from + n).toString()}`,
            }));
            const end = from + rows.length;
            return { rows, next: end >= times.length ? null : end.toString() };
          });
          const merged = mergeNewest(read, places, limit);
          expect(merged.items.length).toBeLessThanOrEqual(limit);
          shown.push(...merged.items);
          ({ places } = merged);
        }
        const all = lists.flatMap(({ times }, at) =>
          times.map((time, n) => `${time.toString().padStart(2, '0')} ${at.toString()} ${n.toString()}`),
        );
        expect(shown.toSorted()).toEqual(all.toSorted());
        const times = shown.map((item) => item.slice(0, 2));
        expect(times).toEqual(times.toSorted().toReversed());
      },
    ),
  );
});
