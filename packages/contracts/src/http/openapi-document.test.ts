import { readFileSync } from 'node:fs';
import { responseValidatorFor } from '../documents/sent-bodies.ts';
import { isErrorCode, problemKinds, problemOf } from '../errors.ts';
import {
  type JsonSchema,
  openapiDocument,
  type OperationObject,
  type Reference,
  type ResponseObject,
} from './openapi-document.ts';
import { validatorFor } from './operation-validator.ts';
import { documentedOperations, operations } from './operations.ts';
import { membersOf, targetOf } from './testing/schema-places.ts';
import { createValidators } from './validator.ts';

const { components } = openapiDocument;

interface Example {
  readonly title: string;
  readonly value: unknown;
}

const examplesIn = (where: string, holder: unknown): readonly Example[] => {
  const { example, examples } = holder as {
    example?: unknown;
    examples?: Record<string, { value: unknown }>;
  };
  const named = Object.entries(examples ?? {}).map(([name, { value }]) => ({
    title: `${where} ${name}`,
    value,
  }));
  return example === undefined ? named : [{ title: where, value: example }, ...named];
};

const isReference = (response: Reference | ResponseObject): response is Reference => '$ref' in response;

const resolved = (response: Reference | ResponseObject): ResponseObject | undefined =>
  isReference(response)
    ? components.responses[response.$ref.replace('#/components/responses/', '')]
    : response;

const responsesOf = (object: OperationObject) =>
  Object.entries(object.responses).map(([status, response]) => ({
    status: Number(status),
    ...resolved(response),
  }));

describe('every example of a request is accepted whole', () => {
  const examples = documentedOperations.flatMap(({ operation, object }) =>
    Object.values(object.requestBody?.content ?? {}).flatMap((media) =>
      examplesIn(operation.operationId, media).map((example) => ({ ...example, id: operation.operationId })),
    ),
  );

  it.each(examples)('$title', ({ id, value }) => {
    expect(validatorFor(id).body(structuredClone(value))).toEqual({ ok: true, value });
  });

  it('and there is one for every kind of earning rule', () => {
    const kinds = examples.map(
      ({ value }) => (value as { earningRule?: { type: string } }).earningRule?.type,
    );
    const known = Object.keys(
      (components.schemas['EarningRule'] as { discriminator: { mapping: object } }).discriminator.mapping,
    );
    expect(new Set(kinds)).toEqual(new Set([...known, undefined]));
  });
});

describe('every example of a response is valid', () => {
  const examples = documentedOperations.flatMap(({ operation, object }) =>
    responsesOf(object).flatMap(({ status, content }) =>
      Object.values(content ?? {}).flatMap((media) =>
        examplesIn(`${operation.operationId} ${status.toString()}`, media).map((example) => ({
          ...example,
          id: operation.operationId,
          status,
        })),
      ),
    ),
  );

  it.each(examples)('$title', ({ id, status, value }) => {
    expect(responseValidatorFor(id, status)(value)).toEqual({ ok: true, value });
  });
});

describe('every example of a schema is valid', () => {
  const judgeFor = createValidators('refused');
  const examples = Object.entries(components.schemas).flatMap(([name, schema]) =>
    examplesIn(name, schema).map((example) => ({ ...example, schema })),
  );

  it.each(examples)('$title', ({ schema, value }: { schema: JsonSchema; value: unknown }) => {
    expect(judgeFor(schema)(value)).toEqual({ ok: true, value });
  });
});

describe('a response that breaks the contract', () => {
  it('is refused with the field that the contract does not know', () => {
    const { example } = components.schemas['Member'] as { example: object };
    expect(responseValidatorFor('getMember', 200)({ ...example, secret: 1 })).toEqual({
      ok: false,
      errors: [{ pointer: '/secret', message: 'is not a known field' }],
    });
  });

  it('is refused with a timestamp that lacks its milliseconds', () => {
    const { example } = components.schemas['Member'] as { example: object };
    expect(responseValidatorFor('getMember', 200)({ ...example, createdAt: '2026-03-01T08:00:00Z' }).ok).toBe(
      false,
    );
  });

  it('has no place under a status that the operation does not have', () => {
    expect(() => responseValidatorFor('getMember', 418)).toThrow(
      'getMember has a JSON body for the status 418',
    );
  });
});

