// The page of the AsyncAPI document, which runs no script.
import { escaped, framed } from './frame.mjs';
import { fieldsOf } from './message-fields.mjs';

/** The page of events of an AsyncAPI document. */
export const eventsPage = (document) => {
  const { title, version, description } = document.info;
  const channels = Object.keys(document.channels);
  const body = `<h1>${escaped(title)}</h1>
<p><a href="../asyncapi.json">The AsyncAPI document</a> has the same for programs.</p>
${proseOf(description)}
${channels.map((name) => sectionOf(document, name)).join('\n')}`;
  const headings = channels.flatMap((name) => [
    { depth: 2, id: escaped(name), text: document.channels[name].title ?? '' },
    ...messagesOf(document, name).map((message) => ({
      depth: 3,
      id: idOf(name, message),
      text: message.title,
    })),
  ]);
  return framed({
    path: 'docs/events',
    title: `${title}: events`,
    description: 'Webhooks, streamed receipts and facts: every message, with its fields and an example.',
    body,
    headings,
    version,
  });
};

const messagesOf = (document, name) =>
  Object.values(document.channels[name].messages ?? {}).map(({ $ref }) =>
    found(document.components.messages, $ref),
  );

const sectionOf = (document, name) => {
  const { title = '', address = null, description = '' } = document.channels[name];
  const shown = messagesOf(document, name);
  const place = address === null ? '' : `<p>Topic: <code>${escaped(address)}</code></p>`;
  return `<section>
<h2 id="${escaped(name)}">${escaped(title)}</h2>
${place}${proseOf(description)}
${sharedBy(document, shown)}
${shown.map((message) => articleOf(document, name, message)).join('\n')}
</section>`;
};

const idOf = (channel, { name }) => escaped(`${channel}-${name}`);

const sharedBy = (document, [first]) => {
  const headers = first?.headers === undefined ? [] : fieldsOf(schemaAt(document, first.headers.$ref));
  const around = first?.['x-data'] === undefined ? [] : fieldsOf(schemaAt(document, first.payload.$ref));
  return titledTable('Headers', headers) + titledTable('Around the data', around);
};

const titledTable = (title, fields) => (fields.length === 0 ? '' : `<h3>${title}</h3>\n${tableOf(fields)}`);

const articleOf = (document, channel, message) => {
  const data = message['x-data'];
  const fields =
    data === undefined
      ? fieldsOf(schemaAt(document, message.payload.$ref))
      : fieldsOf(schemaAt(document, data.$ref), 'data.');
  const examples = (message.examples ?? []).map(
    ({ payload }) => `<pre tabindex="0">${escaped(JSON.stringify(payload, null, 2))}</pre>`,
  );
  return `<article id="${idOf(channel, message)}">
<h3>${escaped(message.title)}</h3>
${proseOf(message.description)}
${tableOf(fields)}
${examples.join('\n')}
</article>`;
};

const tableOf = (fields) => `<div class="scroll" tabindex="0"><table>
<thead><tr><th>Field</th><th>Type</th><th>What it is</th></tr></thead>
<tbody>
${fields.map(rowOf).join('\n')}
</tbody>
</table></div>`;

const rowOf = ({ path, type, isRequired, description }) =>
  `<tr><td><code>${escaped(path)}</code></td><td>${escaped(type)}${isRequired ? '' : ', optional'}</td><td>${wordsOf(description)}</td></tr>`;

/** The document is derived and tested, so its references exist. */
const schemaAt = (document, reference) => found(document.components.schemas, reference);
const found = (parts, reference) => parts[reference.split('/').at(-1)];

/** Supports only what our descriptions use of Markdown: paragraphs, lists, code and strong words. */
const proseOf = (markdown) =>
  markdown
    .trim()
    .split(/\n{2,}/)
    .filter((block) => block !== '')
    .map((block) => (block.startsWith('- ') ? listOf(block) : `<p>${wordsOf(block)}</p>`))
    .join('\n');

const listOf = (block) => {
  const items = block.slice(2).split(/\n- /);
  return `<ul>${items.map((item) => `<li>${wordsOf(item)}</li>`).join('')}</ul>`;
};

const wordsOf = (text) =>
  escaped(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
