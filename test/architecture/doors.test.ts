import ts from 'typescript';
import { doorsOf } from '../support/doors.ts';
import { read, sources, workspaces } from '../support/sources.ts';

const code = sources.filter(
  (path) => /^(packages|services|tools)\/.*\.ts$/.test(path) && !/\.test\.ts$|\/testing\//.test(path),
);

const doors = workspaces.flatMap((workspace) => doorsOf(workspace).map(({ file }) => file));

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

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

const namesDeclaredBy = (statement: ts.Statement): readonly string[] => {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  return ts.isDeclarationStatement(statement) && statement.name !== undefined ? [statement.name.text] : [];
};

/** The names that a door exports: of a list, or of a file that is its own door. */
const namesExportedBy = (door: string): readonly string[] =>
  parse(door).statements.flatMap((statement) => {
    if (isExported(statement)) return namesDeclaredBy(statement);
    return ts.isExportDeclaration(statement) &&
      statement.exportClause !== undefined &&
      ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ name }) => name.text)
      : [];
  });

const declaredIn = new Map<string, string[]>();
/** Pages of the console are another program: of ours they may import the client alone, and have its words for what it sends. */
const isPage = (path: string): boolean => path.startsWith('services/console/ui/');

for (const path of code.filter((one) => !isPage(one)))
  for (const name of typesDeclaredIn(path)) declaredIn.set(name, [...(declaredIn.get(name) ?? []), path]);

test('a door is a file at the top of src, management.ts of a subject, or helpers for tests', () => {
  expect(
    doors.filter(
      (door) =>
        !/^(packages|tools)\/[\w-]+\/src\/([\w-]+\/management|testing\/[\w-]+|[\w-]+)\.ts$/.test(door),
    ),
  ).toEqual([]);
});

/** The file that a door hands on, where it does nothing else; null for a door of several files, and for one with code. */
const onlyTargetOf = (door: string): string | null => {
  const targets = parse(door).statements.map((statement) =>
    ts.isExportDeclaration(statement) ? (statement.moduleSpecifier?.getText() ?? null) : null,
  );
  return new Set(targets).size === 1 ? (targets[0] ?? null) : null;
};

test('a door that hands on one file is that file, unless the file is generated', () => {
  expect(doors.filter((door) => /^'(?!.*\/generated\/)/.test(onlyTargetOf(door) ?? ''))).toEqual([]);
});

test.each(doors)('a type that %s exports is declared in one file only', (door) => {
  const twice = namesExportedBy(door)
    .map((name) => ({ name, paths: declaredIn.get(name) ?? [] }))
    .filter(({ paths }) => paths.length > 1);
  expect(twice).toEqual([]);
});

test.each(doors)('%s has at most 60 names', (door) => {
  expect(namesExportedBy(door).length).toBeLessThanOrEqual(60);
});
