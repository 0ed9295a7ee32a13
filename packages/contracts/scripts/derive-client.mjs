// What packages/client knows of the contract: its types, a documented method for each operation of a tenant,
// the lines of these operations with their permissions, the events of webhooks, and the context of each problem.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { notice } from './derived-text.mjs';
import { readPermissions } from './derive-permissions.mjs';
import { schemasAsInterface } from './derive-types.mjs';
import { readWebhooks } from './webhook-schemas.mjs';

export const deriveClient = async (schemasFolder, folder) => {
  const document = parse(readFileSync(join(schemasFolder, 'http/openapi.yaml'), 'utf8'));
  const { errors } = JSON.parse(readFileSync(join(schemasFolder, 'errors.json'), 'utf8'));
  const { permissions } = readPermissions(schemasFolder);
  const operations = operationsIn(document);
  const contexts = errors.map((error) => contextOf(document, error));
  const roots = JSON.stringify([operations.map(({ shown }) => shown), contexts]);
  const texts = {
    types: await schemasAsInterface('Schemas', reachable(document.components.schemas, roots)),
    methods: methodsText(document, operations),
    operations: operationsText(
      operations,
      new Set(permissions.filter(({ reads }) => reads).map(({ name }) => name)),
    ),
    permissions: permissionsText(
      operations,
      permissions.map(({ name }) => name),
    ),
    problems: problemsText(contexts),
    'webhook-events': await eventsText(readWebhooks(schemasFolder)),
  };
  return Object.entries(texts).map(([name, text]) => [
    `${folder}/${name}.ts`,
    `${notice(sources[name])}\n${text}`,
  ]);
};

const sources = {
  types: 'schemas/http/openapi.yaml',
  methods: 'schemas/http/openapi.yaml',
  operations: 'schemas/http/openapi.yaml and schemas/http/permissions.json',
  permissions: 'schemas/http/openapi.yaml and schemas/http/permissions.json',
  problems: 'schemas/errors.json and schemas/http/openapi.yaml',
  'webhook-events': 'schemas/webhooks',
};

const ofTenant = '/tenants/{tenantId}';
const methods = ['get', 'put', 'post', 'patch', 'delete'];

/** The operations of a tenant, in the order of the document. */
const operationsIn = (document) =>
  Object.entries(document.paths)
    .filter(([path]) => path.startsWith(`${ofTenant}/`))
    .flatMap(([path, item]) =>
      methods
        .filter((method) => method in item)
        .map((method) =>
          operationOf(document, path.slice(ofTenant.length), { method, object: item[method] }),
        ),
    );

const nameIn = (reference) => reference.split('/').at(-1);

const operationOf = (document, path, { method, object }) => {
  const { components } = document;
  const parameters = (object.parameters ?? []).map(({ $ref }) => components.parameters[nameIn($ref)]);
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const { operationId } = object;
  const twice = query.filter(({ name }) => names.includes(name) || name === 'body');
  if (twice.length > 0) throw new Error(`${operationId} has ${twice[0].name} in its path and in its query.`);
  if (object['x-retry'] === undefined) throw new Error(`${operationId} needs x-retry.`);
  const body = object.requestBody?.content['application/json'].schema;
  const results = resultsOf(document, object);
  const canAccept = parameters.some(({ name }) => name === 'Prefer');
  return {
    operationId,
    method: method.toUpperCase(),
    path,
    object,
    names,
    query,
    body: body && { type: typeOf(body), isRequired: object.requestBody.required === true },
    results,
    canAccept,
    list: query.some(({ name }) => name === 'cursor') ? listIn(components.schemas, results[200]) : undefined,
    shown: [query.map(({ schema }) => schema), body, ...Object.values(results)],
  };
};

/** The schema of each response that is no problem, by its status; null where it has no body. */
const resultsOf = ({ components }, { responses }) =>
  Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .map(([status, response]) => {
        const { content } =
          response.$ref === undefined ? response : components.responses[nameIn(response.$ref)];
        return [status, content?.['application/json'].schema ?? null];
      }),
  );

/** The name of the list in a page, and the type of its items. */
const listIn = (schemas, { $ref }) => {
  const { properties } = schemas[nameIn($ref)];
  const [name] = Object.entries(properties).find(([, { type }]) => type === 'array');
  return { name, item: `${typeOf({ $ref })}['${name}'][number]` };
};

/** The schemas that a text refers to, and those that they refer to. */
const reachable = (schemas, text, found = new Set()) => {
  for (const [, name] of text.matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (found.has(name)) continue;
    found.add(name);
    reachable(schemas, JSON.stringify(schemas[name]), found);
  }
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => found.has(name)));
};

