import type { OperationId } from '@loyalty/client';
import { type HttpOperation, type JsonSchema, openapiDocument, operations } from '@loyalty/contracts/http';
import { invariant } from '@loyalty/kernel';
import { documentedParameters } from '../documented-parameters.ts';

/** An operation that only reads, as a model sees it. */
export interface ReadTool {
  readonly name: OperationId;
  readonly title: string;
  readonly description: string;
  /** The arguments: the parameters of path and query by their names, and `body`. It needs no other document. */
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Readonly<Record<string, object>>;
    readonly required: string[];
    readonly [keyword: string]: unknown;
  };
}

/** They are POST, because they take a receipt, and change nothing. */
const readingPosts: readonly string[] = [
  'explainTransaction',
  'simulateTransaction',
  'quoteRedemption',
  'quoteReturn',
];

/** Returns the tools that a credential with these permissions may use: reads, and judgements without effect. */
export const readTools = (
  permissions: readonly string[],
  { isTest }: { readonly isTest: boolean },
): readonly ReadTool[] =>
  operations
    .filter(
      ({ operationId, method, path, permission, testKeyOnly, auditAction }) =>
        path.startsWith('/tenants/{tenantId}/') &&
        (method === 'GET' || readingPosts.includes(operationId)) &&
        // An export is more than an assistant reads, and leaves an entry in the audit log.
        auditAction === null &&
        (permission === 'any' || permissions.includes(permission)) &&
        (isTest || !testKeyOnly),
    )
    .map(toolOf);

const toolOf = (operation: HttpOperation): ReadTool => {
  const { operationId, method, path } = operation;
  const item = openapiDocument.paths[path];
  const object = item?.[method.toLowerCase() as 'get' | 'post'];
  invariant(object !== undefined, 'the operations are those of the document');
  const parameters = documentedParameters(object);
  const body = object.requestBody?.content['application/json']?.schema;
  const properties = Object.fromEntries([
    ...parameters.map(({ name, schema, description }) => [name, { description, ...schema }] as const),
    ...(body === undefined ? [] : [['body', body] as const]),
  ]);
  const required = parameters.filter((one) => one.required === true).map(({ name }) => name);
  const inputSchema = plainSchema({
    type: 'object',
    properties,
    required: body === undefined ? required : [...required, 'body'],
    additionalProperties: false,
    $defs: definitionsOf(properties),
  });
  return {
    name: operationId as OperationId,
    title: String(object['summary']),
    description: String(object['description']).trim(),
    inputSchema: inputSchema as ReadTool['inputSchema'],
  };
};

const prefix = '#/components/schemas/';

/** The schemas that a part of the document leads to. */
const definitionsOf = (part: unknown, found: Record<string, JsonSchema> = {}): typeof found => {
  for (const [key, value] of Object.entries(Object(part) as object)) {
    if (key.startsWith('x-')) continue;
    if (key !== '$ref') {
      if (typeof value === 'object') definitionsOf(value, found);
      continue;
    }
    const name = String(value).replace(prefix, '');
    const schema = openapiDocument.components.schemas[name];
    if (found[name] !== undefined || schema === undefined) continue;
    found[name] = schema;
    definitionsOf(schema, found);
  }
  return found;
};

/** Leaves out keywords of ours and examples; references lead into `$defs`. */
const plainSchema = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key]) => !/^(x-.*|example|examples|discriminator)$/.test(key));
  return Object.fromEntries(
    kept.map(([key, value]) => [
      key,
      key === '$ref' ? String(value).replace(prefix, '#/$defs/') : plainSchema(value),
    ]),
  );
};
