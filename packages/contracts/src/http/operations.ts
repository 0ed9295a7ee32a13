import type { components, operations as operationTypes } from '../generated/http-types.ts';
import {
  type AskedPermission,
  type JsonSchema,
  openapiDocument,
  type OperationObject,
  type PathItem,
} from './openapi-document.ts';

export type OperationId = keyof operationTypes;

export interface HttpOperation {
  readonly operationId: OperationId;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly basePath: string;
  readonly path: string;
  readonly isPublic: boolean;
  readonly permission: AskedPermission;
  /** The audit log's word for a change by this operation; null if the operation leaves no entry (D208). */
  readonly auditAction: string | null;
  /** True if a live credential is refused with `TEST_KEY_REQUIRED` (D8). */
  readonly testKeyOnly: boolean;
  /**
   * True if a till calls the operation while its customer waits. Separate processes may serve such
   * operations.
   */
  readonly isCheckout: boolean;
  readonly hasBody: boolean;
  readonly isBodyOptional: boolean;
  readonly isList: boolean;
  /** True if the operation reads the header `If-Match` (D306). */
  readonly takesIfMatch: boolean;
  /** True if the body has a reference under which the response is kept (D15). */
  readonly hasReference: boolean;
  /** True if the operation reads the header `Idempotency-Key` (D336). */
  readonly takesIdempotencyKey: boolean;
  /** The maximum size of a body, if it is not the default of 256 KiB (D10). */
  readonly bodyLimitBytes?: number;
  readonly deprecation?: { readonly since: string; readonly sunset: string };
  readonly isJudgedByItem: boolean;
}

export interface DocumentedOperation {
  readonly operation: HttpOperation;
  readonly item: PathItem;
  readonly object: OperationObject;
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

const bodyLimitOf = ({
  'x-body-limit-bytes': bodyLimitBytes,
}: OperationObject): Pick<HttpOperation, 'bodyLimitBytes'> =>
  bodyLimitBytes === undefined ? {} : { bodyLimitBytes };

const deprecationOf = ({
  'x-deprecated-since': since,
  'x-sunset': sunset,
}: OperationObject): Pick<HttpOperation, 'deprecation'> =>
  since === undefined || sunset === undefined ? {} : { deprecation: { since, sunset } };

const limitParameters: ReadonlySet<string> = new Set(['Limit', 'WholeLimit', 'ExportLimit']);

/** Returns true for lists: only they have a limit. */
const isListOf = ({ parameters = [] }: OperationObject): boolean =>
  parameters.some(({ $ref }) => limitParameters.has($ref.replace('#/components/parameters/', '')));

const takesParameter = ({ parameters = [] }: OperationObject, name: string): boolean =>
  parameters.some(({ $ref }) => $ref === `#/components/parameters/${name}`);

const hasItemsApart = ({ requestBody }: OperationObject): boolean => {
  const schema = requestBody?.content['application/json']?.schema;
  const name = String(schema?.['$ref']).replace('#/components/schemas/', '');
  const { properties = {} } = (openapiDocument.components.schemas[name] ?? schema ?? {}) as {
    properties?: Readonly<Record<string, JsonSchema>>;
  };
  return Object.values(properties).some((property) => property['x-judged-apart'] === true);
};

const marksOf = (object: OperationObject): Pick<HttpOperation, 'testKeyOnly' | 'isCheckout'> => ({
  testKeyOnly: object['x-test-key-only'] ?? false,
  isCheckout: object['x-checkout'] ?? false,
});

const auditActionOf = ({ 'x-audit': action = 'none' }: OperationObject): string | null =>
  action === 'none' ? null : action;

const operationOf = (
  path: string,
  item: PathItem,
  method: (typeof methods)[number],
): readonly DocumentedOperation[] => {
  const object = item[method];
  if (object === undefined) return [];
  const [server] = item.servers ?? openapiDocument.servers;
  const operation: HttpOperation = {
    // The types were derived from the same document.
    operationId: object.operationId as OperationId,
    method: method.toUpperCase() as HttpOperation['method'],
    basePath: (server?.url ?? '').replace(/\/$/, ''),
    path,
    isPublic: object.security?.length === 0,
    permission: object['x-permission'],
    auditAction: auditActionOf(object),
    ...marksOf(object),
    hasBody: object.requestBody !== undefined,
    isBodyOptional: object.requestBody?.required === false,
    isList: isListOf(object),
    takesIfMatch: takesParameter(object, 'IfMatch'),
    hasReference: object['x-retry'] === 'reference',
    takesIdempotencyKey: takesParameter(object, 'IdempotencyKey'),
    ...bodyLimitOf(object),
    ...deprecationOf(object),
    isJudgedByItem: hasItemsApart(object),
  };
  return [{ operation, item, object }];
};

export const documentedOperations: readonly DocumentedOperation[] = Object.entries(
  openapiDocument.paths,
).flatMap(([path, item]) => methods.flatMap((method) => operationOf(path, item, method)));

export const operations: readonly HttpOperation[] = documentedOperations.map(({ operation }) => operation);

export type HttpSchemas = components['schemas'];

export type ParametersOf<Id extends OperationId> = operationTypes[Id] extends {
  parameters: { path: infer Params };
}
  ? Params
  : unknown;

export type QueryOf<Id extends OperationId> = operationTypes[Id] extends {
  parameters: { query?: infer Query };
}
  ? Exclude<Query, undefined>
  : unknown;

export type BodyOf<Id extends OperationId> = operationTypes[Id] extends {
  requestBody: { content: { 'application/json': infer Body } };
}
  ? Body
  : unknown;
