import { readFileSync } from 'node:fs';
import { type JsonSchema, openapiDocument, type ResponseObject } from './openapi-document.ts';
import { documentedOperations } from './operations.ts';
import { schemaPlaces, targetOf } from './testing/schema-places.ts';

/** Each part of the served document needs its description and its example: without them nobody can use it. */
const { components } = openapiDocument;

const saidOf = (schema: JsonSchema): string => {
  const said = schema['description'] ?? targetOf(schema)['description'];
  return typeof said === 'string' ? said : '';
};

const schemasOfBodies = schemaPlaces.filter(({ at }) => at.startsWith('schemas/'));

describe('every schema', () => {
  it('has a description, and so has every property', () => {
    const silent = schemasOfBodies.filter(
      ({ at, schema }) => saidOf(schema) === '' && !/\/(items|additionalProperties)$/.test(at),
    );
    expect(silent.map(({ at }) => at)).toEqual([]);
  });

  it('with a list of values explains each value', () => {
    const unexplained = schemasOfBodies.flatMap(({ at, schema }) => {
      const values = (schema['enum'] ?? schema['x-extensible-enum'] ?? []) as readonly string[];
      return values
        .filter((value) => !saidOf(schema).includes(`- \`${value}\`: `))
        .map((value) => `${at} ${value}`);
    });
    expect(unexplained).toEqual([]);
  });

  it('is in use: none is described as stored only, or as planned', () => {
    const unbuilt = /stored only|not yet|does not happen|is to come|nothing acts/i;
    expect(unbuilt.exec(JSON.stringify(openapiDocument))?.[0]).toBeUndefined();
  });
});

const hasExample = (holder: Readonly<Record<string, unknown>>): boolean =>
  holder['example'] !== undefined || holder['examples'] !== undefined;

const isShown = (content: ResponseObject['content'] = {}): boolean =>
  Object.entries(content)
    .filter(([type]) => type.endsWith('json'))
    .every(([, media]) => hasExample({ ...media }) || hasExample(targetOf(media.schema)));

const responsesOf = (responses: Readonly<Record<string, unknown>>): readonly ResponseObject[] =>
  (Object.values(responses) as readonly (ResponseObject | { $ref: string })[]).filter(
    (response): response is ResponseObject => !('$ref' in response),
  );

describe('every operation', () => {
  it.each(documentedOperations)(
    '$operation.operationId says what it does, and what it asks for',
    ({ object }) => {
      expect(object['summary']).toEqual(expect.any(String));
      const permission = object['x-permission'] === 'none' ? 'none;' : `\`${object['x-permission']}\`.`;
      expect(object['description']).toContain(`**Permission:** ${permission}`);
      const audit = object['x-audit'] ?? 'none';
      const noted =
        audit === 'none' ? '**Audit log:**' : `**Audit log:** a change is recorded as \`${audit}\`.`;
      expect(String(object['description']).includes(noted)).toBe(audit !== 'none');
      expect(String(object['description']).includes('Test keys only.')).toBe(
        object['x-test-key-only'] === true,
      );
      expect(String(object['description']).includes('**Deprecated** since')).toBe(object.deprecated === true);
    },
  );

  it.each(documentedOperations)(
    '$operation.operationId shows an example of its request and of each response',
    ({ object }) => {
      expect(isShown(object.requestBody?.content)).toBe(true);
      expect(responsesOf(object.responses).filter(({ content }) => !isShown(content))).toEqual([]);
    },
  );
});

describe('after a lost response', () => {
  it.each([
    ['getMember', 'send it again.'],
    ['activateCampaign', 'send it again.'],
    ['evaluateTransaction', 'send it again with the same `transactionRef`.'],
    ['returnPurchase', 'send it again with the same `returnRef`.'],
    ['createCampaign', 'send it again with the same `Idempotency-Key`.'],
  ])('%s says: %s (D195)', (operationId, said) => {
    const found = documentedOperations.find(({ operation }) => operation.operationId === operationId);
    expect(found?.object['description']).toContain(`**After a lost response:** ${said}`);
  });

  it('every operation of a tenant says what to do, and no other', () => {
    const said = documentedOperations.map(({ operation, object }) => [
      operation.isPublic,
      String(object['description']).includes('**After a lost response:** '),
    ]);
    expect(said.filter(([isPublic, isSaid]) => isPublic === isSaid)).toEqual([]);
  });
});

describe('every response that operations share', () => {
  it.each(Object.entries(components.responses))(
    '%s has an example, and names its codes',
    (_name, response) => {
      expect(isShown(response.content)).toBe(true);
      for (const code of response['x-error-codes'] ?? [])
        expect(response.description).toContain(`\`${code}\``);
    },
  );
});

describe('every parameter and header', () => {
  const named = [...Object.entries(components.parameters), ...Object.entries(components.headers)];

  it.each(named)('%s has a description and an example', (_name, parameter) => {
    expect(parameter['description']).toEqual(expect.any(String));
    expect(hasExample(parameter)).toBe(true);
  });
});

describe('the version of the document', () => {
  it('is that of the release', () => {
    const { version } = JSON.parse(readFileSync('lerna.json', 'utf8')) as { version: string };
    expect(openapiDocument['info']).toMatchObject({ version });
  });
});
