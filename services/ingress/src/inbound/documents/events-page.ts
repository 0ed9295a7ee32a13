import { createHash } from 'node:crypto';
import type { AsyncapiDocument, AsyncapiMessage, AvroSchema } from '@loyalty/contracts/documents';
import type { JsonSchema } from '@loyalty/contracts/http';
import type { Page } from '@loyalty/http/admin';
import { invariant } from '@loyalty/kernel';
import { fieldsOf, type MessageField } from './message-fields.ts';

/** Creates the page of events, which runs no script. */
export const eventsPage = (document: AsyncapiDocument): Page => {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
  };
  const response = { status: 200, body: Buffer.from(pageOf(document)), headers };
  return () => Promise.resolve(response);
};

const style = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; color: #222 }
code, pre { font: 0.875rem/1.5 ui-monospace, monospace }
pre { background: #f5f5f5; padding: 1rem; overflow-x: auto }
table { border-collapse: collapse; width: 100% }
th, td { border-bottom: 1px solid #ddd; padding: 0.3rem 0.6rem; text-align: left; vertical-align: top }
h2 { border-top: 2px solid #222; padding-top: 1rem; margin-top: 3rem }
nav ul { columns: 3 }
`;

const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const pageOf = (document: AsyncapiDocument): string => {
  const { title, version, description } = document.info;
  const sections = Object.entries(document.channels).map(([name]) => sectionOf(document, name));
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escaped(title)}</h1>
<p>Version ${escaped(version)}. <a href="../asyncapi.json">The AsyncAPI document</a>, <a href="../docs">the HTTP interface</a>.</p>
${proseOf(description)}
${sections.join('\n')}
</body>
</html>
`;
};

const sectionOf = (document: AsyncapiDocument, name: string): string => {
  const { title = '', address = null, description = '', messages = {} } = document.channels[name] ?? {};
  const shown = Object.values(messages).map((reference) => messageAt(document, reference.$ref));
  const links = shown.map(
    (message) => `<li><a href="#${idOf(name, message)}">${escaped(message.title)}</a></li>`,
  );
  const place = address === null ? '' : `<p>Topic: <code>${escaped(address)}</code></p>`;
  return `<section>
<h2 id="${escaped(name)}">${escaped(title)}</h2>
${place}${proseOf(description)}
<nav><ul>${links.join('')}</ul></nav>
${sharedBy(document, shown)}
${shown.map((message) => articleOf(document, name, message)).join('\n')}
</section>`;
};

const idOf = (channel: string, { name }: AsyncapiMessage): string => escaped(`${channel}-${name}`);

const sharedBy = (document: AsyncapiDocument, [first]: readonly AsyncapiMessage[]): string => {
  const headers = first?.headers === undefined ? [] : fieldsOf(schemaAt(document, first.headers.$ref));
  const around = first?.['x-data'] === undefined ? [] : fieldsOf(schemaAt(document, first.payload.$ref));
  return titledTable('Headers', headers) + titledTable('Around the data', around);
};

const titledTable = (title: string, fields: readonly MessageField[]): string =>
  fields.length === 0 ? '' : `<h3>${title}</h3>\n${tableOf(fields)}`;

const articleOf = (document: AsyncapiDocument, channel: string, message: AsyncapiMessage): string => {
  const data = message['x-data'];
  const fields =
    data === undefined
      ? fieldsOf(schemaAt(document, message.payload.$ref))
      : fieldsOf(schemaAt(document, data.$ref), 'data.');
  const examples = (message.examples ?? []).map(
    ({ payload }) => `<pre>${escaped(JSON.stringify(payload, null, 2))}</pre>`,
  );
  return `<article id="${idOf(channel, message)}">
<h3>${escaped(message.title)}</h3>
${proseOf(message.description)}
${tableOf(fields)}
${examples.join('\n')}
</article>`;
};

const tableOf = (fields: readonly MessageField[]): string => `<table>
<thead><tr><th>Field</th><th>Type</th><th>What it is</th></tr></thead>
<tbody>
${fields.map(rowOf).join('\n')}
</tbody>
</table>`;

const rowOf = ({ path, type, isRequired, description }: MessageField): string =>
  `<tr><td><code>${escaped(path)}</code></td><td>${escaped(type)}${isRequired ? '' : ', optional'}</td><td>${wordsOf(description)}</td></tr>`;

/** The document is derived and tested, so its references exist. */
const messageAt = (document: AsyncapiDocument, reference: string): AsyncapiMessage =>
  found(document.components.messages, reference);

const schemaAt = (document: AsyncapiDocument, reference: string): JsonSchema | AvroSchema =>
  found(document.components.schemas, reference);

const found = <Part>(parts: Readonly<Record<string, Part>>, reference: string): Part => {
  const part = parts[reference.split('/').at(-1) ?? ''];
  invariant(part !== undefined, `${reference} leads somewhere`);
  return part;
};

const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0).toString()};`);

/** Supports only what our descriptions use of Markdown: paragraphs, lists, code and strong words. */
const proseOf = (markdown: string): string =>
  markdown
    .trim()
    .split(/\n{2,}/)
    .filter((block) => block !== '')
    .map((block) => (block.startsWith('- ') ? listOf(block) : `<p>${wordsOf(block)}</p>`))
    .join('\n');

const listOf = (block: string): string => {
  const items = block.slice(2).split(/\n- /);
  return `<ul>${items.map((item) => `<li>${wordsOf(item)}</li>`).join('')}</ul>`;
};

const wordsOf = (text: string): string =>
  escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
