import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import ts from 'typescript';
import { locksOf } from './lock-order-check.ts';

/** A right that a text of SQL needs on one table, sequence or function. */
export interface Need {
  readonly on: string;
  readonly privilege: 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'USAGE' | 'EXECUTE';
}

/** Everything on which a role can have rights. */
export interface Catalogue {
  readonly tables: ReadonlySet<string>;
  readonly sequences: ReadonlySet<string>;
  /** Functions that act with their owner's rights. */
  readonly functions: ReadonlySet<string>;
  /** The tables that a name may stand for which a statement takes from its caller, by folder. */
  readonly named: Readonly<Record<string, readonly string[]>>;
}

/** Stands in a text for what is known only when the statement is run. */
const open = 'table_of_the_caller';

const patterns: readonly (readonly [RegExp, readonly Need['privilege'][]])[] = [
  [/(?<!\bFOR\s)(?<!\bKEY\s)(?<!\bDO\s)\bUPDATE\s+(?:ONLY\s+)?(\w+)/gi, ['UPDATE', 'SELECT']],
  [/\bDELETE\s+FROM\s+(?:ONLY\s+)?(\w+)/gi, ['DELETE', 'SELECT']],
  [
    /(?:(?<!\bDELETE\s)\bFROM|\bJOIN|\bUSING|\bTABLE|,)\s+(?:ONLY\s+|LATERAL\s+)?(\w+)(?=\s|\)|$|,|;)/gi,
    ['SELECT'],
  ],
];

/** Returns what a statement needs, as its text says. */
export const needsOf = (text: string, catalogue: Catalogue, named: readonly string[] = []): Need[] => {
  const sql = text.replace(/--[^\n]*/g, ' ');
  const found = patterns.flatMap(([pattern, privileges]) =>
    namesIn(sql, pattern).flatMap((on) => privileges.map((privilege) => ({ on, privilege }))),
  );
  const ofTables = [...found, ...inserted(sql), ...locked(sql)].flatMap(({ on, privilege }) =>
    (on === open ? named : [on]).map((table): Need => ({ on: table, privilege })),
  );
  return [
    ...ofTables.filter(({ on }) => catalogue.tables.has(on)),
    ...namesIn(sql, /nextval\('(\w+)'\)/g)
      .filter((on) => catalogue.sequences.has(on))
      .map((on): Need => ({ on, privilege: 'USAGE' })),
    ...namesIn(sql, /\b(\w+)\(/g)
      .filter((on) => catalogue.functions.has(on))
      .map((on): Need => ({ on, privilege: 'EXECUTE' })),
  ];
};

const namesIn = (sql: string, pattern: RegExp): readonly string[] =>
  [...sql.matchAll(pattern)].map(([, name = '']) => name);

const inserted = (sql: string): readonly Need[] =>
  [...sql.matchAll(/INSERT\s+INTO\s+(\w+)(?:(?!INSERT\s+INTO)[^])*/gi)].flatMap(([part, on = '']) => [
    { on, privilege: 'INSERT' as const },
    ...(/\bRETURNING\b|\bON\s+CONFLICT\b/i.test(part) ? [{ on, privilege: 'SELECT' as const }] : []),
    ...(/\bDO\s+UPDATE\b/i.test(part) ? [{ on, privilege: 'UPDATE' as const }] : []),
  ]);

/** To lock rows takes the right to change them, also where they are deleted. */
const locked = (sql: string): readonly Need[] =>
  locksOf(sql.replace(/\bDELETE\s+FROM\b/gi, 'FROM'))
    .filter(({ kind }) => kind !== 'insert')
    .map(({ on }) => ({ on, privilege: 'UPDATE' }));

/** Paths are relative to the root of the repository, where npm runs what asks. */
const read = (path: string): string => readFileSync(path, 'utf8');

/**
 * Returns the file of a door by the text with which it is imported, such as `@loyalty/tables/segments`; null
 * for a library.
 */
export const fileOfDoor = (specifier: string): string | null => {
  const [, workspace, door = 'index'] = /^@loyalty\/([\w-]+)(?:\/(.+))?$/.exec(specifier) ?? [];
  if (workspace === undefined) return null;
  return `${existsSync(`packages/${workspace}`) ? 'packages' : 'tools'}/${workspace}/src/${door}.ts`;
};

interface Place {
  readonly path: string;
  readonly name: string;
}

interface Module {
  /** The places of imported names, by local name. */
  readonly imports: ReadonlyMap<string, Place>;
  /** The places of exported names: a local name, or that of another file. */
  readonly exports: ReadonlyMap<string, Place>;
  readonly declarations: ReadonlyMap<string, ts.Node>;
  /** Run when the file is loaded. */
  readonly effects: readonly ts.Node[];
}

const modules = new Map<string, Module>();

const moduleOf = (path: string): Module => {
  const known = modules.get(path);
  if (known !== undefined) return known;
  const made = readModule(path);
  modules.set(path, made);
  return made;
};

const fileOf = (from: string, specifier: ts.Expression | undefined): string | null => {
  if (specifier === undefined || !ts.isStringLiteral(specifier)) return null;
  const { text } = specifier;
  return text.startsWith('.') ? normalize(join(dirname(from), text)) : fileOfDoor(text);
};

const readModule = (path: string): Module => {
  const made = {
    imports: new Map<string, Place>(),
    exports: new Map<string, Place>(),
    declarations: new Map<string, ts.Node>(),
    effects: [] as ts.Node[],
  };
  for (const statement of ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true).statements) {
    if (ts.isImportDeclaration(statement)) noteImports(made.imports, statement, path);
    else if (ts.isExportDeclaration(statement)) noteExports(made.exports, statement, path);
    else if (ts.isVariableStatement(statement)) noteVariables(made.declarations, statement);
    else if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
      made.declarations.set(statement.name?.text ?? '', statement);
    else if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement))
      made.effects.push(statement);
  }
  return made;
};

