import { createSigningSecret, signatureHeaders } from '@loyalty/egress/signatures';
import { operations as served } from '@loyalty/contracts/http';
import { operations, type OperationId } from '@loyalty/client';
import { permissions } from '@loyalty/client/permissions';
import { verifyWebhook } from '@loyalty/client/webhooks';
import { read, workspaces } from '../support/sources.ts';

test('the client has every operation of a tenant, as ingress serves it (D196)', () => {
  const ofTenants = served.filter(({ isPublic }) => !isPublic);
  const known = Object.entries(operations).map(([operationId, { method, path }]) => ({
    operationId,
    method,
    path: `/tenants/{tenantId}${path}`,
    permission: permissions[operationId as OperationId],
  }));
  expect(known).toEqual(
    ofTenants.map(({ operationId, method, path, permission }) => ({ operationId, method, path, permission })),
  );
});

test('the client alone is published (D196)', () => {
  const open = workspaces.filter(
    (path) => !(JSON.parse(read(`${path}/package.json`)) as { private?: boolean }).private,
  );
  expect(open).toEqual(['packages/client']);
});

const secrets = [
  `whsec_${Buffer.from('thirty-two bytes, but not random').toString('base64')}`,
  'ein Schlüssel des Partners',
];

test('what the dispatcher signs is accepted by the client, also during a rotation (D198)', async () => {
  for (let at = 0; at < 1_000; at += 1) {
    const [current = '', previous = ''] = at % 2 === 0 ? secrets : secrets.toReversed();
    const body = Buffer.from(JSON.stringify({ event: 'webhook.test', at, text: 'é'.repeat(at % 50) }));
    const headers = signatureHeaders(
      { id: `event-${at.toString()}`, timestampSeconds: Math.floor(Date.now() / 1_000), body },
      {
        current: createSigningSecret(current),
        previous: at % 3 === 0 ? createSigningSecret(previous) : null,
      },
    );
    const known = at % 3 === 0 ? previous : current;
    expect(await verifyWebhook({ body, headers: { ...headers }, secrets: [known] })).toMatchObject({ at });
  }
});
