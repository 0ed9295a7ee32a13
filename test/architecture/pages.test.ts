import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

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
