import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A partner's endpoint. It refuses the first attempt of every sixteenth receipt, so that some tasks are always due later. */
export interface Receiver {
  readonly url: string;
  /** How often it accepted each receipt, by reference. */
  readonly taken: ReadonlyMap<string, number>;
  close(): Promise<void>;
}

export const startReceiver = async (): Promise<Receiver> => {
  const taken = new Map<string, number>();
  const refused = new Set<string>();
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { data } = JSON.parse(Buffer.concat(parts).toString()) as WebhookMessage;
      const ref = data.transactionRef;
      const isRefused = ref.startsWith('0') && !refused.has(ref);
      if (isRefused) refused.add(ref);
      else taken.set(ref, (taken.get(ref) ?? 0) + 1);
      response.writeHead(isRefused ? 503 : 204).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port.toString()}/`,
    taken,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

interface WebhookMessage {
  readonly data: { readonly transactionRef: string };
}

/** A refused delivery is retried after a minute or two. */
const patienceMs = 240_000;

/** Waits for retries. Returns what is wrong with the deliveries: each receipt must come once, from one cell. */
export const deliveryFaults = async (
  { taken }: Receiver,
  expected: ReadonlyMap<string, string>,
): Promise<readonly string[]> => {
  const untilMs = performance.now() + patienceMs;
  const missing = (): readonly string[] => [...expected.keys()].filter((ref) => !taken.has(ref));
  while (missing().length > 0 && performance.now() < untilMs) await pause(1_000);
  const twice = [...taken.values()].filter((times) => times > 1).length;
  return [
    ...(missing().length === 0 ? [] : [`the partner did not get ${missing().length.toString()} receipts`]),
    ...(twice === 0 ? [] : [`the partner got ${twice.toString()} receipts more than once`]),
  ];
};
