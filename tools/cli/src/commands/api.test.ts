import { writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { operations as clientOperations } from '@loyalty/client';
import { openapiDocument, operations } from '@loyalty/contracts/http';
import { startTestServer, type TestServer } from '@loyalty/testkit/servers';
import { captureRun } from '../testing/captured-run.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';

const tenantId = '0198c0de-0000-7000-8000-000000000001';

interface Asked {
  readonly method: string | undefined;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly key: unknown;
  readonly ifMatch: unknown;
  readonly body: unknown;
}

let server: TestServer;
let folder: ReturnType<typeof createTemporaryFolder>;
let asked: Asked[];
let response: { readonly status: number; readonly body?: object; readonly headers?: Record<string, string> };
beforeEach(async () => {
  asked = [];
  response = { status: 200, body: {} };
  folder = createTemporaryFolder();
  server = await startTestServer((request, sent) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://api');
    const { 'x-api-key': key, 'if-match': ifMatch } = request.headers;
    void text(request).then((body) => {
      asked.push({
        method: request.method,
        path: decodeURIComponent(pathname),
        query: Object.fromEntries(searchParams),
        key,
        ifMatch,
        body: body === '' ? null : JSON.parse(body),
      });
      const type = response.status < 400 ? 'application/json' : 'application/problem+json';
      sent.writeHead(response.status, { 'content-type': type, ...response.headers });
      sent.end(response.body === undefined ? '' : JSON.stringify(response.body));
    });
  });
});
afterEach(async () => {
  folder.remove();
  await server.close();
});

const run = (...line: readonly string[]) => {
  const place = ['--tenant', tenantId, '--mode', 'test', '--key', 'sk_test_x'];
  return captureRun(['api', ...line, ...place, '--base-url', `${server.origin}/v1`], { folder: folder.path });
};

const ofTenants = operations.filter(({ path }) => path.startsWith('/tenants/{tenantId}/'));

const parametersOf = ({ path, method }: (typeof operations)[number]) =>
  (openapiDocument.paths[path]?.[method.toLowerCase() as 'get']?.parameters ?? []).flatMap(
    ({ $ref }) => openapiDocument.components.parameters[$ref.replace('#/components/parameters/', '')] ?? [],
  );

test('the document has no other operations of tenants than these', () => {
  expect(ofTenants.map(({ operationId }) => operationId)).toEqual(Object.keys(clientOperations));
});

test.each(ofTenants.map((operation) => [operation.operationId, operation] as const))(
  '%s is called with its method, path, query, version and body',
  async (operationId, operation) => {
    const { list, isEmpty } = clientOperations[operationId as keyof typeof clientOperations];
    const body = list === undefined ? { id: 'x' } : { [list]: [], nextCursor: null };
    response = isEmpty ? { status: 204 } : { status: 200, body };
    writeFileSync(`${folder.path}/body.json`, '{"name": "Größe"}');
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name = '']) => name).slice(1);
    const query = parametersOf(operation).filter((one) => one.in === 'query');
    const given = [...names, ...query.map(({ name }) => name)].flatMap((name) => [`--${name}`, `a ${name}`]);
    const { exitCode, out, err } = await run(
      operationId,
      ...given,
      ...(operation.hasBody ? ['--body', 'body.json'] : []),
      ...(operation.takesIfMatch ? ['--if-match', '"v1"'] : []),
    );
    expect([exitCode, err]).toEqual([0, '']);
    expect(out).toBe(isEmpty ? '' : `${JSON.stringify(body, null, 2)}\n`);
    const filled = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      name === 'tenantId' ? tenantId : `a ${name}`,
    );
    expect(asked).toEqual([
      {
        method: operation.method,
        path: `/v1${filled}`,
        query: Object.fromEntries(query.map(({ name }) => [name, `a ${name}`])),
        key: 'sk_test_x',
        ifMatch: operation.takesIfMatch ? '"v1"' : undefined,
        body: operation.hasBody ? { name: 'Größe' } : null,
      },
    ]);
  },
);

