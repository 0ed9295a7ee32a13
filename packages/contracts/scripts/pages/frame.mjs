// What every page of /docs has: its head, the line of links, the stylesheet, and a policy that lets no script run but the page's own.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const read = (path) => readFileSync(join(here, path), 'utf8');

const tokens = '../../../../services/console/ui/styles/tokens.css';
/** The console's colours and measures. */
export const tokensPath = join(here, tokens);

const styleOf = (paths) =>
  paths
    .map(read)
    .join('')
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ');
const styles = [tokens, 'style.css'];

const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policyWith = (directives) =>
  [
    "default-src 'none'",
    ...directives,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Nothing is loaded; only tools that judge a page ask for anything, such as robots.txt. */
const policyOf = (style, script) =>
  policyWith([
    `style-src ${hashOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${hashOf(script)}`]),
    "connect-src 'self'",
  ]);

/** The links of every page, in the order in which they should be read. */
const links = [
  ['docs/guide', 'Guide'],
  ['docs', 'API reference'],
  ['docs/schemas', 'Schemas'],
  ['docs/events', 'Events'],
  ['docs/errors', 'Errors'],
  ['docs/client', 'Client'],
  ['docs/changes', 'Changes'],
];

export const escaped = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** For text alone, where quotes may stand: never within an attribute. */
export const shown = (text) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The way from a page to the root. It is relative, so that pages also work behind a path of a gateway. */
export const rootFrom = (path) => '../'.repeat(path.split('/').length - 1);

/** The line of links; `path` is that of the page on which it stands, such as `docs/guide`. */
const lineOfLinks = (path) => {
  const link = ([to, label]) => {
    const current = path === to ? ' aria-current="page"' : '';
    return `<a href="${rootFrom(path)}${to}"${current}>${label}</a>`;
  };
  return `<nav class="bar" aria-label="Documentation"><strong>Loyalty engine</strong>${links.map(link).join('')}</nav>`;
};

/** The head of a page, up to and without the end of `head`. */
const headOf = ({ title, description }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${escaped(description)}">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>`;

/**
 * A page: `body` is HTML, `headings` makes a table of contents, and `markdown` is the path of its Markdown if it has one. `more` is
 * what only this page has: the file of its style, and its script.
 */
export const framed = ({ path, title, description, body, headings = [], markdown, version, more = {} }) => {
  const style = styleOf(more.css === undefined ? styles : [...styles, more.css]);
  const contents = headings.length === 0 ? '' : contentsOf(headings);
  const asMarkdown =
    markdown === undefined ? '' : ` <a href="${rootFrom(path)}${markdown}">This page as Markdown</a>.`;
  const html = `${headOf({ title, description })}
<style>${style}</style>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${lineOfLinks(path)}
<div class="page${contents === '' ? '' : ' aside'}">
${contents}
<main id="content">
${body}
</main>
<footer>Version ${escaped(version)}.${asMarkdown} <a href="${rootFrom(path)}llms.txt">A list of all documents</a>.</footer>
</div>
${
  more.script === undefined
    ? ''
    : `<script>${more.script}</script>
`
}</body>
</html>
`;
  return {
    path,
    contentType: 'text/html; charset=utf-8',
    policy: policyOf(style, more.script),
    text: html,
  };
};

/** A heading of the second level holds those of the third that follow it. */
const contentsOf = (headings) => {
  const sections = [];
  for (const heading of headings) {
    if (heading.depth === 2) sections.push({ heading, within: [] });
    if (heading.depth === 3) sections.at(-1)?.within.push(heading);
  }
  const item = ({ id, text, mark }, rest = '') => {
    const before = mark === undefined ? '' : `<span class="method">${mark}</span> `;
    return `<li><a href="#${id}">${before}${escaped(text)}</a>${rest}</li>`;
  };
  const items = sections.map(({ heading, within }) =>
    item(heading, within.length === 0 ? '' : `<ul>${within.map((one) => item(one)).join('')}</ul>`),
  );
  // A closed list leaves a phone its screen; where there is space, the stylesheet shows it all the same.
  return `<details class="toc"><summary>On this page</summary><nav aria-label="On this page"><ul>${items.join('')}</ul></nav></details>`;
};
