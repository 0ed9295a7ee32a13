import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { fileOfDoor } from '../../packages/testkit/src/statement-needs.ts';

/** The specifier that an import or a re-export loads; null when only its types are used. */
const loadedBy = (statement: ts.Statement): string | null => {
  if (ts.isImportDeclaration(statement) && ts.isStringLiteral(statement.moduleSpecifier))
    return statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword
      ? null
      : statement.moduleSpecifier.text;
  if (!ts.isExportDeclaration(statement) || statement.isTypeOnly) return null;
  return statement.moduleSpecifier !== undefined && ts.isStringLiteral(statement.moduleSpecifier)
    ? statement.moduleSpecifier.text
    : null;
};

const importsOf = (path: string): readonly string[] =>
  ts
    .createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
    .statements.flatMap((statement) => loadedBy(statement) ?? []);

/** The files of ours, and the libraries, that a process loads before it does anything. */
const loadsOf = (
  main: string,
): { readonly files: ReadonlySet<string>; readonly libraries: ReadonlySet<string> } => {
  const files = new Set<string>();
  const libraries = new Set<string>();
  const load = (path: string): void => {
    if (files.has(path)) return;
    files.add(path);
    for (const name of importsOf(path)) {
      const file = name.startsWith('.') ? normalize(join(dirname(path), name)) : fileOfDoor(name);
      if (file !== null) load(file);
      else if (!name.startsWith('node:')) libraries.add(name);
    }
  };
  load(main);
  return { files, libraries };
};

const engines = [
  'burn-engine',
  'earn-engine',
  'tier-service',
  'segment-service',
  'fulfilment',
  'webhook-dispatcher',
].map((service) => ({ service, ...loadsOf(`services/${service}/src/main.ts`) }));

/** Only ingress reads requests of callers and serves documents; lists load knex when they are read. */
const othersOnly = ['ajv', 'express', 'knex', '@kafkajs/confluent-schema-registry', 'libphonenumber-js/min'];

describe.each(engines)('$service', ({ service, files, libraries }) => {
  const loaded = (pattern: RegExp): readonly string[] => [...files].filter((path) => pattern.test(path));

  test('is read to its leaves', () => {
    expect(files).toContain('packages/streams/src/index.ts');
    expect(files).toContain('packages/storage/src/sql/database.ts');
  });

  test('loads no library of requests, documents and lists, and no document of the API', () => {
    expect(othersOnly.filter((library) => libraries.has(library))).toEqual([]);
    expect(loaded(/(openapi|asyncapi)-document/)).toEqual([]);
  });

  test('loads nothing that only people and their changes need', () => {
    expect(loaded(/\/management\.ts$/)).toEqual([]);
  });

  test('loads nothing of another service', () => {
    expect(loaded(/^services\//).filter((path) => !path.startsWith(`services/${service}/`))).toEqual([]);
  });
});

test('what follows the engines loads no decision of earning, burning and returns', () => {
  const followers = engines.filter(({ service }) => !/^(earn|burn)-engine$/.test(service));
  const decisions = /^packages\/rules\/src\/(earning|burning|stacking|returns)\/(.+\/)?decide-/;
  const ofEngines = engines.filter((engine) => !followers.includes(engine));
  expect(ofEngines.every(({ files }) => [...files].some((path) => decisions.test(path)))).toBe(true);
  expect(
    followers.map(({ service, files }) => [service, [...files].filter((path) => decisions.test(path))]),
  ).toEqual(followers.map(({ service }) => [service, []]));
});

test('the console loads no stream, no database and no rules', () => {
  const { files, libraries } = loadsOf('services/console/src/main.ts');
  const packages = new Set([...files].map((path) => path.split('/').slice(0, 2).join('/')));
  expect(
    ['packages/kafka', 'packages/rules', 'packages/tables'].filter((name) => packages.has(name)),
  ).toEqual([]);
  // Redis and the sealing of secrets.
  expect([...files].filter((path) => path.startsWith('packages/storage/')).toSorted()).toEqual([
    'packages/storage/src/redis-connection.ts',
    'packages/storage/src/sealed-values.ts',
    'packages/storage/src/secrets.ts',
    'packages/storage/src/session-index.ts',
  ]);
  expect([...libraries].filter((name) => /^(pg|knex|kafkajs|react|vite)/.test(name))).toEqual([]);
});

test('ingress loads numbering plans only when a number is looked for', () => {
  const { libraries } = loadsOf('services/ingress/src/main.ts');
  expect([...libraries].filter((name) => name.startsWith('libphonenumber-js'))).toEqual([]);
});
