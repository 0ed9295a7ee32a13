import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSigningSecret, verifyStandardWebhook } from '@loyalty/egress/signatures';
import { eventually } from '@loyalty/testkit/runs';
import { captureRun } from '../testing/captured-run.ts';
import { createKeyOnStack, createTenantOnStack } from '../testing/loyaltyctl-on-stack.ts';
import { stackVariables } from '../testing/stack-variables.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

let tenantId: string;
let key: string;
beforeAll(async () => {
  tenantId = await createTenantOnStack();
  key = await createKeyOnStack(tenantId, 'test');
});

/** Nothing but the address of the API is known: no database and no Kafka. */
const variables = () => ({ BASE_URL: stackVariables()['BASE_URL'] ?? '' });

const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
  const response = await fetch(`${variables().BASE_URL}/tenants/${tenantId}${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as T;
};

const webhooks = async () =>
  (await call<{ webhooks: readonly { readonly url: string }[] }>('GET', '/webhooks')).webhooks;

test('a program without an address gets each event once, signed, and nothing is left behind', async () => {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks) });
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const place = ['--tenant', tenantId, '--mode', 'test', '--key', key];
  const running = captureRun(
    ['listen', ...place, '--forward-to', `http://127.0.0.1:${port.toString()}/events`],
    { variables: variables() },
  );
  await eventually('the webhook is registered', async () => (await webhooks()).length === 1);
  await call('POST', '/transactions/evaluate', { transactionRef: 'sale-1', memberRef: 'anna', amount: 100 });
  await eventually('both events arrive', () => received.length === 2);
  process.emit('SIGINT');
  const { exitCode, out, err } = await running;
  server.close();
  const [, secret = ''] = /(whsec_\S+)/.exec(err) ?? [];
  for (const { headers, body } of received) {
    const standard = {
      id: String(headers['webhook-id']),
      timestamp: String(headers['webhook-timestamp']),
      signature: String(headers['webhook-signature']),
    };
    const nowSeconds = Date.now() / 1_000;
    expect(verifyStandardWebhook(createSigningSecret(secret), standard, { body, nowSeconds })).toBe(true);
  }
  expect(exitCode).toBe(0);
  expect(out.trim().split('\n').toSorted()).toEqual([
    expect.stringMatching(/^204 {2}member\.enrolled {2}/),
    expect.stringMatching(/^204 {2}transaction\.processed {2}/),
  ]);
  expect(await webhooks()).toEqual([]);
});

test('a member is shown with a key alone', async () => {
  await call('POST', '/transactions/evaluate', { transactionRef: 'sale-2', memberRef: 'ben', amount: 100 });
  const place = ['--tenant', tenantId, '--mode', 'test', '--key', key];
  const shown = await captureRun(['members', 'show', 'ben', ...place], { variables: variables() });
  expect([shown.exitCode, shown.err]).toEqual([0, '']);
  expect(shown.out).toMatch(/«ben» is active/);
  const unknown = await captureRun(['members', 'show', 'nobody', ...place], { variables: variables() });
  expect([unknown.exitCode, unknown.err]).toEqual([1, expect.stringContaining('There is no member')]);
});

test('receipts are sent with a key alone', async () => {
  const line = JSON.stringify({ transactionRef: 'sale-3', memberRef: 'carl', amount: 100 });
  const place = ['--tenant', tenantId, '--mode', 'test', '--key', key, '--rejects', '/dev/null'];
  const sent = await captureRun(['receipts', 'send', '-', ...place], {
    variables: variables(),
    input: [`${line}\n`],
  });
  expect([sent.exitCode, sent.out]).toEqual([0, expect.stringContaining('1 receipts sent to test')]);
});
