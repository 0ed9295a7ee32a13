// The page of the OpenAPI document: tasks, every operation by area, the conventions, and the schemas. The build writes it, so it needs
// no script; the one that it has only puts the reader's tenant and address into the samples.
import { escaped, framed } from './frame.mjs';
import { proseOf } from './markdown.mjs';
import {
  areasOf,
  articleOfOperation,
  commonErrors,
  commonErrorsSection,
  commonHeadersSection,
  headerNames,
} from './reference-operations.mjs';
import { scriptOf } from './reference-script.mjs';

/** What people come for, in the order in which an integration is built, with the heading of the guide that explains it. */
const tasks = [
  ['Earn points for a purchase', ['evaluateTransaction'], 'the-first-call'],
  ['Redeem points at the checkout', ['redeemPoints'], 'burning-points'],
  ['Return goods', ['returnPurchase'], 'taking-a-sale-back'],
  ['Enrol and find a member', ['createMember', 'listMembers'], 'finding-a-member'],
  ['Make a campaign', ['createCampaign', 'activateCampaign'], 'which-campaign-fires'],
  ['Receive webhooks', ['createWebhook'], 'webhooks'],
];

/** The page of the operations of an OpenAPI document as it is served. */
export const referencePage = (document) => {
  const { title, version, description } = document.info;
  const areas = areasOf(document);
  const [summary, ...conventions] = description.split(/^### /m);
  const common = commonErrors(document);
  const body = `<h1>API reference</h1>
${proseOf(summary)}
<p>Samples read your key from <code>$LOYALTY_KEY</code>; where scripts run, they have the address of this page.
<a href="openapi.json">The OpenAPI document</a> has the same for programs.</p>
${tasksOf(document)}
${areas.map((area) => sectionOf(document, area, common)).join('\n')}
${conventions.map(conventionOf).join('\n')}
${commonHeadersSection(document)}
${commonErrorsSection(document, common)}
${headersOf(document)}`;
  return framed({
    path: 'docs',
    title: `${title}: API reference`,
    description:
      'Every operation of the HTTP API, with its parameters, bodies, responses and samples of calls.',
    body,
    headings: headingsOf(areas, conventions),
    version,
    more: { css: 'reference.css', script: scriptOf(document) },
  });
};

const tasksOf = (document) => {
  const byId = new Map(
    areasOf(document).flatMap(({ operations }) => operations.map((one) => [one.operationId, one])),
  );
  const item = ([task, ids, heading]) => {
    const calls = ids.map((id) => `<a href="#${id}">${escaped(byId.get(id).summary)}</a>`).join(', ');
    return `<li><strong>${task}</strong>: ${calls} (<a href="docs/guide#${heading}">guide</a>)</li>`;
  };
  return `<h2 id="tasks">Tasks</h2>\n<ul>\n${tasks.map(item).join('\n')}\n</ul>`;
};

const idOfText = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, '-');
const idOfArea = (name) => `area-${idOfText(name)}`;

/** The page of events describes them, with their fields. */
const linkToEvent = ({ name }) =>
  `<li><a href="docs/events#webhooks-${escaped(name)}"><code>${escaped(name)}</code></a></li>`;

const sectionOf = (document, { name, description, operations, events }, common) => {
  const list = events.length === 0 ? '' : `<ul class="plain">${events.map(linkToEvent).join('\n')}</ul>`;
  return `<section>
<h2 id="${idOfArea(name)}">${escaped(name)}</h2>
${proseOf(description)}${list}
${operations.map((operation) => articleOfOperation(document, operation, common)).join('\n')}
</section>`;
};

const titleOf = (convention) => convention.slice(0, convention.indexOf('\n'));

const conventionOf = (convention) => {
  const title = titleOf(convention);
  return `<section class="part">
<h2 id="${idOfText(title)}">${escaped(title)}</h2>
${proseOf(convention.slice(title.length))}
</section>`;
};

const headersOf = (document) => {
  const names = headerNames(document);
  const rows = Object.entries(document.components.headers).map(
    ([key, { description, example }]) =>
      `<tr id="header-${escaped(key)}"><td><code>${escaped(names.get(key) ?? key)}</code></td><td>${proseOf(description)}</td><td>${example === undefined ? '' : `<code>${escaped(String(example))}</code>`}</td></tr>`,
  );
  return `<section class="part">
<h2 id="response-headers">Response headers</h2>
<div class="scroll" tabindex="0"><table>
<thead><tr><th>Header</th><th>What it says</th><th>Example</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
</section>`;
};

const headingsOf = (areas, conventions) => [
  { depth: 2, id: 'tasks', text: 'Tasks' },
  ...areas.flatMap(({ name, operations }) => [
    { depth: 2, id: idOfArea(name), text: name },
    ...operations.map(({ operationId, method, summary }) => ({
      depth: 3,
      id: operationId,
      text: summary,
      mark: method,
    })),
  ]),
  ...conventions.map(titleOf).map((text) => ({ depth: 2, id: idOfText(text), text })),
  { depth: 2, id: 'common-headers', text: 'Common headers' },
  { depth: 2, id: 'common-errors', text: 'Common errors' },
  { depth: 2, id: 'response-headers', text: 'Response headers' },
];
