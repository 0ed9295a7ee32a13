import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Reads a file of the repository. */
export const read = (path: string): string => readFileSync(path, 'utf8');

/** The folders of packages, services and tools. */
export const workspaces: readonly string[] = ['packages', 'services', 'tools']
  .flatMap((root) => readdirSync(root).map((name) => `${root}/${name}`))
  .filter((path) => existsSync(join(path, 'package.json')));

const isSource = (path: string): boolean =>
  /\.(ts|mjs|json|yaml|md)$/.test(path) && !/node_modules|\/dist\/|generated/.test(path);

/** The files written by hand: code, documents, schemas. */
export const sources: readonly string[] = [
  'packages',
  'services',
  'tools',
  'test',
  'schemas',
  'deploy',
].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => join(root, path))
    .filter(isSource),
);

/** Every Markdown page: those of the root and of docs, and those beside the code. */
export const pages: readonly string[] = [
  ...readdirSync('.').filter((path) => path.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => join('docs', path)),
  ...sources.filter((path) => path.endsWith('.md')),
];
