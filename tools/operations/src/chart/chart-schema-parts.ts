/** A JSON Schema, draft 7. */
export type Schema = Readonly<Record<string, unknown>>;

/** Returns an object that has these properties and no others. */
export const closed = (
  properties: Readonly<Record<string, Schema>>,
  required: readonly string[] = [],
): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});

export const text: Schema = { type: 'string' };
export const givenText: Schema = { type: 'string', minLength: 1 };
export const flag: Schema = { type: 'boolean' };

export const oneOf = (...words: readonly string[]): Schema => ({ type: 'string', enum: words });
export const listOf = (items: Schema): Schema => ({ type: 'array', items });
export const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
export const integer = (minimum: number, maximum: number): Schema => ({ type: 'integer', minimum, maximum });

export const port = integer(1, 65_535);

/** Labels, annotations and selectors, whose names the cluster's people choose. */
export const labels: Schema = { type: 'object', additionalProperties: text };

const quantity: Schema = { type: 'string', pattern: String.raw`^\d+(\.\d+)?(m|Ki|Mi|Gi)?$` };

/** Processors have no limit: throttling makes requests late. Memory has one, because the heap is measured by it. */
export const resources: Schema = closed({
  requests: closed({ cpu: quantity, memory: quantity }, ['cpu', 'memory']),
  limits: closed({ memory: quantity }, ['memory']),
});

const selector: Schema = closed({
  matchLabels: labels,
  matchExpressions: listOf(
    closed({ key: text, operator: oneOf('In', 'NotIn', 'Exists', 'DoesNotExist'), values: listOf(text) }, [
      'key',
      'operator',
    ]),
  ),
});

const cidr: Schema = { type: 'string', pattern: String.raw`^[0-9a-fA-F.:]+/\d{1,3}$` };

/** Places of something: pods by their labels, or a network. */
export const peers: Schema = listOf(
  closed({
    podSelector: selector,
    namespaceSelector: selector,
    ipBlock: closed({ cidr, except: listOf(cidr) }, ['cidr']),
  }),
);

/** A file that a setting names: a key of a Secret, or of a ConfigMap where it is no secret. */
export const fileReference: Schema = {
  oneOf: [
    closed({ secret: givenText, key: givenText }, ['secret', 'key']),
    closed({ configMap: givenText, key: givenText }, ['configMap', 'key']),
  ],
};
