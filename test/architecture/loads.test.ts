import { readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { read, workspaces } from '../support/sources.ts';

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, { readonly '@loyalty/source': string }>>;
}

/** The file of each door, by what one writes to import it. */
const doors = new Map(
  workspaces.flatMap((workspace) => {
    const { name, exports = {} } = JSON.parse(read(join(workspace, 'package.json'))) as Manifest;
    return Object.entries(exports).map(
      ([door, { '@loyalty/source': source }]) => [join(name, door), join(workspace, source)] as const,
    );
  }),
);

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
      const file = name.startsWith('.') ? normalize(join(dirname(path), name)) : doors.get(name);
      if (file !== undefined) load(file);
      else if (!name.startsWith('node:')) libraries.add(name);
    }
  };
  load(main);
  return { files, libraries };
};

/** Files of ours that each service loads at most: what it takes to start, to take over, and to run a test. */
const bounds = {
  // In each: the connection to Redis, and the metrics of the console, are files of their own.
  // The counts of activity are five files (D203). The audit log is a step of the schema, and a job (D210). Records that
  // are read in place are a file. Time zones are three files and a door (D225),
  // conditions of campaigns three and a step of the schema (D226). The ids that they name are a file. Where they are
  // judged, members and payloads are two more, beside the figures of purchases (D231 to D233). Lines
  // that earn are seven files and a step (D230). Limits are six files, their counts two, and two steps (D235, D240).
  // Terms of lines are three more, of which burning loads two (D244). Groups, caps and multipliers are five files and a
  // step (D241 to D243). Counts that returns lower are three, of which one is a table's (D247).
  // A step of the schema, loosenings of settings, and where rewards are taken back or points given a file more (D304, D307).
  // Points that are out are a step and five files of burning, of which ingress loads four (D300).
  // Authors of acts are three files and two steps, a version of what is configured two and a step (D303, D306).
  // Counts of what people read are a step of the schema, and of ingress five files more (D316).
  // What history compares loads the moves of tiers: up to six, where nothing else reads tiers.
  'burn-engine': 491,
  'earn-engine': 492,
  // The watch of what is overdue is a file beside the two jobs that it watches.
  'tier-service': 469,
  'segment-service': 396,
  fulfilment: 441,
  'webhook-dispatcher': 442,
};
/** Only ingress reads requests of callers and serves documents; lists load knex when they are read. */
const othersOnly = ['ajv', 'express', 'knex', '@kafkajs/confluent-schema-registry', 'libphonenumber-js/min'];

describe.each(Object.entries(bounds))('%s', (service, most) => {
  const { files, libraries } = loadsOf(`services/${service}/src/main.ts`);

  test(`loads at most ${most.toString()} files of ours`, () => {
    expect(files.size).toBeGreaterThan(100);
    expect(files.size).toBeLessThanOrEqual(most);
  });

  test('loads no library of requests, documents and lists, and no document of the API', () => {
    expect(othersOnly.filter((library) => libraries.has(library))).toEqual([]);
    expect([...files].filter((path) => /(openapi|asyncapi)-document/.test(path))).toEqual([]);
  });
});

test('the console loads no stream, no database and no rules: at most 90 files of ours', () => {
  const { files, libraries } = loadsOf('services/console/src/main.ts');
  expect(files.size).toBeLessThanOrEqual(90);
  const packages = new Set([...files].map((path) => path.split('/').slice(0, 2).join('/')));
  expect(
    ['packages/kafka', 'packages/rules', 'packages/tables'].filter((name) => packages.has(name)),
  ).toEqual([]);
  // Redis and the sealing of secrets.
  expect([...files].filter((path) => path.startsWith('packages/storage/')).toSorted()).toEqual([
    'packages/storage/src/redis/redis-connection.ts',
    'packages/storage/src/redis/sealed-values.ts',
    'packages/storage/src/redis/session-index.ts',
    'packages/storage/src/secrets.ts',
  ]);
  expect([...libraries].filter((name) => /^(pg|knex|kafkajs|react|vite)/.test(name))).toEqual([]);
});

test('ingress loads at most 694 files of ours, and numbering plans only when a number is looked for', () => {
  const { files, libraries } = loadsOf('services/ingress/src/main.ts');
  expect(files.size).toBeLessThanOrEqual(694);
  expect([...libraries].filter((name) => name.startsWith('libphonenumber-js'))).toEqual([]);
});
