// The operations of the page of reference, by area: each with its parameters, body, responses and samples of calls.
import { slugOf } from '../derived-text.mjs';
import { escaped, shown } from './frame.mjs';
import { proseOf } from './markdown.mjs';
import { boundsText, fieldsTable, sizeClass, typeOf } from './reference-schemas.mjs';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

/** The areas in the order of the document, with their operations in that of its paths, and the events that are theirs. */
export const areasOf = ({ tags, paths, webhooks = {} }) => {
  const operations = operationsIn(paths);
  const events = operationsIn(webhooks).map(({ path, tags: names }) => ({ name: path, tags: names }));
  return tags
    .map(({ name, description }) => ({
      name,
      description,
      operations: operations.filter((operation) => operation.tags.includes(name)),
      events: events.filter((event) => event.tags.includes(name)),
    }))
    .filter((area) => area.operations.length + area.events.length > 0);
};

const operationsIn = (paths) =>
  Object.entries(paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => ({ servers: item.servers, ...item[method], method: method.toUpperCase(), path })),
  );

/** The section of an operation; its id is its operationId. */
export const articleOfOperation = (document, operation, common) => {
  const { operationId, method, path, summary, description, deprecated } = operation;
  const html = `<h3>${escaped(summary)}${deprecated ? ' (deprecated)' : ''}<a class="anchor" href="#${escaped(operationId)}" aria-label="${escaped(`Link to “${summary}”`)}">#</a></h3>
<p class="call"><span class="method">${method}</span> <code>${escaped(baseOf(document, operation) + path)}</code></p>
${proseOf(description)}${parametersOf(document, operation)}${bodyOf(document, operation)}${responsesOf(document, operation, common)}${samplesOf(document, operation)}`;
  return `<article class="${sizeClass(html)}" id="${escaped(operationId)}">\n${html}</article>`;
};

const found = ({ components }, node) => {
  if (node.$ref === undefined) return node;
  const [, , kind, name] = node.$ref.split('/');
  return components[kind][name];
};

/** Health and the documents are at the root, everything else below the version. */
const baseOf = (document, { servers = document.servers }) => servers[0].url.replace(/\/$/, '');

const table = (titles, rows) => `<div class="scroll" tabindex="0"><table>
<thead><tr>${titles.map((title) => `<th>${title}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
`;

/** Every call may have these headers, which are named, and stand in their section. */
const commonHeaders = ['RequestIdHeader', 'Traceparent'].map((name) => `#/components/parameters/${name}`);

const parametersOf = (document, { parameters = [] }) => {
  if (parameters.length === 0) return '';
  const own = parameters.filter(({ $ref }) => !commonHeaders.includes($ref));
  const also = parameters
    .filter(({ $ref }) => commonHeaders.includes($ref))
    .map((parameter) => found(document, parameter).name);
  const others =
    also.length === 0
      ? ''
      : `<p>Also <a href="#common-headers">${also.map(escaped).join(' and ')}</a>.</p>\n`;
  return `<h4>Parameters</h4>\n${own.length === 0 ? '' : tableOfParameters(document, own)}${others}`;
};

const tableOfParameters = (document, parameters) => {
  const rows = parameters
    .map((parameter) => found(document, parameter))
    .map(
      ({ name, in: place, required, description = '', schema, example }) =>
        `<tr><td><code>${escaped(name)}</code>${required ? ' <em>required</em>' : ''}</td><td>${place}</td><td>${typeOf(schema)}</td><td>${proseOf(description)}${boundsText({ ...schema, example })}</td></tr>`,
    );
  return table(['Name', 'In', 'Type', 'What it is'], rows);
};

/** The section of the headers that every call may have. */
export const commonHeadersSection = (document) => `<section class="part">
<h2 id="common-headers">Common headers</h2>
<p>Every call may have these.</p>
${tableOfParameters(
  document,
  commonHeaders.map(($ref) => ({ $ref })),
)}</section>`;

const bodyOf = (document, { requestBody }) => {
  if (requestBody === undefined) return '';
  const { required = false, content } = found(document, requestBody);
  const parts = Object.entries(content).map(
    ([
      type,
      media,
    ]) => `<p><code>${escaped(type)}</code>: ${typeOf(media.schema)}${required ? '' : ', optional'}</p>
${fieldsTable(explained(document, found(document, media.schema)))}${examplesOf(media)}`,
  );
  return `<h4>Body</h4>\n${parts.join('\n')}`;
};

/** Here a field says what its schema says where it says nothing itself: bodies are read without following links. */
const explained = (document, { properties = {}, ...schema }) => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      { description: found(document, field).description, ...field },
    ]),
  ),
});

/** Folded, because samples of calls hold the bodies, too. */
const examplesOf = ({ example, examples }) => {
  const named = examples ?? (example === undefined ? {} : { only: { value: example } });
  return Object.values(named)
    .map(({ summary, description = '', value }) => {
      const title = summary === undefined ? 'Example' : `Example: ${summary}`;
      return fold(title, `${proseOf(description)}${codeBlock(textOf(value))}`);
    })
    .join('');
};

