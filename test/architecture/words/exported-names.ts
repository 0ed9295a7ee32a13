import ts from 'typescript';

/**
 * Returns the names that a source exports: those that it declares, and those that it gives to others' names. Names that
 * it only passes on are counted where they are declared.
 */
export const exportedNames = (path: string, text: string): readonly string[] =>
  ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements.flatMap(namesOf);

const namesOf = (statement: ts.Statement): readonly string[] => {
  if (ts.isExportDeclaration(statement))
    return statement.exportClause === undefined ? [] : givenNames(statement.exportClause);
  const isExported =
    ts.canHaveModifiers(statement) &&
    ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
  if (!isExported) return [];
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  return 'name' in statement ? [(statement.name as ts.Identifier).text] : [];
};

const givenNames = (clause: ts.NamedExportBindings): readonly string[] =>
  ts.isNamedExports(clause)
    ? clause.elements.filter(({ propertyName }) => propertyName !== undefined).map(({ name }) => name.text)
    : [clause.name.text];

const boundNames = (name: ts.BindingName): readonly string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)));
