// Everything that ingress serves at /docs, and what it serves to programs that read it: pages as HTML and as Markdown, each also
// compressed, and a list of them with their entity tags. The guides are the files that the repository has for people.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { errorTexts, errorsText } from './errors.mjs';
import { eventsPage } from './events.mjs';
import { framed } from './frame.mjs';
import { guides } from './guides.mjs';
import { linkedText, rendered, servedText } from './markdown.mjs';
import { referencePage } from './reference.mjs';
import { schemasPage } from './reference-schemas.mjs';

/** Other files whose content is served. */
const alsoServed = [['docs/reference/errors.md', 'docs/errors']];

const withTitle = (markdown, title) => markdown.replace(/^# .*$/m, () => `# ${title}`);

const guideTexts = (root) => {
  const pages = new Map([...guides.map(({ file, path }) => [file, path]), ...alsoServed]);
  return guides.map(({ path, file, title, description }) => {
    const markdown = withTitle(readFileSync(join(root, file), 'utf8'), title);
    return { path, title, description, markdown: servedText(markdown, { from: file, pages }) };
  });
};

const listOfErrors = (catalogue) => ({
  path: 'docs/errors',
  title: 'Errors',
  description: 'Every error of the API: what it means, what to do, and whether to send the request again.',
  markdown: errorsText(catalogue),
});

const pagesOf = ({ path, title, description, markdown }, version) => {
  const { body, headings } = rendered(linkedText(markdown, path, ''));
  const long = headings.length > 10 ? headings : [];
  const page = { path, title: `Loyalty engine: ${title}`, description, body, version };
  return [
    framed({ ...page, headings: long, markdown: `${path}.md` }),
    {
      path: `${path}.md`,
      contentType: 'text/markdown; charset=utf-8',
      text: linkedText(markdown, path, '.md'),
    },
  ];
};

/** The list for programs that read documents (llmstxt.org): what to read, in which order. */
const readingList = (texts) => ({
  path: 'llms.txt',
  contentType: 'text/plain; charset=utf-8',
  text: `# Loyalty engine

> An HTTP API for loyalty programmes: members earn points and rewards from receipts and events, and redeem points at the checkout.
> Every receipt counts exactly once, whatever is sent again.

These are the documents in the order in which they should be read. Links are relative to this file.

## Guides

${texts.map(({ path, title, description }) => `- [${title}](${path}.md): ${description}`).join('\n')}

## References

- [OpenAPI](openapi.json): every operation, with schemas, examples and samples of calls. It is large: search it by \`operationId\`.
- [AsyncAPI](asyncapi.json): webhooks, streamed receipts and facts.
- [API reference](docs), its [schemas](docs/schemas) and [events](docs/events): the same for people.
`,
});

/** Every page: its path, its type, its policy if it is HTML, and its text. */
const servedPages = ({ root, catalogue, asyncapi, openapi }) => {
  const { version } = asyncapi.info;
  const [guide, ...others] = guideTexts(root);
  const texts = [guide, listOfErrors(catalogue), ...others];
  return [
    referencePage(openapi),
    schemasPage(openapi),
    eventsPage(asyncapi),
    ...[...texts, ...errorTexts(catalogue)].flatMap((text) => pagesOf(text, version)),
    readingList(texts),
    { path: 'asyncapi.json', contentType: 'application/json', text: JSON.stringify(asyncapi) },
  ];
};

const fileOf = ({ path, contentType }) => (contentType.startsWith('text/html') ? `${path}.html` : path);

const tagOf = (text) => createHash('sha256').update(text).digest('base64url').slice(0, 22);

/** Every file: its path below the folder of pages, and its content. */
export const pageFiles = (given) => {
  const pages = servedPages(given);
  const list = pages.map((page) => [
    page.path,
    { file: fileOf(page), contentType: page.contentType, policy: page.policy, etag: tagOf(page.text) },
  ]);
  return [
    ...pages.flatMap((page) => [
      [fileOf(page), page.text],
      [`${fileOf(page)}.gz`, gzipSync(page.text, { level: 9 })],
    ]),
    ['pages.json', JSON.stringify(Object.fromEntries(list))],
  ];
};