const noteImports = (imports: Map<string, Place>, statement: ts.ImportDeclaration, path: string): void => {
  const from = fileOf(path, statement.moduleSpecifier);
  const bindings = statement.importClause?.namedBindings;
  if (from === null || bindings === undefined || !ts.isNamedImports(bindings)) return;
  for (const { name, propertyName } of bindings.elements)
    imports.set(name.text, { path: from, name: (propertyName ?? name).text });
};

const noteExports = (exports: Map<string, Place>, statement: ts.ExportDeclaration, path: string): void => {
  const from = fileOf(path, statement.moduleSpecifier) ?? path;
  const { exportClause } = statement;
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return;
  for (const { name, propertyName } of exportClause.elements)
    exports.set(name.text, { path: from, name: (propertyName ?? name).text });
};

const noteVariables = (declarations: Map<string, ts.Node>, statement: ts.VariableStatement): void => {
  for (const declaration of statement.declarationList.declarations)
    for (const name of namesBoundBy(declaration.name)) declarations.set(name, declaration);
};

const namesBoundBy = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : namesBoundBy(element.name)));

/** The declaration that a name stands for; null: of a library, or a parameter. */
const declarationOf = ({ path, name }: Place): Place | null => {
  const { imports, exports, declarations } = moduleOf(path);
  if (declarations.has(name)) return { path, name };
  const next = imports.get(name) ?? exports.get(name);
  if (next === undefined || (next.path === path && next.name === name)) return null;
  return declarationOf(next);
};

/** Functions that put the name of a table, with its alias or a condition, into a statement. */
const takingTables = new Set([
  'environmentsWith',
  'counting',
  'sql',
  'boundedList',
  'join',
  'leftJoin',
  'from',
]);

/**
 * Returns the needs of the statements that a program can reach from its file, or from one declaration of a
 * file: those in each declaration that it names, and in those that these name. A declaration is reached as a
 * whole.
 */