const textOf = (value) => (typeof value === 'string' ? value : JSON.stringify(value, null, 2));

const fold = (title, html) => `<details><summary>${escaped(title)}</summary>${html}</details>\n`;
const codeBlock = (text) => `<pre tabindex="0"><code>${shown(text)}\n</code></pre>`;

/** What an operation alone may return is shown; the errors that most operations share are named, and stand in their section. */
const responsesOf = (document, { responses }, common) => {
  const isCommon = ([, { $ref }]) => common.has($ref);
  const all = Object.entries(responses);
  const own = all.filter((one) => !isCommon(one)).map(([status, one]) => [status, found(document, one)]);
  const examples = own
    .filter(([status]) => status < '400')
    .flatMap(([, { content = {} }]) => Object.values(content).map(examplesOf));
  const statuses = all.filter(isCommon).map(([status]) => status);
  const others =
    statuses.length === 0
      ? ''
      : `<p>Also ${statuses.join(', ')}: <a href="#common-errors">common errors</a>.</p>\n`;
  return `<h4>Responses</h4>\n${tableOfResponses(own)}${others}${examples.join('')}`;
};

/** Of a hundred operations, so many share each common error, which has the only such response with its status. */
const commonFrom = 40;

/** The references of the errors that most operations share, each with its status. */
export const commonErrors = ({ paths }) => {
  const used = new Map();
  for (const { responses } of operationsIn(paths))
    for (const [status, { $ref }] of Object.entries(responses))
      if (status >= '400' && $ref !== undefined)
        used.set($ref, { status, times: (used.get($ref)?.times ?? 0) + 1 });
  const common = [...used].filter(([, { times }]) => times >= commonFrom);
  return new Map(common.map(([reference, { status }]) => [reference, status]));
};

/** The section of common errors. */
export const commonErrorsSection = (document, common) => {
  const responses = [...common].map(([$ref, status]) => [status, found(document, { $ref })]);
  const sorted = responses.sort(([one], [other]) => one - other);
  return `<section class="part">
<h2 id="common-errors">Common errors</h2>
<p>Most operations may return these. Each operation names those of its own, and describes its other errors.</p>
${tableOfResponses(sorted)}</section>`;
};

const tableOfResponses = (responses) => {
  const rows = responses.map(
    ([status, response]) =>
      `<tr><td>${escaped(status)}</td><td>${withLinksToErrors(response)}</td><td>${contentOf(response)}</td></tr>`,
  );
  return table(['Status', 'When', 'Body and headers'], rows);
};

const withLinksToErrors = ({ description, 'x-error-codes': codes = [] }) =>
  codes.reduce(
    (html, code) =>
      html.replaceAll(
        `<code>${code}</code>`,
        `<a href="docs/errors/${slugOf(code)}"><code>${code}</code></a>`,
      ),
    proseOf(description),
  );

/** Every response has them, as the conventions say. */
const always = ['X-Request-Id', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

const contentOf = ({ content = {}, headers = {} }) => {
  const bodies = Object.values(content).map(({ schema }) => typeOf(schema));
  const special = Object.entries(headers)
    .filter(([name]) => !always.includes(name))
    .map(([name, { $ref }]) => {
      const code = `<code>${escaped(name)}</code>`;
      return $ref === undefined ? code : `<a href="#header-${escaped($ref.split('/').at(-1))}">${code}</a>`;
    });
  return [...bodies, ...special].join(', ');
};

/** curl is open, because everybody has it; other languages are folded. */
const samplesOf = (document, operation) => {
  const [first, ...others] = operation['x-codeSamples'] ?? [plainSample(document, operation)];
  const folded = others.map(({ label, source }) => fold(label, codeBlock(source)));
  return `<h4>${escaped(first.label)}</h4>\n${codeBlock(first.source)}\n${folded.join('')}`;
};

/** Only operations of a tenant have samples in the document; the others take no credential. */
const plainSample = (document, operation) => {
  const examples = operation.parameters
    .map((parameter) => found(document, parameter))
    .map(({ name, example }) => [`{${name}}`, example]);
  const path = examples.reduce((text, [place, example]) => text.replace(place, example), operation.path);
  return { label: 'curl', source: `curl 'https://api.example.com${baseOf(document, operation)}${path}'` };
};

/** The name of each header as responses send it, by the name of its component. */
export const headerNames = ({ paths, components }) => {
  const responses = operationsIn(paths).flatMap(({ responses: own }) => Object.values(own));
  const all = [...responses, ...Object.values(components.responses)];
  return new Map(
    all
      .flatMap(({ headers = {} }) => Object.entries(headers))
      .filter(([, { $ref }]) => $ref !== undefined)
      .map(([name, { $ref }]) => [$ref.split('/').at(-1), name]),
  );
};