/** The type of a parameter, a body or a result: a schema's name, or a plain value. */
const typeOf = ({ $ref, type }) => {
  if ($ref !== undefined) return `Schemas['${nameIn($ref)}']`;
  const plain = { string: 'string', integer: 'number', number: 'number', boolean: 'boolean' }[type];
  if (plain === undefined) throw new Error(`A value of the type ${type} needs a named schema.`);
  return plain;
};

const comment = (text, indent) =>
  !text.trimEnd().includes('\n') && text.length < 100
    ? `${indent}/** ${sentence(text)} */\n`
    : longComment(text, indent);

const sentence = (text) => `${text[0].toUpperCase()}${text.slice(1).trimEnd().replace(/[.]?$/, '.')}`;

const longComment = (text, indent) =>
  `${indent}/**\n${text
    .trimEnd()
    .replaceAll('*/', '*\\/')
    .split('\n')
    .map((line) => `${indent} * ${line}`.trimEnd())
    .join('\n')}\n${indent} */\n`;

const methodsText = (document, operations) => `import type { CallOptions } from '../call-options.ts';
import type { Schemas } from './types.ts';

/** One method for each operation of a tenant, by its \`operationId\`. */
export interface Methods {
${operations.map((operation) => methodOf(document, operation)).join('\n')}}

/** The operations that may be accepted with 202, each with the body of that response. */
export interface Accepted {
${operations
  .filter(({ canAccept }) => canAccept)
  .map(({ operationId, results }) => `  readonly ${operationId}: ${typeOf(results[202])};\n`)
  .join('')}}

/** The operations that return a list in pages, each with the type of its items. */
export interface Listed {
${operations
  .filter(({ list }) => list !== undefined)
  .map(({ operationId, list }) => `  readonly ${operationId}: ${list.item};\n`)
  .join('')}}
`;

const methodOf = (document, operation) => {
  const { operationId, object, names, query, body, results, canAccept } = operation;
  const isArgumentNeeded = names.length > 0 || query.some(({ required }) => required) || body?.isRequired;
  const members = [
    ...names.map((name) => memberOf(pathParameter(document, name), name)),
    ...query.map((parameter) => memberOf(parameter, parameter.name)),
    ...(body
      ? [`    readonly body${body.isRequired ? '' : '?'}: ${body.type}${orUndefined(body.isRequired)};\n`]
      : []),
  ];
  const args = members.length === 0 ? 'Readonly<Record<string, never>>' : `{\n${members.join('')}  }`;
  const types = Object.entries(results)
    .filter(([status]) => status !== '202' || !canAccept)
    .map(([, schema]) => (schema === null ? 'undefined' : typeOf(schema)));
  return `${comment(`${object.summary}\n\n${object.description.trimEnd()}\n\n${remarksOn(object)}`, '  ')}  readonly ${operationId}: (args${isArgumentNeeded ? '' : '?'}: ${args}, options?: CallOptions) => Promise<${[...new Set(types)].join(' | ')}>;
`;
};

const pathParameter = ({ components }, name) =>
  Object.values(components.parameters).find((one) => one.in === 'path' && one.name === name);

const orUndefined = (isRequired) => (isRequired ? '' : ' | undefined');

const memberOf = ({ description, required = false, schema }, name) =>
  `${comment(description, '    ')}    readonly ${name}${required ? '' : '?'}: ${typeOf(schema)}${orUndefined(required)};\n`;

const remarksOn = (object) =>
  [
    `Permission: \`${object['x-permission']}\`.${object['x-test-key-only'] ? ' Test keys only.' : ''} ${repeatsOf(object)}`,
    ...(object.deprecated
      ? [
          `@deprecated since ${object['x-deprecated-since']}; it may be removed from ${object['x-sunset']} on.`,
        ]
      : []),
  ].join('\n\n');

const repeatsOf = ({ 'x-retry': retry, 'x-reference': reference }) =>
  ({
    safe: 'The client sends the request again if the response is lost.',
    reference: `The client sends the request again if the response is lost, provided that its body has a \`${reference}\`.`,
    key: 'The client sends the request with an `Idempotency-Key`, and again with the same key if the response is lost.',
  })[retry];

