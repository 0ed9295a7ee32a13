// Prints every literal of the product's code, sorted, with how often it occurs: what a rename must not change.
// `npm run --silent literals > before`, rename, `npm run --silent literals | diff before -`: each line is an intended change, or a mistake.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

if (process.argv.includes('--help')) {
  process.stdout.write(
    'node tools/literals.mjs: prints strings, templates and regular expressions of packages, services and tools (without tests),\n' +
      'and the names of properties in packages/rules and packages/contracts, whose types are serialised.\n',
  );
  process.exit(0);
}

const files = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', 'packages/*.ts', 'services/*.ts', 'tools/*.ts'],
  {
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n')
  .filter((path) => !/\.test\.ts$|\/generated\/|\/testing\//.test(path));

/** The types of these are written to Kafka, Postgres or a socket as they are. */
const isSerialised = (path) => /^packages\/(rules|contracts)\//.test(path);

const counts = new Map();
const note = (kind, text) => {
  const line = `${kind} ${JSON.stringify(text)}`;
  counts.set(line, (counts.get(line) ?? 0) + 1);
};

for (const path of files) {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node) => {
    // Where a module lies is no literal of the product.
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node)) note('string', node.text);
    else if (ts.isTemplateExpression(node))
      note(
        'template',
        [node.head, ...node.templateSpans.map(({ literal }) => literal)].map(({ text }) => text).join('${}'),
      );
    else if (ts.isRegularExpressionLiteral(node)) note('pattern', node.text);
    else if (isSerialised(path) && isProperty(node)) note('property', node.name.getText(source));
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function isProperty(node) {
  return (
    ts.isPropertySignature(node) || ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)
  );
}

process.stdout.write(
  [...counts]
    .map(([line, count]) => `${line} × ${count}`)
    .sort()
    .join('\n') + '\n',
);
