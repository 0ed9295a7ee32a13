// Avro schemas as constants, and the records they describe as types.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { camelCase, constant, docComment, notice } from './derived-text.mjs';

const primitives = {
  null: 'null',
  boolean: 'boolean',
  int: 'number',
  long: 'number',
  float: 'number',
  double: 'number',
  bytes: 'Buffer',
  string: 'string',
};

/** The TypeScript type of a value; records met on the way are added to `records`. */
const typeOf = (schema, records) => {
  if (Array.isArray(schema)) {
    return schema
      .map((branch) => typeOf(branch, records))
      .sort((one, other) => Number(one === 'null') - Number(other === 'null'))
      .join(' | ');
  }
  if (typeof schema === 'string') return primitives[schema] ?? schema;
  if (schema.type === 'array') return `readonly ${typeOf(schema.items, records)}[]`;
  if (schema.type === 'record') return recordOf(schema, records);
  if (primitives[schema.type] !== undefined) return primitives[schema.type];
  throw new Error(
    `${schema.type}: messages use neither enums nor maps nor fixed (they break running readers).`,
  );
};

const recordOf = (schema, records) => {
  const fields = schema.fields.map(
    ({ name, doc, type }) => `${docComment(doc, '  ')}  readonly ${name}: ${typeOf(type, records)};\n`,
  );
  records.push(`${docComment(schema.doc)}export interface ${schema.name} {\n${fields.join('')}}\n`);
  return schema.name;
};

export const deriveAvro = (schemasFolder, generatedFolder) => {
  const folder = join(schemasFolder, 'avro');
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.avsc'))
    .sort();
  const blocks = names.map((name) => {
    const schema = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const records = [];
    typeOf(schema, records);
    return [...records, constant(`${camelCase(name.slice(0, -'.avsc'.length))}Schema`, schema)].join('\n');
  });
  const entries = names.map((name) => name.slice(0, -'.avsc'.length));
  const byName = `/** Every schema, by the name of its file. */
export const avroSchemas = {
${entries.map((name) => `  '${name}': ${camelCase(name)}Schema,`).join('\n')}
} as const;

/** The name of a schema, as topics.json gives it. */
export type SchemaName = keyof typeof avroSchemas;
`;
  return [[`${generatedFolder}/avro.ts`, `${notice('schemas/avro')}\n${[...blocks, byName].join('\n')}`]];
};
