// The types of what facts carry, from their JSON Schemas.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { declarations, notice } from './derived-text.mjs';

export const deriveFacts = async (schemasFolder, generatedFolder) => {
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
  const document = {
    openapi: '3.1.0',
    info: { title: 'Facts', version: '1' },
    paths: {},
    components: { schemas: Object.fromEntries(schemas) },
  };
  const types = astToString(await openapiTypescript(document, { immutable: true }));
  const components = declarations(types, ['components']);
  const module = `${notice('schemas/facts')}
${components.replace('export interface', 'interface')}
/** What a fact's \`data\` holds, by the fact's type. */
export type FactDataByType = components['schemas'];

/** The type of a fact, dotted and in the past tense. */
export type FactType = keyof FactDataByType;

/** A fact's type, with the data that facts of it hold. */
export type TypedFact<Type extends FactType = FactType> = {
  readonly [One in Type]: { readonly type: One; readonly data: FactDataByType[One] };
}[Type];
`;
  return [[`${generatedFolder}/facts.ts`, module]];
};