export const needsReachedFrom = (
  from: { readonly path: string; readonly name?: string },
  catalogue: Catalogue,
): readonly Need[] => {
  const needs: Need[] = [];
  const reached = new Set<string>();
  const reach = (place: Place): void => {
    const found = declarationOf(place);
    if (found === null) return;
    const key = `${found.path} ${found.name}`;
    if (reached.has(key)) return;
    reached.add(key);
    const node = moduleOf(found.path).declarations.get(found.name);
    if (node !== undefined) visit(node, found.path);
  };
  const visit = (node: ts.Node, path: string): void => {
    // A service reads the names of steps, to wait for them; it runs none.
    if (ts.isTypeNode(node) || /\/migrations\/\d/.test(path)) return;
    if (ts.isIdentifier(node) && isReference(node)) reach({ path, name: node.text });
    if (isText(node)) {
      const named = Object.entries(catalogue.named).find(([folder]) => path.startsWith(folder))?.[1];
      needs.push(...needsOf(textOf(node, path), catalogue, named));
      needs.push(...needsOfArgument(node, path, catalogue));
    }
    // Parts of a text are read with it, what they name is reached all the same.
    ts.forEachChild(node, (child) => {
      visit(child, path);
    });
  };
  const { path, name } = from;
  if (name === undefined) for (const effect of moduleOf(path).effects) visit(effect, path);
  else reach({ path, name });
  return needs;
};

const isReference = (node: ts.Identifier): boolean => {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return !ts.isMethodDeclaration(parent) && !ts.isPropertyDeclaration(parent);
};

type Text = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression;

const isText = (node: ts.Node): node is Text =>
  ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node);

/** Puts the values of our constants in their place. */
const textOf = (node: Text, path: string): string => {
  if (!ts.isTemplateExpression(node)) return node.text;
  const parts = node.templateSpans.map(({ expression, literal }) => valueOf(expression, path) + literal.text);
  return node.head.text + parts.join('');
};

const depthMax = 8;

const valueOf = (expression: ts.Expression, path: string, depth = 0): string => {
  if (depth > depthMax) return open;
  // These are the arrays of `rowArrays`, and no table.
  if (/\.(?:as\('\w+'\)|arrays|names)$/.test(expression.getText())) return 'unnest()';
  if (isText(expression)) return textOf(expression, path);
  if (ts.isIdentifier(expression)) {
    const found = initializerOf({ path, name: expression.text });
    return found === null ? open : valueOf(found.node, found.path, depth + 1);
  }
  return ts.isPropertyAccessExpression(expression) ? valueOfProperty(expression, path, depth) : open;
};

/** Returns the value of a property of a constant object. */
const valueOfProperty = (
  { expression, name }: ts.PropertyAccessExpression,
  path: string,
  depth: number,
): string => {
  const found = ts.isIdentifier(expression) ? initializerOf({ path, name: expression.text }) : null;
  if (found === null) return open;
  const node = plain(found.node);
  if (!ts.isObjectLiteralExpression(node)) return open;
  const property = node.properties.find((one) => one.name?.getText() === name.text);
  return property !== undefined && ts.isPropertyAssignment(property)
    ? valueOf(property.initializer, found.path, depth + 1)
    : open;
};

const plain = (node: ts.Expression): ts.Expression =>
  ts.isAsExpression(node) ? plain(node.expression) : node;

const initializerOf = (place: Place): { readonly path: string; readonly node: ts.Expression } | null => {
  const found = declarationOf(place);
  const node = found === null ? undefined : moduleOf(found.path).declarations.get(found.name);
  if (found === null || node === undefined || !ts.isVariableDeclaration(node)) return null;
  return node.initializer === undefined ? null : { path: found.path, node: node.initializer };
};

const needsOfArgument = (node: Text, path: string, { tables }: Catalogue): readonly Need[] => {
  const { parent } = node;
  if (!ts.isCallExpression(parent)) return [];
  const callee = ts.isPropertyAccessExpression(parent.expression)
    ? parent.expression.name
    : parent.expression;
  if (!takingTables.has(callee.getText())) return [];
  const [, table = ''] = /^(\w+)(?: as \w+| WHERE [^]*)?$/.exec(textOf(node, path)) ?? [];
  return tables.has(table) ? [{ on: table, privilege: 'SELECT' }] : [];
};