describe('the codes of problems', () => {
  const documented = (components.schemas['ProblemCode'] as { 'x-extensible-enum': readonly string[] })[
    'x-extensible-enum'
  ];
  const known = problemKinds.map(({ code }) => code);

  it('are the same in the document and in the catalogue', () => {
    expect([...documented].sort()).toEqual([...known].sort());
  });

  it('each have a response that carries them, except those before any operation is reached', () => {
    const responses = documentedOperations.flatMap(({ object }) => responsesOf(object));
    const answered = responses.flatMap((response) => response['x-error-codes'] ?? []);
    const unreached = ['ROUTE_NOT_FOUND', 'REQUEST_TIMEOUT', 'EXPECTATION_FAILED', 'HEADERS_TOO_LARGE'];
    expect(new Set([...answered, ...unreached])).toEqual(new Set(known));
  });

  it('stand under their own status', () => {
    for (const { operation, object } of documentedOperations) {
      for (const { status, 'x-error-codes': codes = [] } of responsesOf(object)) {
        const statuses = codes.map((code) => isErrorCode(code) && problemOf(code).status);
        expect([operation.operationId, ...statuses]).toEqual([
          operation.operationId,
          ...codes.map(() => status),
        ]);
      }
    }
  });

  it('have the context that the catalogue says, by the types of their responses', () => {
    const { errors } = JSON.parse(readFileSync('schemas/errors.json', 'utf8')) as {
      errors: readonly { code: string; context?: object }[];
    };
    for (const [name, { content, 'x-error-codes': codes = [] }] of Object.entries(components.responses)) {
      const { schema } = content?.['application/problem+json'] ?? {};
      if (schema === undefined) continue;
      const names = errors
        .filter(({ code }) => codes.includes(code))
        .flatMap(({ context = {} }) => Object.keys(context));
      const { properties } = targetOf(schema) as { properties: { context: JsonSchema } };
      const shown = membersOf(targetOf(properties.context), 'properties').map(([member]) => member);
      expect([name, shown.sort()]).toEqual([name, [...new Set(names)].sort()]);
    }
  });

  it('are shown in examples as the catalogue has them', () => {
    const problems = Object.values(components.responses)
      .map((response) => response.content?.['application/problem+json']?.example)
      .filter((example) => example !== undefined) as {
      code: string;
      type: string;
      title: string;
      status: number;
      detail: string;
    }[];
    for (const { code, type, title, status, detail } of problems) {
      expect({ code, type, title, status, detail }).toEqual(
        expect.objectContaining(isErrorCode(code) ? { ...pick(problemOf(code)) } : {}),
      );
    }
  });
});

const pick = ({ code, type, title, status, detail }: ReturnType<typeof problemOf>) => ({
  code,
  type,
  title,
  status,
  detail,
});

describe('the document', () => {
  it('has in every operation and parameter what the server reads of it', () => {
    for (const { object } of documentedOperations) {
      expect(object).toMatchObject({
        operationId: expect.any(String) as string,
        'x-permission': expect.stringMatching(/^(any|none|[a-z-]+:[a-z]+)$/) as string,
        responses: expect.any(Object) as object,
      });
    }
    for (const parameter of Object.values(components.parameters)) {
      expect(parameter).toMatchObject({
        name: expect.any(String) as string,
        in: expect.stringMatching(/^(path|query|header)$/) as string,
        schema: expect.any(Object) as object,
      });
    }
  });
});

describe('the operations', () => {
  it('need a credential below /v1 and none at the root', () => {
    for (const { basePath, isPublic, permission } of operations) {
      expect(isPublic).toBe(basePath === '');
      expect(permission === 'none').toBe(isPublic);
    }
  });

  it('accept a large body, whose items are judged one by one, only in bulk and in imports (D10, D107, D341)', () => {
    const large = operations.filter((operation) => operation.isJudgedByItem || 'bodyLimitBytes' in operation);
    expect(large).toMatchObject([
      { operationId: 'bulkEvaluateTransactions', bodyLimitBytes: 5 * 1024 * 1024, isJudgedByItem: true },
      { operationId: 'bulkReturn', bodyLimitBytes: 5 * 1024 * 1024, isJudgedByItem: true },
      { operationId: 'importMembers', bodyLimitBytes: 2 * 1024 * 1024, isJudgedByItem: true },
    ]);
  });

  it('that are deprecated state since when and until when, a year at least, and no others do (D14)', () => {
    const marked = documentedOperations.filter(({ object }) => object.deprecated === true);
    expect(marked.map(({ operation }) => operation.operationId)).toEqual(['updateEventDefinitionByKey']);
    const dated = operations.filter(({ deprecation }) => deprecation !== undefined);
    expect(dated).toEqual(marked.map(({ operation }) => operation));
    for (const { deprecation = { since: '', sunset: '' } } of dated) {
      const days = (Date.parse(deprecation.sunset) - Date.parse(deprecation.since)) / 86_400_000;
      expect(days).toBeGreaterThanOrEqual(365);
    }
  });

  it('need a test key only for a simulation, for lifecycle events and for request logs (D8, D82)', () => {
    expect(operations.filter(({ testKeyOnly }) => testKeyOnly).map(({ operationId }) => operationId)).toEqual(
      ['simulateTransaction', 'submitLifecycleEvent', 'listRequestLogs'],
    );
  });
});
