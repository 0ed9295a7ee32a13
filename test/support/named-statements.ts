import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import type { Statement } from '@loyalty/storage';
import ts from 'typescript';
import { read, sources } from './sources.ts';

/** A prepared statement, with the file that declares it. */
export interface NamedStatement extends Statement {
  readonly file: string;
}

/** Steps of the schema are run once, and code of tests is not run by the product. */
const isProgram = (file: string): boolean =>
  /^(?:packages|services|tools)\/.+(?<!\.test)\.ts$/.test(file) &&
  !/\/(?:migrations|testing|testkit)\//.test(file);

/** Functions that make statements of their parameters, with the parameters that the product gives them. */
const parametersOf: Readonly<Partial<Record<string, readonly (readonly unknown[])[]>>> = {
  claimOf: [['delivery_tasks'], ['fulfilment_tasks']],
  statementsOf: [['delivery_tasks'], ['fulfilment_tasks']],
};

/**
 * All prepared statements of the product that hold the word, as they are sent. Each file is loaded once more, with its
 * own constants in sight. Throws when it cannot make a statement that a file declares.
 */
export const namedStatementsWith = (word: RegExp): readonly NamedStatement[] =>
  sources
    .filter(isProgram)
    .flatMap(statementsIn)
    .filter(({ text }) => word.test(text));

const statementsIn = (file: string): readonly NamedStatement[] => {
  const source = read(file);
  if (!/\btext\s*:/.test(source) || !/\bname\b/.test(source)) return [];
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const literals = literalsIn(parsed);
  if (literals.length === 0) return [];
  const found: NamedStatement[] = [];
  const load = (specifier: string): unknown => jest.requireActual(moduleOf(file, specifier));
  const declared = parsed.statements.flatMap(declaredNames).filter((name) => name !== '');
  const exposed = `${source}\nexport const declaredHere = { ${declared.join(', ')} };`;
  const { declaredHere } = evaluate(exposed, load);
  for (const [name, value] of Object.entries(declaredHere))
    for (const one of typeof value === 'function' ? made(name, value as Maker) : [value])
      for (const statement of statementsAmong(one)) found.push({ ...statement, file });
  for (const pattern of literals)
    if (!found.some(({ name }) => pattern.test(name)))
      throw new Error(`${file} declares a statement ${pattern.source} that is not found: see parametersOf`);
  return found;
};

type Maker = (...parameters: readonly unknown[]) => unknown;

const made = (name: string, make: Maker): readonly unknown[] =>
  (parametersOf[name] ?? []).map((parameters) => make(...parameters));

const declaredNames = (statement: ts.Statement): readonly string[] => {
  if (ts.isFunctionDeclaration(statement)) return [statement.name?.text ?? ''];
  if (!ts.isVariableStatement(statement) || isAmbient(statement)) return [];
  return statement.declarationList.declarations.map(({ name }) => (ts.isIdentifier(name) ? name.text : ''));
};

const isAmbient = ({ modifiers }: ts.VariableStatement): boolean =>
  modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) === true;

/** Names of statements that a file declares; what depends on a parameter stands for any text. */
const literalsIn = (file: ts.SourceFile): readonly RegExp[] => {
  const names: RegExp[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const [name, text] = ['name', 'text'].map((key) => propertyOf(node, key));
      if (name !== undefined && text !== undefined && isSql(text)) names.push(patternOf(name));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return names;
};

const propertyOf = (node: ts.ObjectLiteralExpression, key: string): ts.ObjectLiteralElementLike | undefined =>
  node.properties.find((property) => property.name?.getText() === key);

const isSql = (property: ts.ObjectLiteralElementLike): boolean =>
  /\b(?:SELECT|INSERT|UPDATE|DELETE|WITH)\b/.test(property.getText());

const patternOf = (property: ts.ObjectLiteralElementLike): RegExp => {
  const value = ts.isPropertyAssignment(property) ? property.initializer.getText() : '';
  const quoted = /^['`]([^]*)['`]$/.exec(value)?.[1];
  return new RegExp(`^${quoted === undefined ? '.+' : quoted.replace(/\$\{[^}]*\}/g, '.+')}$`);
};

const evaluate = (
  source: string,
  load: (specifier: string) => unknown,
): { readonly declaredHere: Readonly<Record<string, unknown>> } => {
  const compiled = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2023 },
  }).outputText;
  const exports = {} as { declaredHere: Record<string, unknown> };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- the repository's own source, so that the test reads the texts that are sent and no copy.
  new Function('exports', 'require', compiled)(exports, load);
  return exports;
};

const moduleOf = (file: string, specifier: string): string => {
  if (!specifier.startsWith('.')) return specifier;
  const path = join(dirname(file), specifier);
  return existsSync(path) ? resolve(path) : specifier;
};

const depthMax = 3;

const statementsAmong = (value: unknown, depth = 0): readonly Statement[] => {
  if (typeof value !== 'object' || value === null || depth > depthMax) return [];
  const { name, text } = value as Partial<Statement>;
  if (typeof name === 'string' && typeof text === 'string') return [{ name, text }];
  return Object.values(value).flatMap((one) => statementsAmong(one, depth + 1));
};
