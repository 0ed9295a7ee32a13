import { boundedChanges, fieldChangesOf } from './field-changes.ts';

test.each<[string, object | null, object | null, object[]]>([
  ['the same is no change', { a: 1, b: [1] }, { b: [1], a: 1 }, []],
  ['a value', { a: 1 }, { a: 2 }, [{ pointer: '/a', from: 1, to: 2 }]],
  ['what was made, without what is null', null, { a: 1, b: null }, [{ pointer: '/a', from: null, to: 1 }]],
  ['what was taken away', { a: 1 }, null, [{ pointer: '/a', from: 1, to: null }]],
  ['a field within', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, [{ pointer: '/a/c', from: 2, to: 3 }]],
  ['another type', { a: { b: 1 } }, { a: 'x' }, [{ pointer: '/a', from: { b: 1 }, to: 'x' }]],
  ['a list as a whole', { a: [1, 2] }, { a: [1] }, [{ pointer: '/a', from: [1, 2], to: [1] }]],
  ['signs of a pointer', {}, { 'a/b~c': 1 }, [{ pointer: '/a~1b~0c', from: null, to: 1 }]],
])('changes between two records (D209): %s', (_, before, after, changes) => {
  expect(fieldChangesOf(before as never, after as never)).toEqual(changes);
});

test('▲ of a URL, wherever it stands, only the origin is shown: the rest may open what it names', () => {
  const after = {
    url: 'https://user:word@shop.example:8443/hooks/T0/secret?token=secret#secret',
    list: [{ badge: 'HTTP://cdn.example/secret.png' }],
    odd: 'redis://:secret@cache.example/0',
    file: 'ftp://files.example/secret',
    broken: 'https://',
  };
  const changes = fieldChangesOf(null, after);
  expect(changes.map(({ to }) => to)).toEqual([
    'https://shop.example:8443',
    [{ badge: 'http://cdn.example' }],
    '[url]',
    'ftp://files.example',
    '[url]',
  ]);
  expect(JSON.stringify(changes)).not.toContain('secret');
});

test('▲ beyond 2 KiB the pointers stand alone, and only as many as fit (D209)', () => {
  const fits = [{ pointer: '/a', from: null, to: 'x'.repeat(1_900) }];
  expect(boundedChanges(fits)).toEqual({ changes: fits, isTruncated: false });
  const large = [...fits, { pointer: '/b', from: null, to: 'x'.repeat(200) }];
  expect(boundedChanges(large)).toEqual({
    changes: [{ pointer: '/a' }, { pointer: '/b' }],
    isTruncated: true,
  });
  const many = Array.from({ length: 1_000 }, (_, n) => ({ pointer: `/field${n.toString()}`, to: n }));
  const { changes, isTruncated } = boundedChanges(many);
  expect([isTruncated, changes[0]]).toEqual([true, { pointer: '/field0' }]);
  expect(Buffer.byteLength(JSON.stringify(changes))).toBeLessThanOrEqual(2_048);
  expect(changes.length).toBeGreaterThan(80);
});

test('what is deeper than rules are is compared whole', () => {
  const of = (x: number) => ({ a: { b: { c: { d: { e: x } } } } });
  expect(fieldChangesOf(of(1), of(2))).toEqual([{ pointer: '/a/b/c/d', from: { e: 1 }, to: { e: 2 } }]);
});
