// The fields of a message, one line each, of JSON Schema or of Avro: `{path, type, isRequired, description}`.

export const fieldsOf = (schema, at = '') =>
  'schemaFormat' in schema ? avroFields(schema.schema, at) : jsonFields(schema, at);

const jsonFields = ({ properties = {}, required = [] }, at) =>
  Object.entries(properties).flatMap(([name, shape]) => [
    {
      path: at + name,
      type: jsonTypeOf(shape),
      isRequired: required.includes(name),
      description: shape.description ?? '',
    },
    ...jsonFields(shape, `${at}${name}.`),
    ...jsonFields(shape.items ?? {}, `${at}${name}[].`),
  ]);

const jsonTypeOf = (shape) => {
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum !== undefined) return shape.enum.map((value) => JSON.stringify(value)).join(' or ');
  if (shape.items !== undefined) return `list of ${jsonTypeOf(shape.items)}`;
  const [name = 'any', ...others] = [shape.type ?? []].flat();
  return [shape.format ?? name, ...others].join(' or ');
};

const avroFields = ({ fields = [] }, at) =>
  fields.flatMap((field) => [
    {
      path: at + field.name,
      type: avroTypeOf(field.type),
      isRequired: !('default' in field),
      description: field.doc ?? '',
    },
    ...recordsIn(field.type).flatMap(({ record, suffix }) =>
      avroFields(record, `${at}${field.name}${suffix}.`),
    ),
  ]);

const avroTypeOf = (type) => {
  if (typeof type === 'string') return type;
  if (Array.isArray(type)) return type.toSorted(nullLast).map(avroTypeOf).join(' or ');
  return type.items === undefined ? avroTypeOf(type.type) : `list of ${avroTypeOf(type.items)}`;
};

const nullLast = (left, right) => Number(left === 'null') - Number(right === 'null');

const recordsIn = (type, suffix = '') => {
  if (typeof type === 'string') return [];
  if (Array.isArray(type)) return type.flatMap((branch) => recordsIn(branch, suffix));
  if (type.items !== undefined) return recordsIn(type.items, `${suffix}[]`);
  return type.fields === undefined ? [] : [{ record: type, suffix }];
};
