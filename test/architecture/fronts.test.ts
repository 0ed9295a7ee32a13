import ts from 'typescript';
import { read, sources } from '../support/sources.ts';

const code = sources.filter(
  (path) => /^(packages|services)\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path),
);
const fronts = code.filter((path) => /^packages\/[^/]+\/src\/index\.ts$/.test(path));

const parse = (path: string): ts.SourceFile =>
  ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true);

/** Names of types that the top level of a file declares. */
const typesDeclaredIn = (path: string): readonly string[] =>
  parse(path).statements.flatMap((statement) =>
    (ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement) ||
      ts.isClassDeclaration(statement)) &&
    statement.name !== undefined
      ? [statement.name.text]
      : [],
  );

const namesExportedBy = (front: string): readonly string[] =>
  parse(front).statements.flatMap((statement) =>
    ts.isExportDeclaration(statement) &&
    statement.exportClause !== undefined &&
    ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) => name.text)
      : [],
  );

const declaredIn = new Map<string, string[]>();
for (const path of code)
  for (const name of typesDeclaredIn(path)) declaredIn.set(name, [...(declaredIn.get(name) ?? []), path]);

test.each(fronts)('a type that %s exports is declared in one file only', (front) => {
  const twice = namesExportedBy(front)
    .map((name) => ({ name, paths: declaredIn.get(name) ?? [] }))
    .filter(({ paths }) => paths.length > 1);
  expect(twice).toEqual([]);
});

test.each(fronts)('%s is a list that one can read', (front) => {
  expect(read(front).trimEnd().split('\n').length).toBeLessThanOrEqual(250);
});
