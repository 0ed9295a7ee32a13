import fc from 'fast-check';
import type { EnvironmentId } from '@loyalty/kernel';
import {
  completeSearchText,
  foldedEmailsOf,
  foldText,
  gramsOf,
  gramsOfNeedle,
  needlesOf,
  patternOf,
  searchTextOf,
} from './search-text.ts';

const environmentId = 7 as EnvironmentId;

test('a member is found by reference, name and e-mail, whatever the case', () => {
  const text = searchTextOf({ externalRef: 'Cust-1', name: 'Änne ŻUK', email: 'A@Example.COM', phone: null });
  for (const needle of ['cust-1', 'ÄNNE', 'żuk', 'example.com']) expect(text).toContain(foldText(needle));
});

test('a needle does not span two fields', () => {
  const text = searchTextOf({ externalRef: 'ab', name: 'cd', email: null, phone: null });
  expect(text).not.toContain('abcd');
});

const named = (name: string, phone: string | null = null) =>
  searchTextOf({ externalRef: 'c-1', name, email: null, phone });

test.each([
  ['Zoë', 'zoe'],
  ['José Núñez', 'jose nunez'],
  ['Łukasz', 'lukasz'],
  ['Bjørn Ærø', 'bjorn aero'],
  ['Straße', 'strasse'],
  ['Đặng Thị', 'dang thi'],
  ['Işık', 'isik'],
  ['İpek', 'ipek'],
  ['Čapek', 'capek'],
  ['Ｔｈａｎｄｉ', 'thandi'],
  ['ΟΔΌΣ', 'οδοσ'],
  ['Ёлка', 'елка'],
])('%s is found by %s, by itself, in either case and in either encoding (D128)', (name, plain) => {
  for (const stored of [name, name.normalize('NFD')])
    for (const search of [plain, name, name.normalize('NFD'), name.toUpperCase(), name.toLowerCase()])
      expect([stored, search, needlesOf(search).some((needle) => named(stored).includes(needle))]).toEqual([
        stored,
        search,
        true,
      ]);
});

test.each(['Zoë', 'İpek', '李小龙', 'Straße'])(
  'what builds before search for %s by is still in its text',
  (name) => {
    expect(named(name)).toContain(foldText(name));
  },
);

test('letters that differ by more than an accent stay different', () => {
  for (const [name, search] of [
    ['Muller', 'miller'],
    ['Ян', 'jan'],
    ['カ', 'ガ'],
  ] as const)
    expect(needlesOf(search).some((needle) => named(name).includes(needle))).toBe(false);
});

const signs = {
  apostrophes: ["'", '’', '‘', 'ʼ', '´', '`'],
  hyphens: ['-', '‐', '‑', '–', '—'],
  blanks: [' ', '  ', '\u00a0', '\u2009 '],
};

const isFound = (name: string, search: string): boolean =>
  needlesOf(search).some((needle) => {
    const pattern = patternOf(needle);
    return pattern === null ? named(name).includes(needle) : new RegExp(pattern).test(named(name));
  });

test.each(Object.entries(signs))('all %s are one in a search', (_, alike) => {
  for (const one of alike)
    for (const other of alike)
      for (const first of ['Áine', 'Aine'])
        expect([one, other, isFound(`${first} O${one}Brien`, `${first} O${other}BRI`)]).toEqual([
          one,
          other,
          true,
        ]);
});

test.each([
  ["O'Brien", 'o-brien'],
  ["O'Brien", 'obrien'],
  ['O Brien', 'o-brien'],
  ['OBrien', "o'brien"],
  ['Ann', 'ann '],
  ['A.B-C', 'axb-c'],
  ['A+B C', 'aab c'],
])('in %s, %s is not found', (name, search) => {
  expect(isFound(name, search)).toBe(false);
});

test.each(['a.*b c', '(a) [b', 'a\\n b', '^ $', '{1} |', '***: x', 'a?-b'])(
  'every other sign of «%s» stands for itself',
  (search) => {
    expect(isFound(`x${search}y`, search)).toBe(true);
  },
);

test('the grams of a needle are among those of each text that its pattern finds', () => {
  const grams = new Set(gramsOf(environmentId, named('Ann  O’Brien‑Lee')));
  const asked = gramsOfNeedle(environmentId, "nn o'brien-le");
  expect(asked.length).toBeGreaterThan(2);
  expect(asked.filter((gram) => !grams.has(gram))).toEqual([]);
  expect(gramsOfNeedle(environmentId, "o'b")).toEqual([]);
});

test('a needle is never empty, which everybody would have', () => {
  expect(needlesOf('\u0301')).toEqual(['\u0301']);
  expect(needlesOf('x')).toEqual(['x']);
  expect(needlesOf('\uffff')).toEqual([]);
});

test('a text of ASCII without a telephone number is what it was', () => {
  expect(searchTextOf({ externalRef: 'C-1', name: 'Ann', email: 'a@b.c', phone: null })).toBe(
    'c-1\uffffann\uffffa@b.c',
  );
});

test('the text of an older build becomes that of this one', () => {
  fc.assert(
    fc.property(
      text,
      text,
      text,
      fc.option(fc.constant('+27 (82) 555-01.42')),
      (externalRef, name, email, phone) => {
        const before = foldText([externalRef, name, email].join('\uffff'));
        expect(completeSearchText(before, phone)).toBe(searchTextOf({ externalRef, name, email, phone }));
      },
    ),
  );
});

const text = fc.string({ unit: 'grapheme' });

test('an e-mail address is found whatever its case and the encoding of its accents', () => {
  for (const stored of ['Zoë@Example.com', 'ZOË@EXAMPLE.COM'.normalize('NFD')]) {
    const [, , field] = searchTextOf({ externalRef: 'c', name: null, email: stored, phone: null }).split(
      '\uffff',
    );
    expect(foldedEmailsOf('zoë@example.COM')).toContain(field);
    expect(foldedEmailsOf('zoe@example.com')).not.toContain(field);
  }
});

test('both small sigmas are one letter, so a word is found by its beginning', () => {
  expect(foldText('ΟΔΟΣ ΑΒΓ')).toContain(foldText('ΟΔΟΣ'));
  expect(foldText('ΟΔΟΣΑ')).toContain(foldText('ΟΔΟΣ'));
});

test('the grams of a part are among those of the whole', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), fc.string(), (a, b, c) => {
      const whole = new Set(gramsOf(environmentId, a + b + c));
      expect(gramsOf(environmentId, b).filter((gram) => !whole.has(gram))).toEqual([]);
    }),
  );
});

test('grams are integers of 32 bits, each once, and differ between environments', () => {
  const grams = gramsOf(environmentId, 'customer-42 customer-42');
  expect(grams).toHaveLength(12);
  expect(grams.every((gram) => (gram | 0) === gram)).toBe(true);
  expect(gramsOf(8 as EnvironmentId, 'customer-42').filter((gram) => grams.includes(gram))).toEqual([]);
});

test('a text shorter than a gram has none', () => {
  expect(gramsOf(environmentId, 'ab')).toEqual([]);
});
