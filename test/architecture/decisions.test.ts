import { pages, read, sources } from '../support/sources.ts';

const decisions = [...read('docs/decisions.md').matchAll(/^- \*\*(D\d+)\*\* (.*)$/gm)].map(
  ([, number = '', text = '']) => ({ number, text }),
);
const numbersIn = (text: string): readonly string[] => text.match(/\bD\d{1,3}\b/g) ?? [];

/** The decisions with an entry in known-gaps.md. */
const gaps = [...read('docs/known-gaps.md').matchAll(/^- \*\*(D\d+)\*\* /gm)].map(
  ([, number = '']) => number,
);

const isTest = (path: string): boolean => path.endsWith('.test.ts');

/** Derived pages have the words of their sources. */
const written = pages.filter((page) => !page.startsWith('docs/reference/'));

test('every decision from D1 on, and those from D300 on that are built, stand once in docs/decisions.md', () => {
  const numbers = decisions.map(({ number }) => Number(number.slice(1)));
  expect(numbers.length).toBeGreaterThan(100);
  const first = numbers.filter((number) => number < 300);
  expect(first.toSorted((a, b) => a - b)).toEqual(first.map((_, at) => at + 1));
  expect(numbers).toHaveLength(new Set(numbers).size);
  expect(numbersIn(read('docs/decisions.md').replaceAll('**', '')).length).toBeGreaterThan(numbers.length);
});

test('a decision that was merged into another one names a decision that stands by itself', () => {
  const merged = new Set(decisions.filter(({ text }) => text.startsWith('See ')).map(({ number }) => number));
  const targets = decisions
    .filter(({ number }) => merged.has(number))
    .map(({ number, text }) => ({ number, targets: numbersIn(text) }));
  expect(targets.filter((entry) => entry.targets.length === 0)).toEqual([]);
  expect(targets.filter((entry) => entry.targets.some((number) => merged.has(number)))).toEqual([]);
});

// What changed in a release keeps the numbers of its time.
test('pages cite the decision that stands, not one that was merged into it', () => {
  const merged = new Set(decisions.filter(({ text }) => text.startsWith('See ')).map(({ number }) => number));
  const cited = written
    .filter((page) => !/^(packages|services|test|schemas|deploy)\/|^CHANGELOG|\/decisions\.md$/.test(page))
    .flatMap((page) => numbersIn(read(page)).map((number) => ({ page, number })));
  expect(cited.filter(({ number }) => merged.has(number))).toEqual([]);
});

test('a decision that another one amends says so itself', () => {
  const page = read('docs/decisions.md');
  const entries = new Map(
    page.split(/^- \*\*(?=D\d)/m).map((entry) => [/^D\d+/.exec(entry)?.[0] ?? '', entry] as const),
  );
  const amended = decisions.flatMap(({ number, text }) =>
    numbersIn(/^\(amends ([^;)]*)/.exec(text)?.[1] ?? '').map((older) => ({ older, by: number })),
  );
  const silent = amended.filter(
    ({ older, by }) => !new RegExp(`mended (by|with)[^.]*${by}\\b`).test(entries.get(older) ?? ''),
  );
  expect(amended.length).toBeGreaterThan(5);
  expect(silent).toEqual([]);
  expect(page).not.toContain('Settled since');
});

test('every decision is cited by a test, or has its entry in the known gaps', () => {
  const known = new Set(decisions.map(({ number }) => number));
  const cited = new Set(sources.filter(isTest).flatMap((path) => numbersIn(read(path))));
  expect([...known].filter((number) => !cited.has(number) && !gaps.includes(number))).toEqual([]);
  expect(gaps.filter((number) => !known.has(number))).toEqual([]);
  expect(gaps).toEqual([...new Set(gaps)]);
});

test('what the code marks as stored only names a decision with an entry in the known gaps', () => {
  const marks = sources
    .filter((path) => !isTest(path))
    .flatMap((path) =>
      read(path)
        .split('\n')
        .filter((line) => /stored[- ]only/i.test(line))
        .map((line) => ({ path, line })),
    );
  expect(marks.filter(({ line }) => !numbersIn(line).some((number) => gaps.includes(number)))).toEqual([]);
});

test.each(written.filter((page) => page !== 'docs/known-gaps.md'))(
  '%s says what is so: what is missing stands in docs/known-gaps.md',
  (page) => {
    expect(read(page).match(/.*\b(?:not yet|still to come|does not act|stored only)\b.*/gi)).toBeNull();
  },
);

/** Comments and the titles of tests. */
const spokenLine = /^\s*(?:\/?\*|\/\/)|^\s*(?:test|it|describe)\b[^(]*\(|^\s*['`][^'`]*['`],$/;

/** Returns the references of a source, such as `S-16`. */
const referencesIn = (path: string): readonly string[] => {
  const lines = read(path).split('\n');
  const spoken = path.endsWith('.ts') ? lines.filter((line) => spokenLine.test(line)) : lines;
  return spoken.join('\n').match(/(?<![\w-])[STRW]-\d{1,3}\b/g) ?? [];
};

test('every reference such as S-16 is defined in a page of docs', () => {
  const defined = written
    .filter((page) => page.startsWith('docs/'))
    .flatMap((page) => [...read(page).matchAll(/\*\*([STRW]-\d{1,3})\*\*/g)].map(([, name = '']) => name));
  const cited = [...new Set([...written, ...sources.filter((path) => /\.(ts|md)$/.test(path))])]
    .filter((path) => path !== 'test/architecture/decisions.test.ts')
    .flatMap((path) => referencesIn(path).map((name) => ({ path, name })));
  expect(cited.filter(({ name }) => !defined.includes(name))).toEqual([]);
});
