import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './recorded-stack.ts';

/** A called function, by the declaration at the top of its file that holds it. */
interface CalledFunction {
  readonly path: string;
  readonly name: string;
  readonly isExported: boolean;
  /** Empty where there is no docstring. */
  readonly sentence: string;
}

/** One row for each file, in the order in which they were entered: its first exported function that was called. */
export const rowsOf = (calls: readonly string[]): readonly string[] => {
  const files = new Map<string, CalledFunction[]>();
  for (const call of calls.map(functionOf)) files.set(call.path, [...(files.get(call.path) ?? []), call]);
  return [...files].map(([path, called]) => {
    const { name, sentence } = called.find(({ isExported }) => isExported) ?? called[0] ?? nothing;
    const label = path.replace(/^\w+\//, '').replace('/src/', '/');
    return `| [${label}](../../${path}) | \`${name}\` | ${(sentence || introductionOf(path)).replace(/[|<]/g, '\\$&')} |`;
  });
};

const nothing = { name: '', sentence: '' };

const functionOf = (call: string): CalledFunction => {
  const [compiled = '', offset] = call.split(':');
  const file = parsed(compiled);
  const holds = (node: ts.Node): boolean =>
    node.getStart(file) <= Number(offset) && Number(offset) < node.end;
  const statement = file.statements.find(holds);
  const isVariable = statement !== undefined && ts.isVariableStatement(statement);
  const declaration = isVariable ? statement.declarationList.declarations.find(holds) : statement;
  const member =
    statement !== undefined && ts.isClassDeclaration(statement) ? statement.members.find(holds) : undefined;
  // A method's own docstring says more than that of its class.
  const nodes = [member, declaration].filter((node) => node !== undefined);
  return {
    path: sourceOf(compiled),
    name: nodes
      .map((node) => nameOf(node, file))
      .toReversed()
      .join('.'),
    isExported: statement !== undefined && isExported(statement),
    sentence: nodes.map(sentenceOf).find((sentence) => sentence !== '') ?? '',
  };
};

const sourceOf = (compiled: string): string => compiled.replace('/dist/', '/src/').replace(/\.js$/, '.ts');

const files = new Map<string, ts.SourceFile>();

const parsed = (path: string): ts.SourceFile => {
  const known = files.get(path);
  if (known !== undefined) return known;
  const file = ts.createSourceFile(
    path,
    readFileSync(join(root, path), 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  files.set(path, file);
  return file;
};

const isExported = (node: ts.Node): boolean =>
  ts.canHaveModifiers(node) &&
  ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

const nameOf = (node: ts.Node, file: ts.SourceFile): string =>
  ts.isConstructorDeclaration(node)
    ? 'constructor'
    : (ts.getNameOfDeclaration(node as ts.Declaration)?.getText(file) ?? '');

/** The first sentence of a docstring. */
const sentenceOf = (node: ts.Node): string => {
  const doc = ts.getJSDocCommentsAndTags(node).findLast((one) => ts.isJSDoc(one));
  const text = ts.getTextOfJSDocComment(doc?.comment) ?? '';
  return (
    text
      .replace(/\{@link (\S+?)\}/g, '`$1`')
      .replace(/\s+/g, ' ')
      .split(/(?<=[.!?]) (?=[A-Z`«])/)[0]
      ?.trim() ?? ''
  );
};

/** Of the first exported declaration with a docstring: interfaces are in the source alone. */
const introductionOf = (path: string): string =>
  parsed(path)
    .statements.filter(isExported)
    .map(sentenceOf)
    .find((sentence) => sentence !== '') ?? '';
