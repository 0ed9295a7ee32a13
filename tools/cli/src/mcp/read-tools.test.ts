import { roleEntries } from '@loyalty/contracts/permissions';
import { operations } from '@loyalty/contracts/http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readTools, type ReadTool } from './read-tools.ts';

const permissionsOf = (role: string): readonly string[] =>
  roleEntries.find(({ name }) => name === role)?.permissions ?? [];
const all = readTools(permissionsOf('admin'), { isTest: true });
const toolNamed = (name: string): ReadTool | undefined => all.find((tool) => tool.name === name);

test('no tool changes anything', () => {
  const writes = operations
    .filter(({ auditAction }) => auditAction !== null)
    .map(({ operationId }) => operationId);
  expect(all.map(({ name }) => name).filter((name) => writes.includes(name))).toEqual([]);
  const posts = all.filter(
    ({ name }) => operations.find((one) => one.operationId === name)?.method !== 'GET',
  );
  expect(posts.map(({ name }) => name).sort()).toEqual([
    'explainTransaction',
    'quoteRedemption',
    'quoteReturn',
    'simulateTransaction',
  ]);
  expect(all.length).toBeGreaterThan(40);
});

test('a role gets the tools that its permissions open, and a live key none for test keys', () => {
  const analyst = readTools(permissionsOf('analyst'), { isTest: false }).map(({ name }) => name);
  expect(analyst).toEqual(
    expect.arrayContaining(['listMembers', 'getMember', 'explainTransaction', 'getCredential']),
  );
  for (const name of [
    'listApiKeys',
    'listAuditEntries',
    'listWebhooks',
    'simulateTransaction',
    'listRequestLogs',
  ])
    expect(analyst).not.toContain(name);
  expect(readTools([], { isTest: true }).map(({ name }) => name)).toEqual([
    'listPermissions',
    'getCredential',
  ]);
});

test('each schema is whole, plain JSON Schema, and takes what the document shows as an example', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  for (const { name, inputSchema } of all) {
    expect([name, ajv.validateSchema(inputSchema)]).toEqual([name, true]);
    expect(() => ajv.compile(inputSchema)).not.toThrow();
    expect(JSON.stringify(inputSchema)).not.toMatch(/"x-|#\/components/);
  }
  const explain = ajv.compile(toolNamed('explainTransaction')?.inputSchema ?? {});
  expect(explain({ body: { memberRef: 'customer-1', amount: 15_000 } })).toBe(true);
  expect(explain({ body: { memberRef: 'customer-1', amount: 'much' } })).toBe(false);
  expect(explain({ tenantId: 'other', body: { memberRef: 'customer-1', amount: 1 } })).toBe(false);
});

test('parameters of path and query are arguments; the tenant and headers are not', () => {
  const { properties, required } = toolNamed('listLedgerEntries')?.inputSchema ?? {};
  expect(Object.keys(properties ?? {})).toEqual(expect.arrayContaining(['memberId', 'cursor', 'limit']));
  expect(required).toEqual(['memberId']);
  for (const { inputSchema } of all)
    for (const name of Object.keys(inputSchema.properties)) expect(name).not.toMatch(/^(tenantId|.*-.*)$/);
});
