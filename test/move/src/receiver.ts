import { setTimeout as pause } from 'node:timers/promises';
import { startWebhookReceiver, type TestServer } from '@loyalty/testkit/servers';

/** The secret that the tenant registers. */
export const webhookSecret = 'whsec_bW92ZS1ydW4tc2VjcmV0LW9mLXRoZS1wYXJ0bmVyLS0=';

/** A partner's endpoint. It refuses the first attempt of every sixteenth receipt, so that some tasks are always due later. */
export interface Receiver extends TestServer {
  /** How often it accepted each receipt, by reference. */
  readonly taken: ReadonlyMap<string, number>;
  /** Faults found in deliveries. */
  readonly faults: ReadonlySet<string>;
}

export const startReceiver = async (): Promise<Receiver> => {
  const taken = new Map<string, number>();
  const refused = new Set<string>();
  const faults = new Set<string>();
  const { origin, close } = await startWebhookReceiver({
    secret: webhookSecret,
    receive: ({ event, faults: found }, response) => {
      for (const fault of found) faults.add(fault);
      const ref = String(event.data['transactionRef']);
      const isRefused = ref.startsWith('0') && !refused.has(ref);
      if (isRefused) refused.add(ref);
      else taken.set(ref, (taken.get(ref) ?? 0) + 1);
      response.writeHead(isRefused ? 503 : 204).end();
    },
  });
  return { origin, close, taken, faults };
};

/** A refused delivery is retried after a minute or two. */
const patienceMs = 240_000;

/** Waits for retries. Returns what is wrong with the deliveries: each receipt must come once, from one cell. */
export const deliveryFaults = async (
  { taken, faults }: Receiver,
  expected: ReadonlyMap<string, string>,
): Promise<readonly string[]> => {
  const untilMs = performance.now() + patienceMs;
  const missing = (): readonly string[] => [...expected.keys()].filter((ref) => !taken.has(ref));
  while (missing().length > 0 && performance.now() < untilMs) await pause(1_000);
  const twice = [...taken.values()].filter((times) => times > 1).length;
  return [
    ...(missing().length === 0 ? [] : [`the partner did not get ${missing().length.toString()} receipts`]),
    ...(twice === 0 ? [] : [`the partner got ${twice.toString()} receipts more than once`]),
    ...[...faults].map((fault) => `a delivery is not as promised: ${fault}`),
  ];
};
