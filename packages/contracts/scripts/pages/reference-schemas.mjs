// The page of schemas: each component once. Bodies of operations have their fields as a table of links to it.
import { escaped, framed, shown } from './frame.mjs';
import { proseOf } from './markdown.mjs';

const prefix = '#/components/schemas/';
const isReference = (value) => typeof value === 'string' && value.startsWith(prefix);
const nameIn = (reference) => reference.slice(prefix.length);

/** A link for the page of operations; on the page of schemas it leads to the same page. */
const linkToSchema = (reference) => {
  const name = escaped(nameIn(reference));
  return `<a href="docs/schemas#${name}">${name}</a>`;
};

/** The page of the schemas of an OpenAPI document. */
export const schemasPage = (document) => {
  const names = usedSchemas(document);
  const sections = names.map((name) => schemaSection(name, document.components.schemas[name]));
  const { title, version } = document.info;
  return framed({
    path: 'docs/schemas',
    title: `${title}: Schemas`,
    description:
      'Every schema of the HTTP API: its fields with their types, what they mean and which values they take.',
    body: `<h1>Schemas</h1>
<p>What the operations of the <a href="../docs">API reference</a> take and return.</p>
${sections.join('\n').replaceAll('href="docs/schemas#', 'href="#')}`,
    headings: names.map((name) => ({ depth: 2, id: name, text: name })),
    version,
    more: { css: 'reference.css' },
  });
};

/** Every text that names a schema counts, because variants and mappings name theirs without `$ref`. */
const referencesIn = (node) => {
  if (isReference(node)) return [nameIn(node)];
  if (typeof node !== 'object' || node === null) return [];
  return Object.values(node).flatMap(referencesIn);
};

/** The names of the schemas that operations use, directly or through others, in the order of the document. */
const usedSchemas = ({ paths, components }) => {
  const { schemas, parameters, headers, responses } = components;
  const used = new Set();
  const open = referencesIn([paths, parameters, headers, responses]);
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (used.has(name)) continue;
    used.add(name);
    open.push(...referencesIn(schemas[name]));
  }
  return Object.keys(schemas)
    .filter((name) => used.has(name))
    .sort((one, other) => one.localeCompare(other, 'en'));
};

/** The section of a component: what it is, its values or fields, its bounds, and an example. */
const schemaSection = (name, schema) => {
  const html = `<h2>${escaped(name)}</h2>
<p>Type: ${typeOf(schema)}${sentencesOf([...boundsOf(schema), ...rulesOf(schema)])}</p>
${proseOf(schema.description ?? '')}${fieldsTable(schema)}${exampleOf(schema)}`;
  return `<article class="schema ${sizeClass(html)}" id="${escaped(name)}">\n${html}</article>`;
};

/** The class of a section by its expected height: each step is twice the one before. See the stylesheet. */
export const sizeClass = (html) => {
  const step = Math.ceil(Math.log2(html.length / charactersOfFirst));
  return `size-${Math.min(Math.max(step, 0), sizeMax)}`;
};
/** So many characters of HTML take at most 30rem, as measured on a screen of 1350 pixels. */
const charactersOfFirst = 900;
const sizeMax = 4;

const sentencesOf = (parts) => parts.map((part) => `. ${part}`).join('');

const exampleOf = ({ example }) =>
  example === undefined
    ? ''
    : `<details><summary>Example</summary><pre tabindex="0"><code>${shown(JSON.stringify(example, null, 2))}</code></pre></details>`;

const code = (text) => `<code>${shown(text)}</code>`;
const asJson = (value) => code(JSON.stringify(value));

/** The type in words, with links: `list of CampaignAward or null`. */
export const typeOf = (schema) => {
  if (schema.$ref !== undefined) return linkToSchema(schema.$ref);
  const constant = schema.const ?? schema['x-const'];
  if (constant !== undefined) return asJson(constant);
  if (schema.oneOf !== undefined) return schema.oneOf.map(typeOf).join(' or ');
  const [name = 'any', ...others] = [schema['x-types'] ?? schema.type ?? []].flat();
  return [namedType(name, schema), ...others].join(' or ');
};

const namedType = (name, { items, additionalProperties, format }) => {
  if (name === 'array') return `list${items === undefined ? '' : ` of ${typeOf(items)}`}`;
  if (name === 'object' && typeof additionalProperties === 'object')
    return `object of ${typeOf(additionalProperties)}`;
  return escaped(format ?? name);
};

