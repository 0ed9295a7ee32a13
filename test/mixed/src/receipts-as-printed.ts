import { existsSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { eventually } from '@loyalty/testkit/runs';
import type { Build } from './builds.ts';
import type { MixedStack } from './mixed-stack.ts';
import { call, faultsOf, type Response, shop } from './story.ts';

/** A process that was killed counts as running for 30 s. */
const patience = { withinMs: 90_000, everyMs: 500 };
/** Enough for each partition to be asked for, and few beside the tills' members. */
const members = 12;

const line = { sku: 'milk', quantity: 2, unitPrice: 100 };

/** Receipts that an older build refuses or would give up (D333). Each method returns what is wrong. */
export class ReceiptsAsPrinted {
  readonly #stack: MixedStack;
  /** True if the older build does not know them. */
  readonly #areNew: boolean;

  constructor(stack: MixedStack, older: Build) {
    this.#stack = stack;
    this.#areNew = !existsSync(join(older.root, 'packages/rules/src/requests/plain-receipt.ts'));
  }

  /** While all processes are newer, baskets of 0 are taken, too. */
  async areTaken(): Promise<readonly string[]> {
    return [
      ...(await this.#until('taken', 200)),
      ...(await this.#all(0, 200)),
      ...(await this.#all(100, 200)),
    ];
  }

  /** While an older engine runs behind a newer ingress, baskets of 0 are refused, and lines that take away are taken. */
  async areRefusedWhereNew(): Promise<readonly string[]> {
    if (!this.#areNew) return this.areTaken();
    return [
      ...(await this.#until('refused', 400)),
      ...(await this.#all(0, 400)),
      ...(await this.#all(100, 200)),
    ];
  }

  #until(what: string, status: number): Promise<readonly string[]> {
    return faultsOf(() =>
      eventually(
        `a basket of 0 is ${what}`,
        async () => (await this.#send(0, 0)).status === status,
        patience,
      ),
    );
  }

  async #all(amount: number, status: number): Promise<readonly string[]> {
    const responses = await Promise.all(Array.from({ length: members }, (_, n) => this.#send(n, amount)));
    const others = responses.filter((response) => response.status !== status);
    return others
      .slice(0, 3)
      .map(({ status: got, text }) => `a receipt of ${amount.toString()} got ${got.toString()} ${text}`);
  }

  #send(member: number, amount: number): Promise<Response> {
    return call(this.#stack, shop, '/transactions/evaluate', {
      transactionRef: randomUUID(),
      memberRef: `printed-${member.toString()}`,
      amount,
      products: [line, { ...line, quantity: -1 }],
    });
  }
}
