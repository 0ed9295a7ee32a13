import { receiverHost, type ComposeProject } from './project.ts';

/** A tenant whose members earn a point for each hundred cents, with a partner's endpoint in the project's network. */
export interface Shop {
  readonly project: ComposeProject;
  readonly tenantId: string;
  readonly key: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly isReplayed: boolean;
}

/** A response is due within 3 s; the rest is for a loaded machine. */
const patienceMs = 10_000;
const receiverPort = 8_090;

/** Calls the API; `path` follows `/tenants/{id}`. Throws when the connection breaks, or when nothing comes within the patience. */
export const call = async (
  { project, tenantId, key }: Shop,
  path: string,
  { body, withinMs = patienceMs }: { readonly body?: object; readonly withinMs?: number } = {},
): Promise<Answer> => {
  const answer = await fetch(`${project.origin}/v1/tenants/${tenantId}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'X-API-Key': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(withinMs),
  });
  const isReplayed = answer.headers.get('Idempotent-Replayed') === 'true';
  return { status: answer.status, text: await answer.text(), isReplayed };
};

/** Calls the API and returns the body; throws for any status but 200 and 201. */
export const ask = async <T>(shop: Shop, path: string, body?: object): Promise<T> => {
  const { status, text } = await call(shop, path, body === undefined ? {} : { body });
  if (status >= 300) throw new Error(`${path}: ${status.toString()} ${text}`);
  return JSON.parse(text) as T;
};

const campaign = {
  name: 'A point for each rand',
  earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
  redemptionRule: { pointsPerRand: 10 },
};

/** Prints a line of JSON for each delivery: its id, that of its event, the receipt, and a hash of its bytes. */
const receiver = `
const { createHash } = require('node:crypto');
require('node:http').createServer((request, response) => {
  const parts = [];
  request.on('data', (part) => parts.push(part)).on('end', () => {
    const body = Buffer.concat(parts);
    const { id, event, deliveryId, data } = JSON.parse(body);
    const digest = createHash('sha256').update(body).digest('hex');
    console.log(JSON.stringify({ id, event, deliveryId, ref: data.transactionRef, digest }));
    response.writeHead(204).end();
  });
}).listen(${receiverPort.toString()});
`;

/** Creates the tenant as an operator, its programme and its endpoint as a partner. */
export const openShop = async (project: ComposeProject): Promise<Shop> => {
  await project.startReceiver(receiver);
  const { id: tenantId } = await project.loyaltyctl<{ id: string }>('tenants', 'create', 'Struck');
  const live = ['--tenant', tenantId, '--mode', 'live'];
  const limit = ['--role', 'admin', '--rate-limit', '100000000'];
  const { key } = await project.loyaltyctl<{ key: string }>('keys', 'create', ...live, ...limit);
  await project.loyaltyctl('settings', 'set', 'webhooksOverPlainHttp', 'true', ...live);
  const shop = { project, tenantId, key };
  const { id } = await ask<{ id: string }>(shop, '/campaigns', campaign);
  await ask(shop, `/campaigns/${id}/activate`, {});
  const url = `http://${receiverHost}:${receiverPort.toString()}/`;
  const secret = 'whsec_Y29tcG9zZS1ydW4tc2VjcmV0LW9mLXRoZS1wYXJ0bmVy';
  await ask(shop, '/webhooks', { url, secret, events: ['transaction.processed'] });
  return shop;
};
