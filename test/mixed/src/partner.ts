import type { Verdicts } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { startWebhookReceiver, type EvaluatedReceipt, type TestServer } from '@loyalty/testkit/servers';
import type { Build } from './builds.ts';
import type { MixedStack } from './mixed-stack.ts';
import { call, faultsOf, shop } from './story.ts';

const secret = 'whsec_bWl4ZWQtcnVuLXNlY3JldC1vZi10aGUtcGFydG5lcg==';
/** A delivery that failed is tried again after a minute, and after five. */
const patience = { withinMs: 480_000, everyMs: 250 };

/** The endpoint of a partner, which hears of every receipt of the tills' tenant, and judges every delivery by the contract. */
export class Partner {
  /** References of receipts, each with the ids of its events. */
  readonly #heard = new Map<string, Set<string>>();
  readonly #faults = new Set<string>();
  #server: TestServer | undefined;

  /** Starts the endpoint and registers it. */
  async start(stack: MixedStack, build: Build): Promise<void> {
    this.#server = await startWebhookReceiver({
      secret,
      receive: ({ event: { id, data }, faults }, response) => {
        const ref = String(data['transactionRef']);
        this.#heard.set(ref, (this.#heard.get(ref) ?? new Set()).add(id));
        for (const fault of faults) this.#faults.add(fault);
        response.writeHead(204).end();
      },
    });
    const live = ['--tenant', shop.tenantId, '--mode', 'live'];
    await stack.loyaltyctl(build, 'settings', 'set', 'webhooksOverPlainHttp', 'true', ...live);
    const url = `${this.#server.origin}/`;
    const endpoint = { url, secret, events: ['transaction.processed'] };
    const { status, text } = await call(stack, shop, '/webhooks', endpoint);
    if (status !== 201) throw new Error(`the endpoint was refused: ${text}`);
  }

  /** Judges that each receipt was heard of as one event, by signatures and bodies of the contract. */
  async judge(receipts: readonly EvaluatedReceipt[], verdicts: Verdicts): Promise<void> {
    const missing = () => receipts.filter(({ transactionRef }) => !this.#heard.has(transactionRef)).length;
    const late = await faultsOf(() => eventually('deliveries', () => missing() === 0, patience));
    verdicts.judge('every receipt reached the partner', late.length === 0, `${missing().toString()} did not`);
    const doubled = [...this.#heard.values()].filter((ids) => ids.size > 1).length;
    const seen = [`${doubled.toString()} doubled`, ...this.#faults].join('; ');
    verdicts.judge('each is one event, as the contract says', doubled + this.#faults.size === 0, seen);
  }

  async stop(): Promise<void> {
    await this.#server?.close();
  }
}