const number = (value) => value.toLocaleString('en');

/** `1 to 50 characters`, or with one end alone. */
const rangeOf = (least, most, unit) => {
  if (least === undefined && most === undefined) return [];
  if (most === undefined) return [`at least ${number(least)}${unit}`];
  if (least === undefined) return [`at most ${number(most)}${unit}`];
  return [`${number(least)} to ${number(most)}${unit}`];
};

/** Numbers that no program can pass anyway are left out: every integer has these bounds. */
const within = (value) => (Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value);

/** What a value must be besides its type, each as HTML. */
const boundsOf = (schema) => [
  ...rangeOf(schema.minLength, schema.maxLength, ' characters'),
  ...rangeOf(within(schema.minimum), within(schema.maximum), ''),
  ...(schema.exclusiveMinimum === undefined ? [] : [`more than ${number(schema.exclusiveMinimum)}`]),
  ...rangeOf(schema.minItems, schema.maxItems, ' items'),
  ...rangeOf(schema.minProperties, schema.maxProperties, ' fields'),
  ...(schema['x-max-decimals'] === undefined ? [] : [`at most ${schema['x-max-decimals']} decimals`]),
  ...(schema.pattern === undefined ? [] : [`matches ${code(schema.pattern)}`]),
  ...(schema.enum === undefined ? [] : [`one of ${schema.enum.map(asJson).join(', ')}`]),
  ...(schema['x-extensible-enum'] === undefined
    ? []
    : [`one of ${schema['x-extensible-enum'].map(asJson).join(', ')}; values may be added`]),
  ...(schema.default === undefined ? [] : [`default ${asJson(schema.default)}`]),
];

/** Rules that hold between the fields of an object. */
const rulesOf = (schema) => {
  const { 'x-variants': variants, 'x-shaped-by': shaped, discriminator } = schema;
  const needed = schema['x-needs-one-of'];
  const bytes = schema['x-max-json-bytes'];
  return [
    ...(needed === undefined ? [] : [`needs at least one of ${needed.map(code).join(', ')}`]),
    ...(bytes === undefined ? [] : [`at most ${number(bytes)} bytes as JSON`]),
    ...(variants?.present === undefined ? [] : [presentOf(variants)]),
    ...[variants, shaped].filter((one) => one?.mapping !== undefined).map(mappingOf),
    ...(discriminator === undefined ? [] : [`${code(discriminator.propertyName)} tells which`]),
  ];
};

const presentOf = ({ present, then, else: otherwise }) =>
  `with ${present.map(code).join(', ')}: ${linkToSchema(then)}; otherwise ${linkToSchema(otherwise)}`;

const mappingOf = ({ tag, member, mapping }) => {
  const cases = Object.entries(mapping).map(([value, to]) => `${code(value)}: ${linkToSchema(to)}`);
  return `${member === undefined ? 'by' : `${code(member)} by`} ${code(tag)}: ${cases.join(', ')}`;
};

/** The fields of an object, or of the items of a list that has no name. Empty where there are none. */
export const fieldsTable = ({ properties, items, required = [] }) => {
  if (properties === undefined) return items === undefined ? '' : fieldsTable(items);
  const rows = Object.entries(properties).map(([name, field]) => rowOf(name, field, required));
  return `<div class="scroll" tabindex="0"><table>
<thead><tr><th>Field</th><th>Type</th><th>What it is</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table></div>
`;
};

const rowOf = (name, field, required) =>
  `<tr><td>${code(name)}${required.includes(name) ? ' <em>required</em>' : ''}</td><td>${typeOf(field)}</td><td>${proseOf(field.description ?? '')}${boundsText(field)}${foldedFields(field)}</td></tr>`;

/** Objects without a name of their own are folded into the row of their field. */
const foldedFields = (field) => {
  const table = fieldsTable(field);
  return table === '' ? '' : `<details><summary>Fields</summary>${table}</details>`;
};

export const boundsText = (field) => {
  const example = field.example === undefined ? [] : [`example ${asJson(field.example)}`];
  const bounds = [...boundsOf(field), ...example].join('; ');
  return bounds === '' ? '' : `<p class="bounds">${bounds.slice(0, 1).toUpperCase()}${bounds.slice(1)}</p>`;
};
