import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { read, sources } from '../support/sources.ts';

const pages = [
  'ARCHITECTURE.md',
  'README.md',
  'docs/choices.md',
  'docs/extending.md',
  ...readdirSync('docs/mechanisms').map((page) => join('docs/mechanisms', page)),
];

/** Words as code writes them: with parts joined by hyphens, and each part alone. */
const wordsOf = (text: string): readonly string[] => [
  ...(text.match(/[A-Za-z_][\w-]*/g) ?? []),
  ...(text.match(/[A-Za-z_]\w*/g) ?? []),
];

const known = new Set(
  [...sources.filter((path) => !path.endsWith('.md')), 'package.json', 'docker-compose.yml'].flatMap((path) =>
    wordsOf(`${path} ${read(path)}`),
  ),
);

/** Returns the names in code spans; paths and files are checked elsewhere, placeholders nowhere. */
const namesIn = (page: string): readonly string[] =>
  [
    ...read(page)
      .replace(/^ *```[^]*?^ *```/gm, '')
      .matchAll(/`([^`]+)`/g),
  ]
    .map(([, span = '']) => span)
    .filter((span) => !/[…*<>]|\.(tsx?|md|mjs|json|ya?ml)\b/.test(span))
    .flatMap((span) => span.match(/[A-Za-z_][\w-]*[A-Za-z0-9]/g) ?? []);

test.each(pages)('every name that %s writes as code exists', (page) => {
  expect(namesIn(page).filter((name) => !known.has(name))).toEqual([]);
});
