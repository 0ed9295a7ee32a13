import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';

const ui = join(__dirname, '../../services/console/ui');
const paths = readdirSync(ui, { recursive: true, encoding: 'utf8' });
const sources = paths.filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'));
const textOf = (path: string): string => readFileSync(join(ui, path), 'utf8');

const modules = paths.filter((path) => path.endsWith('.module.css'));
const classesOf = (path: string): readonly string[] => {
  const css = textOf(path).replace(/\/\*[^]*?\*\//g, '');
  return [...new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name = '']) => name))];
};

/** Classes that a source names, as `pages/why/why-page.module.css title`. */
const namedIn = (path: string): readonly string[] => {
  const text = textOf(path);
  const imported = text.matchAll(/import \* as (\w+) from '([^']+\.module\.css)'/g);
  return [...imported].flatMap(([, alias = '', from = '']) =>
    [...text.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))].map(
      ([, name = '']) => `${join(dirname(path), from)} ${name}`,
    ),
  );
};

test('each class that markup names is defined, and each that is defined is named', () => {
  const defined = modules.flatMap((path) => classesOf(path).map((name) => `${path} ${name}`));
  const named = new Set(sources.flatMap(namedIn));
  expect(defined.length).toBeGreaterThan(300);
  expect([...named].filter((name) => !defined.includes(name))).toEqual([]);
  expect(defined.filter((name) => !named.has(name))).toEqual([]);
  const written = sources.filter((path) => textOf(path).includes('className="'));
  expect(written).toEqual([]);
});

test('style sheets have names of their own, by which a browser tells their classes apart', () => {
  const names = modules.map((path) => basename(path));
  expect(names.filter((name, place) => names.indexOf(name) !== place)).toEqual([]);
});

test('each page is opened by the story of every page', () => {
  const story = readFileSync(join(__dirname, '../console/every-page.screen.test.ts'), 'utf8');
  const opened = [...story.matchAll(/'(\/[^'?]*)/g)].map(([, path = '']) => path.replace(/\{\w+\}/g, '$'));
  const routes = sources.filter((path) => path.endsWith('/route.ts'));
  const paths = routes.flatMap((path) => [...textOf(path).matchAll(/path: '(.+)'/g)]);
  expect(paths.length).toBeGreaterThan(20);
  const left = paths
    .map(([, path = '']) => path)
    .filter((path) => !opened.includes(path.replace(/\$\w+/g, '$')));
  expect(left).toEqual([]);
});

/** The folder of a page, or that of the frame; undefined for what pages share. */
const homeOf = (path: string): string | undefined =>
  /^pages\/[^/]+/.exec(path)?.[0] ?? (/^(app\/|main\.tsx$)/.test(path) ? 'app' : undefined);

const importsOf = (path: string): readonly string[] =>
  ts.preProcessFile(textOf(path)).importedFiles.map(({ fileName }) => join(dirname(path), fileName));

/** Files of pages and of what they share, with those that import them. */
const importers = new Map<string, string[]>(sources.concat(modules).map((path) => [path, []]));
for (const path of sources) for (const imported of importsOf(path)) importers.get(imported)?.push(path);

/** The pages that reach a file, directly or through what pages share. */
const readersOf = (path: string): ReadonlySet<string> =>
  new Set(importers.get(path)?.flatMap((importer) => homeOf(importer) ?? [...readersOf(importer)]));

test('what exactly one page reaches stands in its folder, and so does what the frame alone uses', () => {
  const misplaced = [...importers.keys()].flatMap((path) => {
    const [reader, another] = readersOf(path);
    if (reader === undefined || another !== undefined || reader === homeOf(path)) return [];
    // The frame opens pages.
    if (reader === 'app' && path.startsWith('pages/')) return [];
    return [`${path} is used by ${reader} alone: move it to ${reader}/`];
  });
  expect(misplaced).toEqual([]);
});
