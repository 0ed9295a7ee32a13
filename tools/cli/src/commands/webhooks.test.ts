import { createSigningSecret, signatureHeaders } from '@loyalty/egress/signatures';
import { freePort } from '@loyalty/stack';
import { askUntilServed } from '../testing/ask-until-served.ts';
import { captureRun } from '../testing/captured-run.ts';

const secret = 'a secret of the partner';
const event = { id: '0198c0de-7a11-8e55-9a00-000000000107', event: 'reward.issued', data: { rewardId: 'r' } };
const body = JSON.stringify(event);

const signed = (given: string, { previous = given, ageSeconds = 0 } = {}): Record<string, string> => ({
  ...signatureHeaders(
    { id: event.id, timestampSeconds: Math.floor(Date.now() / 1_000) - ageSeconds, body: Buffer.from(body) },
    { current: createSigningSecret(given), previous: createSigningSecret(previous) },
  ),
});

it('prints signed deliveries, marks repeated ones, and refuses the rest', async () => {
  const port = await freePort();
  const running = captureRun(['webhooks', 'listen', '--port', port.toString(), '--secret', secret]);
  const statuses: number[] = [];
  const rotating = signed('another secret', { previous: secret });
  const old = signed(secret, { ageSeconds: 400 });
  for (const headers of [signed(secret), rotating, signed('another'), old, {}])
    statuses.push((await askUntilServed(port, { body, headers })).status);
  process.emit('SIGINT');
  const { exitCode, out, err } = await running;
  const line = `204  reward.issued  ${event.id}  {"rewardId":"r"}`;
  expect([exitCode, statuses]).toEqual([0, [204, 204, 401, 401, 401]]);
  expect(out.split('\n')).toEqual([
    line,
    `${line}  (repeat)`,
    '401  The signature or its timestamp is wrong.',
    '401  The signature or its timestamp is wrong.',
    '401  The signature or its timestamp is wrong.',
    '',
  ]);
  expect(err).toContain(`http://127.0.0.1:${port.toString()}/`);
});

it('responds with the given status, and counts', async () => {
  const port = await freePort();
  const running = captureRun(['webhooks', 'listen', '--port', port.toString(), '--status', '503', '--json']);
  expect((await askUntilServed(port, { body })).status).toBe(503);
  expect((await askUntilServed(port, { body: 'not a JSON' })).status).toBe(400);
  process.emit('SIGINT');
  const { out } = await running;
  expect(JSON.parse(out)).toEqual({ deliveries: 2, events: 1 });
});

it('prints each event of a batch, and marks those that it knows (D320)', async () => {
  const port = await freePort();
  const running = captureRun(['webhooks', 'listen', '--port', port.toString()]);
  const other = { id: '0198c0de-7a11-8e55-9a00-000000000108', event: 'points.expired', data: {} };
  for (const events of [[event], [event, other]])
    expect((await askUntilServed(port, { body: JSON.stringify({ events }) })).status).toBe(204);
  process.emit('SIGINT');
  const { out } = await running;
  const line = `204  reward.issued  ${event.id}  {"rewardId":"r"}`;
  expect(out.split('\n')).toEqual([line, `${line}  (repeat)`, `204  points.expired  ${other.id}  {}`, '']);
});
