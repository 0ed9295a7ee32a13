import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '@loyalty/storage';
import type { ReceivedDelivery } from '@loyalty/testkit/servers';
import { runOpenLoop } from '../../../fault/src/load/open-loop.ts';
import { monotonicMs } from '../../../load/src/monotonic-ms.ts';
import type { Answer } from '../attacker/caller.ts';
import { receiptOf } from '../attacker/receipts.ts';
import { dearCents, spenderOf, type VictimShop } from './shop.ts';
import type { Waits } from './waits.ts';

/** Evaluates a second, and redeems a second. */
const perSecond = 10;
/** Every fifth receipt is dear. */
const dearEvery = 5;
const lookEveryMs = 100;
const usualMembers = 60;

/** The victim's tills, and what follows from their receipts. */
export class Watch {
  readonly #shop: VictimShop;
  readonly #db: Database;
  readonly #waits: Waits;

  constructor(shop: VictimShop, db: Database, waits: Waits) {
    this.#shop = shop;
    this.#db = db;
    this.#waits = waits;
  }

  /** Sends at a steady rate until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    await Promise.all([
      runOpenLoop(perSecond, (n) => this.#evaluate(n), signal),
      runOpenLoop(perSecond, (n) => this.#redeem(n), signal),
      this.#look(signal),
    ]);
  }

  /** Notes the arrival of a webhook. */
  arrived({ event: { data }, faults }: ReceivedDelivery): void {
    this.#waits.end('webhook', String(data['transactionRef']), faults.length === 0 ? null : faults.join());
  }

  async #evaluate(n: number): Promise<void> {
    const isDear = n % dearEvery === 0;
    const memberRef = isDear ? randomUUID() : `customer-${(n % usualMembers).toString()}`;
    const receipt = receiptOf(memberRef, isDear ? { amount: dearCents } : {});
    const sentMs = monotonicMs();
    this.#waits.begin('evaluate', receipt.transactionRef, sentMs);
    // It may arrive before the response does.
    this.#waits.begin('webhook', receipt.transactionRef, sentMs);
    const answer = await this.#shop.api.send({
      method: 'POST',
      path: '/transactions/evaluate',
      body: receipt,
    });
    this.#waits.end('evaluate', receipt.transactionRef, failureOf(answer));
    if (answer.status !== 200) this.#waits.end('webhook', receipt.transactionRef, 'no receipt');
    else if (isDear) this.#beginFollowers(answer, sentMs);
  }

  #beginFollowers({ text }: Answer, sentMs: number): void {
    const { memberId, campaigns } = JSON.parse(text) as EvaluateResult;
    this.#waits.begin('membership', memberId, sentMs);
    for (const id of campaigns.flatMap(({ rewardIds }) => rewardIds)) this.#waits.begin('code', id, sentMs);
  }

  async #redeem(n: number): Promise<void> {
    const body = {
      transactionRef: randomUUID(),
      memberRef: spenderOf(n),
      amount: 100_000,
      pointsRequested: 10,
    };
    this.#waits.begin('redeem', body.transactionRef, monotonicMs());
    const answer = await this.#shop.api.send({ method: 'POST', path: '/transactions/redeem', body });
    this.#waits.end('redeem', body.transactionRef, failureOf(answer));
  }

  /** Looks into the tables for codes and memberships; a call of the API would measure ingress too. */
  async #look(signal: AbortSignal): Promise<void> {
    const { environmentId, segmentId } = this.#shop;
    while (!signal.aborted) {
      const issued = await this.#idsOf(issuedText, [environmentId, this.#waits.openKeys('code')]);
      for (const id of issued) this.#waits.end('code', id);
      const wanted = this.#waits.openKeys('membership');
      const joined = await this.#idsOf(joinedText, [environmentId, wanted, segmentId]);
      for (const id of joined) this.#waits.end('membership', id);
      await pause(lookEveryMs);
    }
  }

  async #idsOf(text: string, values: readonly [number, readonly string[], ...string[]]): Promise<string[]> {
    if (values[1].length === 0) return [];
    const rows = await this.#db.query<{ id: string }>(text, values).catch(() => []);
    return rows.map(({ id }) => id);
  }
}

const issuedText = `SELECT id FROM rewards WHERE environment_id = $1 AND id = ANY($2::uuid[]) AND state = 'ISSUED'`;
const joinedText = `SELECT member_id AS id FROM segment_members
                     WHERE environment_id = $1 AND member_id = ANY($2::uuid[]) AND segment_id = $3`;

interface EvaluateResult {
  readonly memberId: string;
  readonly campaigns: readonly { readonly rewardIds: readonly string[] }[];
}

const failureOf = ({ status, text }: Answer): string | null => {
  if (status === 200) return null;
  return status === 0 ? 'no response' : `${status.toString()} ${/"code":"(\w+)"/.exec(text)?.[1] ?? ''}`;
};
