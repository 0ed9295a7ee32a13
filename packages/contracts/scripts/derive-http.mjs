// The OpenAPI document as a constant, and the types of what it describes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { declarations, notice } from './derived-text.mjs';
import { readWebhooks, withWebhooks } from './derive-webhooks.mjs';
import { servedDocument } from './served-document.mjs';

/**
 * The document as our own compiler is to see it. What it shows to others as one plain object is one of its variants to
 * us, and a list of values that may grow for others is whole for us.
 */
const asTypes = (node) => {
  if (Array.isArray(node)) return node.map(asTypes);
  if (typeof node !== 'object' || node === null) return node;
  if (node['x-variants'] !== undefined) return variantsOf(node);
  const entries = Object.entries(node).map(([key, value]) => [
    key === 'x-extensible-enum' ? 'enum' : key,
    asTypes(value),
  ]);
  return Object.fromEntries(entries);
};

const variantsOf = ({ description, 'x-variants': variants }) => {
  const { tag, mapping, then: chosen, else: otherwise } = variants;
  const targets = mapping === undefined ? [chosen, otherwise] : [...new Set(Object.values(mapping))];
  const oneOf = targets.map(($ref) => ({ $ref }));
  return mapping === undefined
    ? { description, oneOf }
    : { description, oneOf, discriminator: { propertyName: tag, mapping } };
};

export const deriveHttp = async (schemasFolder, generatedFolder) => {
  const document = parse(readFileSync(join(schemasFolder, 'http/openapi.yaml'), 'utf8'));
  // Who is called by a webhook is not us: its operations are none of ours.
  const { webhooks: _, ...ours } = document;
  const types = astToString(await openapiTypescript(asTypes(ours), { immutable: true }));
  const served = servedDocument(withWebhooks(document, readWebhooks(schemasFolder)));
  const head = notice('schemas/http/openapi.yaml');
  const constant = `${head}
import type { OpenapiDocument } from '../http/openapi-shape.ts';

/** The contract of the HTTP interface, as \`/openapi.json\` serves it. */
export const openapiDocument: OpenapiDocument = ${JSON.stringify(served, null, 2)};
`;
  return [
    [`${generatedFolder}/http-types.ts`, `${head}\n${declarations(types, ['components', 'operations'])}`],
    [`${generatedFolder}/openapi-document.ts`, constant],
  ];
};
