import fc from 'fast-check';
import { type CursorScope, decodeCursor, encodeCursor, pageLimit, pageOf } from './paging.ts';

const scope: CursorScope = {
  list: 'members',
  environmentId: 7,
  filters: { state: 'active', search: undefined },
  secret: Buffer.from('an environment secret'),
};

describe('a cursor (D11)', () => {
  it('gives back any position within its own list, filters and environment', () => {
    const position = fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 3 });
    fc.assert(
      fc.property(position, (given) => {
        expect(decodeCursor(scope, encodeCursor(scope, given))).toEqual({ ok: true, value: given });
      }),
    );
  });

  it('does not mind the order of filters, nor filters that are not given', () => {
    const one = { ...scope, filters: { a: 1, b: 2, c: undefined } };
    const other = { ...scope, filters: { b: 2, a: 1 } };
    expect(decodeCursor(other, encodeCursor(one, [1])).ok).toBe(true);
  });

  it.each<[string, Partial<CursorScope>]>([
    ['another list', { list: 'campaigns' }],
    ['another environment', { environmentId: 8 }],
    ['another filter', { filters: { state: 'suspended' } }],
    ['one filter more', { filters: { state: 'active', search: 'x' } }],
    ['another secret', { secret: Buffer.from('x') }],
  ])('is refused with %s', (_what, other) => {
    expect(decodeCursor({ ...scope, ...other }, encodeCursor(scope, ['2026-03-01', 'id']))).toEqual({
      ok: false,
      errors: [{ pointer: '/cursor', message: 'is not a cursor for this list with these filters' }],
    });
  });

  it('is refused when any part of it was changed or made up', () => {
    const cursor = encodeCursor(scope, ['2026-03-01', 'id']);
    for (let at = 0; at < cursor.length; at += 1) {
      const changed = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(decodeCursor(scope, changed).ok).toBe(false);
    }
    for (const madeUp of ['', 'x', '!', `${cursor}=`, ` ${cursor}`, `${cursor}A`, 'A'.repeat(5_000)]) {
      expect(decodeCursor(scope, madeUp).ok).toBe(false);
    }
  });
});

describe('a page limit (D11)', () => {
  it.each([
    [undefined, 50],
    [1, 1],
    ['200', 200],
  ])('%j is %j', (limit, value) => {
    expect(pageLimit(limit)).toEqual({ ok: true, value });
  });

  it.each([0, 201, 1.5, -1, '0', '201', '', ' 5', '5.0', '1e2', null, ['5', '6'], Number.NaN])(
    '%j is refused',
    (limit) => {
      expect(pageLimit(limit)).toMatchObject({ ok: false, errors: [{ pointer: '/limit' }] });
    },
  );
});

describe('a page', () => {
  const positionOf = (row: number): [number] => [row];

  it('leads to the next one where there is more', () => {
    const page = pageOf({ rows: [1, 2, 3], limit: 2, scope, positionOf });
    expect(page.rows).toEqual([1, 2]);
    expect(decodeCursor(scope, page.nextCursor ?? '')).toEqual({ ok: true, value: [2] });
  });

  it.each([[[]], [[1]], [[1, 2]]])('of the rows %j is the last one', (rows) => {
    expect(pageOf({ rows, limit: 2, scope, positionOf })).toEqual({ rows, nextCursor: null });
  });
});
