// A plugin for Prettier: tables of Markdown without the blanks that align columns. With them one long cell pads its whole column.
import * as markdown from 'prettier/plugins/markdown';

const { mdast } = markdown.printers;
const hardline = [{ type: 'line', hard: true }, { type: 'break-parent' }];
const hyphens = { left: ':--', center: ':-:', right: '--:' };

const isEmpty = (doc) => (Array.isArray(doc) ? doc.every(isEmpty) : doc === '');

const rowOf = (cells) => ['|', ...cells.map((cell) => (isEmpty(cell) ? ' |' : [' ', cell, ' |']))];

const tableOf = (path, print) => {
  const [head, ...rows] = path.map(() => path.map(print, 'children'), 'children');
  const rule = head.map((_, at) => hyphens[path.node.align[at]] ?? '---');
  const [first, ...others] = [head, rule, ...rows].map(rowOf);
  return [first, ...others.map((row) => [hardline, row])];
};

const print = (path, options, printChild, ...more) =>
  path.node.type === 'table' ? tableOf(path, printChild) : mdast.print(path, options, printChild, ...more);

// Prettier takes the printer from the plugin that has the parser.
export const { parsers } = markdown;
export const printers = { mdast: { ...mdast, print } };
