// The page of the failures that were reproduced: the tests whose titles are marked with ▲, and nothing else.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { markdown } from './derived-text.mjs';

const mark = '▲';
const skipped = new Set(['node_modules', 'dist', 'generated']);

/** The paths of all tests below a folder, in order. */
const testsIn = (root, folder) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) return skipped.has(entry.name) ? [] : testsIn(root, path);
      return /\.test\.tsx?$/.test(entry.name) ? [path] : [];
    });

/** The text of a literal; what a template computes is left open. */
const textOf = (node) => {
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node))
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
  return undefined;
};

/** What a call such as `test.each(rows)('title', …)` declares; undefined for every other call. */
const declarationOf = ({ expression, arguments: [first] }) => {
  const isTable = ts.isCallExpression(expression);
  let callee = isTable ? expression.expression : expression;
  while (ts.isPropertyAccessExpression(callee)) callee = callee.expression;
  const name = ts.isIdentifier(callee) ? callee.text : '';
  const title = textOf(first);
  if (title === undefined || !['describe', 'it', 'test'].includes(name)) return undefined;
  return { isGroup: name === 'describe', title, rows: isTable ? expression.arguments[0] : undefined };
};

/** The titles that the marked rows of a table make: each place of the title is the next text of its row. */
const titlesOfRows = (title, rows) => {
  const table = rows !== undefined && ts.isAsExpression(rows) ? rows.expression : rows;
  if (table === undefined || !ts.isArrayLiteralExpression(table)) return [];
  return table.elements
    .map((row) => (ts.isArrayLiteralExpression(row) ? row.elements : [row]).map(textOf))
    .filter((texts) => texts[0]?.includes(mark))
    .map((texts) => title.replaceAll(/%[sijdpo]/g, () => texts.shift() ?? '…'));
};

const countOfMarks = (text) => text.split(mark).length - 1;
const withoutMarks = (title) => title.replaceAll(`${mark} `, '').replaceAll(/%[sijdpo#]|\$[a-z]\w*/g, '…');

/** The titles of the marked tests of one file, each after those of its groups. A mark elsewhere is an error. */
const markedTitles = (path, text) => {
  const titles = [];
  let found = 0;
  const visit = (node, groups) => {
    const declared = ts.isCallExpression(node) ? declarationOf(node) : undefined;
    const { isGroup = false, title = '', rows } = declared ?? {};
    found += countOfMarks(title);
    const inside = isGroup ? [...groups, title] : groups;
    if (declared !== undefined && !isGroup) {
      const ofRows = titlesOfRows(title, rows);
      found += ofRows.length;
      const isMarked = [...groups, title].some((one) => one.includes(mark));
      for (const own of isMarked ? [title] : ofRows) titles.push(withoutMarks([...groups, own].join(' ')));
    } else ts.forEachChild(node, (child) => visit(child, inside));
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest), []);
  if (found !== countOfMarks(text)) throw new Error(`${path}: a ${mark} stands elsewhere than in a title`);
  return titles;
};

/** What Markdown would read in a title is text; code spans stay. */
const escaped = (title) =>
  title
    .split(/(`[^`]+`)/)
    .map((part) => (part.startsWith('`') ? part : part.replaceAll(/[\\*_<>]|\](?=\()/g, String.raw`\$&`)))
    .join('');

/** `packages/egress`, or `test/story`. */
const groupOf = (path) => path.split('/').slice(0, 2).join('/');
const nameOf = (path) => path.replace(/^[^/]+\/[^/]+\/(?:src\/)?/, '').replace(/\.test\.tsx?$/, '');

const sectionOf = (group, files) => `## ${group}

${files
  .flatMap(({ path, titles }) => [
    `- [${nameOf(path)}](../../${path})`,
    ...titles.map((title) => `  - ${escaped(title)}`),
  ])
  .join('\n')}`;

/** Each marked test by its folder and file; nothing where there are none. */
export const deriveFailures = async (root) => {
  const files = ['packages', 'services', 'tools', 'test']
    .filter((folder) => existsSync(join(root, folder, folder === 'test' ? 'architecture' : '')))
    .flatMap((folder) => testsIn(root, folder))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => text.includes(mark))
    .map(({ path, text }) => ({ path, titles: markedTitles(path, text) }));
  if (files.length === 0) return [];
  const groups = [...new Set(files.map(({ path }) => groupOf(path)))].map((group) => [
    group,
    files.filter(({ path }) => groupOf(path) === group),
  ]);
  const countOf = (group) => group.reduce((sum, { titles }) => sum + titles.length, 0);
  const text = `# Failures and their tests

<!-- Derived from the titles of tests that are marked with ▲ by \`npm run derive\`. Do not edit. -->

Each line is the title of a test that holds a remedy: the opposite was reproduced first, and without the remedy the test
fails. In the code these titles begin with ▲. \`…\` stands for what a table of the test fills in. Where a remedy is about
speed, its test holds the schema or the configuration, and \`npm run bench\` measures the rest.
[Mechanisms](../../ARCHITECTURE.md#mechanisms) say how the remedies work. \`npm run drill\` lists what only servers, a chart or
a cluster can show.

${groups
  .map(([group, ofGroup]) => `[${group}](#${group.replaceAll('/', '')}) ${countOf(ofGroup).toString()}`)
  .join(' · ')}

${groups.map(([group, ofGroup]) => sectionOf(group, ofGroup)).join('\n\n')}
`;
  return [['docs/reference/failures.md', await markdown(text)]];
};
