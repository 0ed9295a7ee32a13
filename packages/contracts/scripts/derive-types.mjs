// The types of what schemas/ describes in JSON Schema: requests and responses, what facts carry, what
// webhooks are sent.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { parse } from 'yaml';
import { constant, declarations, notice } from './derived-text.mjs';
import { readWebhooks } from './webhook-schemas.mjs';

export const deriveTypes = (schemasFolder, generatedFolder) =>
  Promise.all(
    Object.entries({ 'http-types': httpTypes, facts: factTypes, webhooks: webhookTypes }).map(
      async ([name, textOf]) => [`${generatedFolder}/${name}.ts`, await textOf(schemasFolder)],
    ),
  );

const httpTypes = async (schemasFolder) => {
  // Who is called by a webhook is not us: its operations are none of ours.
  const { webhooks: _, ...ours } = parse(readFileSync(join(schemasFolder, 'http/openapi.yaml'), 'utf8'));
  return `${notice('schemas/http/openapi.yaml')}\n${await typesIn(ours, ['components', 'operations'])}`;
};

const factTypes = async (schemasFolder) => {
  const folder = join(schemasFolder, 'facts');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort();
  const schemas = names.map((name) => {
    const schema = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    if (`${schema.title}.json` !== name)
      throw new Error(`schemas/facts/${name} must have its name as its title.`);
    return [schema.title, schema];
  });
  return `${notice('schemas/facts')}
${await typesOf('Facts', Object.fromEntries(schemas))}
/** What a fact's \`data\` holds, by the fact's type. */
export type FactDataByType = components['schemas'];

/** The type of a fact, dotted and in the past tense. */
export type FactType = keyof FactDataByType;

/** A fact's type, with the data that facts of it hold. */
export type TypedFact<Type extends FactType = FactType> = {
  readonly [One in Type]: { readonly type: One; readonly data: FactDataByType[One] };
}[Type];
`;
};

const webhookTypes = async (schemasFolder) => {
  const schemas = Object.fromEntries(readWebhooks(schemasFolder));
  return `${notice('schemas/webhooks')}
${await typesOf('Webhooks', schemas)}
/** What a webhook is sent, by the type of the event. */
export type WebhookBodyByType = components['schemas'];

/** Every type of an event that is sent, in alphabetical order. */
${constant('webhookEventTypes', Object.keys(schemas))}`;
};

/** The types of schemas by their names, as `components['schemas']`. */
const typesOf = async (title, schemas) => {
  const document = { openapi: '3.1.0', info: { title, version: '1' }, paths: {}, components: { schemas } };
  return (await typesIn(document, ['components'])).replace('export interface', 'interface');
};

const typesIn = async (document, names) => {
  const types = await openapiTypescript(asTypes(document), { immutable: true });
  return declarations(astToString(types), names);
};

/**
 * The schemas by their names as one interface, for those who are not us: a list that may grow takes any text,
 * and its known values are suggested.
 */
export const schemasAsInterface = async (name, schemas) => {
  const document = {
    openapi: '3.1.0',
    info: { title: name, version: '1' },
    paths: {},
    components: { schemas },
  };
  const types = await openapiTypescript(asTypes(document, openList), {
    immutable: true,
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
    transform: ({ format }) => (format === anyText ? textBesideLiterals() : undefined),
  });
  const [, members = ''] = /^ {4}schemas: \{\n([^]*?)\n {4}\};$/m.exec(astToString(types)) ?? [];
  return `export interface ${name} {\n${members.replace(/^ {4}/gm, '').replaceAll('components["schemas"]', name)}\n}\n`;
};

/** A format of no document. */
const anyText = 'any-text';

const openList = ({ 'x-extensible-enum': values, type, ...others }) => ({
  ...others,
  anyOf: [
    { type, enum: values },
    { type: 'string', format: anyText },
  ],
});

/** `string & {}`: beside literals, plain `string` would swallow them. */
const textBesideLiterals = () =>
  ts.factory.createIntersectionTypeNode([
    ts.factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    ts.factory.createTypeLiteralNode([]),
  ]);

/**
 * The document as our own compiler is to see it. What it shows to others as one plain object is one of its
 * variants to us, a list of values that may grow for others is whole for us, and examples are for readers of
 * the document.
 */
const asTypes = (node, ofList = wholeList) => {
  if (Array.isArray(node)) return node.map((each) => asTypes(each, ofList));
  if (typeof node !== 'object' || node === null) return node;
  if (node['x-variants'] !== undefined) return variantsOf(node);
  const entries = Object.entries(node['x-extensible-enum'] === undefined ? node : ofList(node))
    .filter(([key]) => key !== 'example' && key !== 'examples')
    .map(([key, value]) => [key, asTypes(value, ofList)]);
  return Object.fromEntries(entries);
};

const wholeList = ({ 'x-extensible-enum': values, ...others }) => ({ ...others, enum: values });

const variantsOf = ({ description, 'x-variants': variants }) => {
  const { tag, mapping, then: chosen, else: otherwise } = variants;
  const targets = mapping === undefined ? [chosen, otherwise] : [...new Set(Object.values(mapping))];
  const oneOf = targets.map(($ref) => ({ $ref }));
  return mapping === undefined
    ? { description, oneOf }
    : { description, oneOf, discriminator: { propertyName: tag, mapping } };
};
