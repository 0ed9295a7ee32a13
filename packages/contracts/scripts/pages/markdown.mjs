// Pages that are written in Markdown, for whoever has only the address of the API: links to files of the repository become links to
// served pages, or text where the file is not served.
import { posix } from 'node:path';
import { Marked, Renderer } from 'marked';
import { escaped, rootFrom } from './frame.mjs';

/** Changes what is outside of blocks of code. */
const outsideOfCode = (markdown, change) =>
  markdown
    .split(/^(```[^]*?^```$)/m)
    .map((part, at) => (at % 2 === 0 ? change(part) : part))
    .join('');

const link = /\[([^\]]+)\]\(([^)\s]+)\)/g;
/** A remark that is only a link says nothing where its page is not served. */
const remark = /\s\(\[[^\]]+\]\(([^)\s]+)\)\)/g;
/** Decisions have numbers that only the repository explains. */
const numbers = /\s\(D\d+(?:(?:,| and| to)\sD\d+)*\)|,\sD\d+(?=\))/g;

/** The text as served: `pages` maps files of the repository to the paths of their pages, `from` is the file of the text. */
export const servedText = (markdown, { from, pages }) =>
  outsideOfCode(markdown, (text) => {
    const pageOf = (target) => pages.get(posix.join(posix.dirname(from), target.split('#')[0]));
    const isServed = (target) => isAddress(target) || pageOf(target) !== undefined;
    return text
      .replace(numbers, '')
      .replace(remark, (whole, target) => (isServed(target) ? whole : ''))
      .replace(link, (whole, label, target) => {
        if (isAddress(target)) return whole;
        const [, anchor] = target.split('#');
        const page = pageOf(target);
        if (page === undefined) return label;
        return `[${label}](page:${page}${anchor === undefined ? '' : `#${anchor}`})`;
      });
  });

const isAddress = (target) => /^(?:https?:|#)/.test(target);

const pageLink = /\]\(page:([^)#\s]+)/g;

/** The same text with links from one page to another, as Markdown or as HTML; `path` is that of the page. */
export const linkedText = (markdown, path, suffix) =>
  outsideOfCode(markdown, (text) =>
    text.replace(pageLink, (_, page) => `](${rootFrom(path)}${page}${isWritten(page) ? suffix : ''}`),
  );

/** The references have no Markdown: programs read their documents. */
const isWritten = (page) =>
  !['docs', 'docs/schemas', 'docs/events', 'openapi.json', 'asyncapi.json'].includes(page);

/** The id that GitHub gives a heading, so that links work in both places. */
const idOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** What scrolls is reached by the keyboard, and tags in the text are shown as they stand. */
const blocks = {
  html: ({ text }) => escaped(text),
  code: ({ text }) => `<pre tabindex="0"><code>${escaped(text)}\n</code></pre>\n`,
  table(token) {
    return `<div class="scroll" tabindex="0">${Renderer.prototype.table.call(this, token)}</div>\n`;
  },
};

const isLink = (href) => /^(?:https?:\/\/|[#\w./-]+$)/.test(href);

/** An address in a description is an example unless it was written as a link, and no link runs a script. */
const prose = new Marked({
  gfm: true,
  renderer: {
    ...blocks,
    link(token) {
      const isWritten = token.raw.startsWith('[') && isLink(token.href);
      return isWritten ? Renderer.prototype.link.call(this, token) : escaped(token.text);
    },
    image: ({ text }) => escaped(text),
  },
});

/** HTML of a description without headings of its own. */
export const proseOf = (markdown) => (markdown === '' ? '' : prose.parse(markdown));

/** HTML of a text of ours, and its headings. */
export const rendered = (markdown) => {
  const headings = [];
  const renderer = {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      const text = this.parser.parseInline(tokens, this.parser.textRenderer).replace(/&#\d+;/g, '');
      const same = headings.filter(({ base }) => base === idOf(text)).length;
      const id = same === 0 ? idOf(text) : `${idOf(text)}-${same}`;
      headings.push({ base: idOf(text), id, text, depth });
      if (depth === 1) return `<h1 id="${id}">${html}</h1>\n`;
      const label = escaped(`Link to “${text}”`);
      return `<h${depth} id="${id}">${html}<a class="anchor" href="#${id}" aria-label="${label}">#</a></h${depth}>\n`;
    },
    ...blocks,
  };
  const html = new Marked({ gfm: true, renderer }).parse(markdown);
  const [start, ...parts] = html.split(/(?=<h2 )/);
  const body = start + parts.map((part) => `<section class="part">\n${part}</section>\n`).join('');
  return { body, headings };
};
