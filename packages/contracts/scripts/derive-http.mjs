// The OpenAPI document as a constant, and the types of what it describes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { declarations, notice } from './derived-text.mjs';

export const deriveHttp = async (schemasFolder, generatedFolder) => {
  const document = parse(readFileSync(join(schemasFolder, 'http/openapi.yaml'), 'utf8'));
  const types = astToString(await openapiTypescript(structuredClone(document), { immutable: true }));
  const head = notice('schemas/http/openapi.yaml');
  const constant = `${head}
import type { OpenapiDocument } from '../http/openapi-shape.ts';

/** The contract of the HTTP interface, as \`/openapi.json\` serves it. */
export const openapiDocument: OpenapiDocument = ${JSON.stringify(document, null, 2)};
`;
  return [
    [`${generatedFolder}/http-types.ts`, `${head}\n${declarations(types, ['components', 'operations'])}`],
    [`${generatedFolder}/openapi-document.ts`, constant],
  ];
};
