import { randomUUID } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ClientContext, documentPath, webhookPath } from './client-context.ts';

/** Fetches what a stranger has: the served document, and the body of a webhook that was delivered. */
export const fetchServedFiles = async (context: ClientContext): Promise<void> => {
  const response = await fetch(new URL('/openapi.json', context.baseUrl));
  if (!response.ok) throw new Error(`/openapi.json was answered with ${response.status.toString()}.`);
  mkdirSync(dirname(documentPath(context)), { recursive: true });
  writeFileSync(documentPath(context), await response.text());
  writeFileSync(webhookPath(context), await receiveWebhook(context));
};

/** A delivery takes a second; what takes longer does not come. */
const deliveryMs = 60_000;

const receiveWebhook = async (context: ClientContext): Promise<string> => {
  const bodies = new EventEmitter();
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      response.end();
      bodies.emit('body', body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const received = once(bodies, 'body', { signal: AbortSignal.timeout(deliveryMs) });
  try {
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port.toString()}/`;
    const { id } = await send(context, 'POST', 'webhooks', { url, events: ['transaction.processed'] });
    const memberRef = `webhook-${randomUUID()}`;
    const receipt = { transactionRef: memberRef, memberRef, amount: 15_000 };
    await send(context, 'POST', 'transactions/evaluate', receipt);
    const [body] = (await received) as [string];
    await send(context, 'DELETE', `webhooks/${String(id)}`);
    return body;
  } finally {
    server.closeAllConnections();
    server.close();
  }
};

const send = async (
  { baseUrl, tenantId, key }: ClientContext,
  method: string,
  path: string,
  body?: object,
): Promise<{ readonly id?: unknown }> => {
  const response = await fetch(`${baseUrl}/tenants/${tenantId}/${path}`, {
    method,
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = await response.text();
  if (!response.ok)
    throw new Error(`${method} ${path} was answered with ${response.status.toString()}: ${answer}`);
  return (answer === '' ? {} : JSON.parse(answer)) as { readonly id?: unknown };
};
