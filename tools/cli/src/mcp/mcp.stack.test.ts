import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { createTenantOnStack, documentOf } from '../testing/loyaltyctl-on-stack.ts';
import { stackVariables } from '../testing/stack-variables.ts';

let client: Client;
let tenant: string;

beforeAll(async () => {
  tenant = await createTenantOnStack();
  const place = ['--tenant', tenant, '--mode', 'live'];
  const { key } = await documentOf<{ key: string }>('keys', 'create', ...place, '--role', 'analyst');
  client = new Client({ name: 'test', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [join(import.meta.dirname, '../../dist/main.js'), 'mcp', ...place, '--key', key],
      env: Object.fromEntries(Object.entries(stackVariables()).map(([name, value = '']) => [name, value])),
      stderr: 'inherit',
    }),
  );
});
afterAll(() => client.close());

const call = async (name: string, args: Record<string, unknown> = {}) => {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  const [{ text } = { text: '' }] = content as readonly { readonly text: string }[];
  return { text, isError };
};

test('an assistant lists the reads of its key, and calls them', async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['listMembers', 'explainTransaction']),
  );
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([]);
  expect(tools.map(({ name }) => name)).not.toContain('createCampaign');
  const members = await call('listMembers', { ref: 'nobody' });
  expect([members.isError, JSON.parse(members.text)]).toEqual([
    false,
    { members: [], nextCursor: null, phoneCountry: null },
  ]);
  const explained = await call('explainTransaction', { body: { memberRef: 'customer-1', amount: 15_000 } });
  expect([explained.isError, JSON.parse(explained.text)]).toEqual([
    false,
    expect.objectContaining({ pointsAwarded: 0 }),
  ]);
});

test.each<[what: string, name: string, args: Record<string, unknown>, text: RegExp]>([
  ['a write', 'createCampaign', { body: {} }, /^There is no tool createCampaign/],
  ['a misspelt argument', 'listMembers', { serch: 'ann' }, /no argument serch\. Did you mean search\?/],
  ['a missing argument', 'getMember', {}, /needs the argument memberId/],
  ['a member who does not exist', 'getMember', { memberId: crypto.randomUUID() }, /^404 MEMBER_NOT_FOUND/],
  ['a path that leads elsewhere', 'getMember', { memberId: '../settings' }, /memberId/],
  [
    'a body that is not valid',
    'explainTransaction',
    { body: { amount: 'x' } },
    /VALIDATION_ERROR.*\/memberRef/,
  ],
])('%s is an error with a way out', async (_what, name, args, text) => {
  const { isError, text: said } = await call(name, args);
  expect([isError, said]).toEqual([true, expect.stringMatching(text)]);
});