test('a body comes from standard input, too', async () => {
  const line = ['api', 'evaluateTransaction', '--body', '-', '--key', 'sk_live_x', '--base-url'];
  response = { status: 200, body: { pointsAwarded: 1 }, headers: { 'Idempotent-Replayed': 'true' } };
  const run = await captureRun([...line, `${server.origin}/v1`, '--json'], { input: ['{"amount":', ' 1}'] });
  expect(run).toEqual({
    exitCode: 0,
    out: '{\n  "pointsAwarded": 1\n}\n',
    err: 'This request was executed before: this is the stored response.\n',
  });
  expect(asked.map(({ body }) => body)).toEqual([{ amount: 1 }]);
});

test('a problem is an error with its code and its context, and exit code 1', async () => {
  const problem = { code: 'PRECONDITION_FAILED', title: 'Changed', detail: 'It was changed.' };
  response = { status: 412, body: { ...problem, status: 412, context: { etag: '"v2"' } } };
  expect(await run('deleteTier', '--tierId', 't', '--if-match', '"v1"')).toEqual({
    exitCode: 1,
    out: '',
    err: 'loyaltyctl: deleteTier failed: 412 PRECONDITION_FAILED It was changed, etag "\\"v2\\"".\n',
  });
});

test('after a response that says nothing, the error says how to send it again', async () => {
  response = { status: 500, body: { code: 'INTERNAL_ERROR', title: 'Failed', status: 500 } };
  writeFileSync(`${folder.path}/body.json`, '{}');
  const { exitCode, err } = await run('createTier', '--body', 'body.json');
  expect([exitCode, err]).toEqual([
    1,
    expect.stringMatching(
      /We do not know .* run the command again with --idempotency-key [0-9a-f-]{36} within 24 hours\.\n$/,
    ),
  ]);
});

test.each([
  [['getMembr', '--memberId', 'm'], 'There is no operation «getMembr». Did you mean getMember'],
  [['retier'], 'Did you mean getRetiering?'],
  [['--memberId'], 'The operation comes first'],
  [['frobnicate'], 'There is no operation «frobnicate». «loyaltyctl api» lists all operations.'],
  [['getMember'], "required option '--memberId <value>' not specified"],
  [['getMember', '--memberId', 'm', '--limt', '1'], "unknown option '--limt'"],
  [['createTier'], "required option '--body <file>' not specified"],
  [['getMember', '--memberId', 'a/b'], 'memberId cannot be part of a path'],
  [['listTiers', '--mode', 'live'], 'The key is a test key, but --mode is live'],
])('%j is a wrong command line, and nothing is sent', async (line, says) => {
  const place = ['--key', 'sk_test_x', '--mode', 'test', '--base-url', `${server.origin}/v1`];
  const [operation = '', ...rest] = line;
  const { exitCode, err } = await captureRun(['api', operation, ...place, ...rest]);
  expect([exitCode, err]).toEqual([2, expect.stringContaining(says)]);
  expect(asked).toEqual([]);
});

test('a body that is no JSON is named', async () => {
  writeFileSync(`${folder.path}/body.json`, 'amount: 1');
  const { exitCode, err } = await run('createTier', '--body', 'body.json');
  expect([exitCode, err]).toEqual([
    2,
    expect.stringMatching(/^loyaltyctl: The body in .*body\.json is not JSON: /),
  ]);
});

test('without an operation all of them are listed, each with its summary', async () => {
  const { exitCode, out } = await captureRun(['api']);
  expect(exitCode).toBe(0);
  for (const { operationId } of ofTenants)
    expect(out).toMatch(new RegExp(`^  ${operationId} .*\\S\\.?`, 'm'));
  const { operations: listed } = JSON.parse((await captureRun(['api', '--json'])).out) as {
    operations: object[];
  };
  expect(listed[0]).toEqual({
    operationId: 'evaluateTransaction',
    method: 'POST',
    path: '/tenants/{tenantId}/transactions/evaluate',
    permission: 'transactions:evaluate',
    summary: expect.any(String) as string,
  });
});

test('the help of an operation has its parameters with what they mean', async () => {
  const { out } = await captureRun(['api', 'updateTier', '--help']);
  expect(out).toMatch(/--tierId <value> +The tier's UUID/);
  expect(out).toMatch(/--body <file>[^]*--if-match <etag>/);
  expect(out).toContain('PATCH /tenants/{tenantId}/tiers/{tierId}, permission tiers:write');
  expect(out).toContain('$ loyaltyctl api updateTier --tierId … --body body.json --tenant … --mode live');
});
