import { readFileSync } from 'node:fs';
import { subjectOf, topicCatalogue, topicOf, topics } from '@loyalty/contracts';
import { createSchemaRegistry } from '@loyalty/kafka/registry';
import { readLocalStack } from '@loyalty/stack';

const registry = createSchemaRegistry(readLocalStack().schemaRegistryUrl);

interface Field {
  readonly name: string;
  readonly type: unknown;
  readonly default?: unknown;
}

const changed = (schemaText: string, change: (fields: Field[]) => Field[]): string => {
  const schema = JSON.parse(schemaText) as { fields: Field[] };
  return JSON.stringify({ ...schema, fields: change(schema.fields) });
};

const requiredOf = (schemaText: string): string[] =>
  (JSON.parse(schemaText) as { fields: Field[] }).fields
    .filter((field) => !('default' in field))
    .map(({ name }) => name);

/** Every topic of the catalogue with a schema, and the one of topics out (D351). */
const subjects = [...topicCatalogue, topicOf(topics.events)].flatMap(
  ({ name, schema }): (readonly [subject: string, schemaText: string])[] =>
    schema === null ? [] : [[subjectOf(name), readFileSync(`schemas/avro/${schema}.avsc`, 'utf8')]],
);

test.each(subjects)('%s is registered as this version writes it', async (subject, schemaText) => {
  expect(await registry.findId(subject, schemaText)).toBeGreaterThan(0);
});

test.each(subjects)('a required field more in %s is refused', async (subject, schemaText) => {
  const breaking = changed(schemaText, (fields) => [...fields, { name: 'required', type: 'string' }]);
  await expect(registry.register(subject, breaking)).rejects.toMatchObject({ code: 'SCHEMA_INCOMPATIBLE' });
});

test.each(subjects)('a field that changes its type in %s is refused', async (subject, schemaText) => {
  const breaking = changed(schemaText, ([first, ...rest]) =>
    first === undefined ? rest : [{ ...first, type: 'int', default: 0 }, ...rest],
  );
  await expect(registry.register(subject, breaking)).rejects.toMatchObject({ code: 'SCHEMA_INCOMPATIBLE' });
});

const withRequired = subjects.filter(([, schemaText]) => requiredOf(schemaText).length > 0);

test.each(withRequired)('a required field that is renamed in %s is refused', async (subject, schemaText) => {
  const [first] = requiredOf(schemaText);
  const breaking = changed(schemaText, (fields) =>
    fields.map((field) => (field.name === first ? { ...field, name: `${field.name}Renamed` } : field)),
  );
  await expect(registry.register(subject, breaking)).rejects.toMatchObject({ code: 'SCHEMA_INCOMPATIBLE' });
});

test.each(withRequired)('a required field less in %s is refused', async (subject, schemaText) => {
  const [first] = requiredOf(schemaText);
  const breaking = changed(schemaText, (fields) => fields.filter(({ name }) => name !== first));
  await expect(registry.register(subject, breaking)).rejects.toMatchObject({ code: 'SCHEMA_INCOMPATIBLE' });
});
