import ts from 'typescript';

/** Everything in a source file that a person reads as language. */
export interface Texts {
  /** Comments, each docstring among them, without their marks. */
  readonly comments: readonly string[];
  readonly docstrings: readonly string[];
  /** Strings and templates: test titles, log messages, SQL. */
  readonly strings: readonly string[];
  /** Names of types, classes and interfaces that the file declares. */
  readonly typeNames: readonly string[];
  /** All other names that it declares. */
  readonly names: readonly string[];
}

/** Reads one TypeScript source. */
export const readTexts = (path: string, text: string): Texts => {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const comments = commentsOf(source);
  const strings: string[] = [];
  const typeNames: string[] = [];
  const names: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) strings.push(node.text);
    else if (isTemplatePart(node)) strings.push(node.text);
    else if (isNamed(node)) (isTypeDeclaration(node) ? typeNames : names).push(node.name.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return {
    comments: comments.map(plainTextOf),
    docstrings: comments.filter((comment) => comment.startsWith('/**')).map(plainTextOf),
    strings,
    typeNames,
    names,
  };
};

const isTemplatePart = (node: ts.Node): node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail =>
  ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);

const isTypeDeclaration = (node: ts.Node): boolean =>
  ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);

const isNamed = (node: ts.Node): node is ts.NamedDeclaration & { readonly name: ts.Identifier } =>
  'name' in node &&
  node.name !== undefined &&
  ts.isIdentifier(node.name as ts.Node) &&
  !ts.isPropertyAccessExpression(node);

/** The scanner meets each comment once; the tree knows them only by the tokens that they stand before. */
const commentsOf = (source: ts.SourceFile): readonly string[] => {
  const found = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    for (const range of rangesAround(source.text, node))
      found.set(range.pos, source.text.slice(range.pos, range.end));
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return joinLines(
    [...found].toSorted(([a], [b]) => a - b),
    source.text,
  );
};

const rangesAround = (text: string, node: ts.Node): readonly ts.CommentRange[] => [
  ...(ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []),
  ...(ts.getTrailingCommentRanges(text, node.getEnd()) ?? []),
];

/** `//` lines that follow each other are one comment. */
const joinLines = (found: readonly (readonly [number, string])[], text: string): readonly string[] => {
  const comments: string[] = [];
  let end = -1;
  for (const [at, comment] of found) {
    const goesOn = comment.startsWith('//') && end >= 0 && /^\n\s*$/.test(text.slice(end, at));
    if (goesOn) comments.push(`${comments.pop() ?? ''}\n${comment}`);
    else comments.push(comment);
    end = comment.startsWith('//') ? at + comment.length : -1;
  }
  return comments;
};

const plainTextOf = (comment: string): string =>
  comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replace(/^\s*(\*|\/\/) ?/gm, '')
    .trim();