/** In the order that packs best. A list and a reference have places of their own; what is empty at the end is absent. */
const operationsText = (operations, readNames) => `import type { Methods } from './methods.ts';

/** The name of an operation of a tenant. */
export type OperationId = keyof Methods;

/** An operation of the API, as the contract describes it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** The path under \`/tenants/{tenantId}\`, with the names of its parameters in braces. */
  readonly path: string;
  /** What makes a request safe to repeat: nothing, the reference in its body, or an \`Idempotency-Key\`. */
  readonly retry: 'safe' | 'reference' | 'key';
  /** The field that holds the reference, in the body or in each of its items. */
  readonly reference: string | undefined;
  /** The name of the list in a page. */
  readonly list: string | undefined;
  /** The seconds that a response may take, if that is longer than usual; otherwise 0. */
  readonly takesSeconds: number;
  /** True if the operation changes nothing, whatever its method. */
  readonly isRead: boolean;
  /** True if a till calls the operation while a customer waits. */
  readonly isCheckout: boolean;
  /** True if the request may be accepted with 202 and executed later. */
  readonly canAccept: boolean;
  /** True if the response has no body. */
  readonly isEmpty: boolean;
}

/**
 * Each operation of a tenant: marks, name, path, the name of its list, its reference, and the seconds that a response
 * may take. Marks: \`g\` GET, \`p\` POST, \`a\` PATCH, \`u\` PUT, \`d\` DELETE; \`k\` with a key, \`r\` a read, \`t\` a till's,
 * \`c\` may be accepted, \`e\` returns nothing.
 */
export const operationLines = \`${operations.map((operation) => lineOf(operation, readNames)).join('\n')}\`;
`;

const lineOf = ({ operationId, method, path, object, list, canAccept, results }, readNames) => {
  const marks = [
    { GET: 'g', POST: 'p', PATCH: 'a', PUT: 'u', DELETE: 'd' }[method],
    object['x-retry'] === 'key' ? 'k' : '',
    method !== 'GET' && readNames.has(object['x-permission']) ? 'r' : '',
    object['x-checkout'] ? 't' : '',
    canAccept ? 'c' : '',
    results[204] === null ? 'e' : '',
  ];
  const rest = [list?.name, object['x-reference'], object['x-takes-seconds']];
  return [marks.join(''), operationId, path, ...rest].join(' ').trimEnd();
};

const permissionsText = (operations, names) => `import type { OperationId } from './operations.ts';

/** A permission that a credential can have. */
export type Permission =
${names.map((name) => `  | '${name}'`).join('\n')};

/** The permission that each operation requires; with \`any\`, every credential may call it. */
export const permissions: Readonly<Record<OperationId, Permission | 'any'>> = {
${operations.map(({ operationId, object }) => `  ${operationId}: '${object['x-permission']}',\n`).join('')}};
`;

/** The context of one code: each member with its type by the responses that carry the code. */
const contextOf = ({ components }, { code, title, context = {}, always = [] }) => {
  const carriers = Object.values(components.responses)
    .filter((response) => response['x-error-codes']?.includes(code))
    .map(({ content }) => content['application/problem+json'].schema.$ref)
    .map(($ref) => components.schemas[nameIn($ref)].properties.context.$ref);
  const members = Object.entries(context).map(([name, meaning]) => {
    const holders = carriers.filter(($ref) => name in (components.schemas[nameIn($ref)].properties ?? {}));
    if (holders.length === 0) throw new Error(`No response with ${code} has context.${name}.`);
    const requires = ($ref) => components.schemas[nameIn($ref)].required?.includes(name);
    const isRequired = holders.some(requires);
    const isAlways = isRequired || always.includes(name);
    const $ref = holders.find(requires) ?? holders[0];
    const own = `${typeOf({ $ref })}['${name}']`;
    return { name, meaning, isAlways, $ref, type: isAlways && !isRequired ? `NonNullable<${own}>` : own };
  });
  return { code, title, members };
};

const problemsText = (contexts) => `import type { Schemas } from './types.ts';

/** The \`context\` of a problem, by its \`code\`. */
export interface ProblemContexts {
${contexts.map(({ code, title, members }) => `  /** ${title}. */\n  readonly ${code}: ${membersText(members)};\n`).join('')}}
`;

const membersText = (members) => {
  if (members.length === 0) return 'Readonly<Record<string, never>>';
  const lines = members.map(
    ({ name, meaning, isAlways, type }) =>
      `${comment(meaning, '    ')}    readonly ${name}${isAlways ? '' : '?'}: ${type};\n`,
  );
  return `{\n${lines.join('')}  }`;
};

const eventsText = async (
  webhooks,
) => `${await schemasAsInterface('WebhookEvents', Object.fromEntries(webhooks))}
/** An event as an endpoint receives it; \`event\` is its type. Later versions of the API may send other types. */
export type WebhookEvent = WebhookEvents[keyof WebhookEvents];
`;
