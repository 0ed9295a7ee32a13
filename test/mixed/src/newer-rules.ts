import { randomUUID } from 'node:crypto';
import { printLine } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit/runs';
import { type TillReceipt } from '@loyalty/testkit/servers';
import type { MixedStack } from './mixed-stack.ts';
import { call, faultsOf, otherShop, type Response } from './story.ts';

/** A campaign of a type that only the next release knows (`next.patch`): it awards twice its points. */
const campaign = { name: 'Of the next release', earningRule: { type: 'OF_THE_NEXT_RELEASE', points: 10 } };
const pointsOfReceipt = 20;
/** Enough for each partition to be asked for. */
const members = 60;
/** A process that was killed counts as running for 30 s. */
const patience = { withinMs: 90_000, everyMs: 500 };

interface MemberList {
  readonly members: readonly { readonly externalRef: string; readonly pointsBalance: number }[];
}

/** A tenant whose only campaign the older build does not know (D105). Each method returns what is wrong. */
export class NewerRules {
  readonly #stack: MixedStack;
  readonly #sent: TillReceipt[] = [];

  constructor(stack: MixedStack) {
    this.#stack = stack;
  }

  /** While a process of the older build runs, the campaign is refused. */
  async areRefused(): Promise<readonly string[]> {
    const response = await this.#create();
    const isRefused = response.status === 409 && response.text.includes('"code":"NOT_YET_AVAILABLE"');
    return isRefused ? [] : [`a campaign got ${textOf(response)}`];
  }

  /** Once every process knows it, the campaign is accepted and awards. */
  async areAccepted(): Promise<readonly string[]> {
    let created: Response | undefined;
    const isAccepted = async () => (created = await this.#create()).status !== 409;
    await eventually('the campaign is no longer refused', isAccepted, patience);
    if (created?.status !== 201) return [`a campaign got ${textOf(created)}`];
    const { id } = JSON.parse(created.text) as { readonly id: string };
    const activated = await call(this.#stack, otherShop, `/campaigns/${id}/activate`, {});
    if (activated.status !== 200) return [`its activation got ${textOf(activated)}`];
    return misdecided(await this.#sendAll(), [200]);
  }

  /** Engines of both builds decide: each receipt earns by the rule, or its till gets 503. */
  async areSharedOut(): Promise<readonly string[]> {
    const seen: number[] = [];
    const faults: string[] = [];
    const isShared = async (): Promise<boolean> => {
      const responses = await this.#sendAll();
      seen.push(...responses.map(({ status }) => status));
      faults.push(...misdecided(responses, [200, 503]));
      return faults.length > 0 || (seen.includes(200) && seen.includes(503));
    };
    const late = await faultsOf(() => eventually('engines of both builds decide', isShared, patience));
    const [decided, refused] = [200, 503].map((wanted) => seen.filter((status) => status === wanted).length);
    printLine(
      `    of a tenant with a newer rule: ${String(decided)} receipts decided by it, ${String(refused)} refused with 503`,
    );
    return [...faults, ...late];
  }

  /** Only older engines run: every till gets 503, and the campaigns can be listed. */
  async areUnknown(): Promise<readonly string[]> {
    const listed = await call(this.#stack, otherShop, '/campaigns');
    const others = listed.text.includes(campaign.name) ? [] : [`the list of campaigns is ${textOf(listed)}`];
    return [...others, ...misdecided(await this.#sendAll(), [503])];
  }

  /** All receipts that were ever sent are repeated: each has earned once by the rule. */
  async areCaughtUp(): Promise<readonly string[]> {
    const responses = await Promise.all(this.#sent.map((receipt) => this.#send(receipt)));
    const { text } = await call(this.#stack, otherShop, '/members?limit=200');
    const found = (JSON.parse(text) as MemberList).members;
    const wrong = found.filter(
      ({ externalRef, pointsBalance }) =>
        pointsBalance !==
        pointsOfReceipt * this.#sent.filter(({ memberRef }) => memberRef === externalRef).length,
    );
    const others = wrong.map(
      ({ externalRef, pointsBalance }) => `${externalRef} has ${pointsBalance.toString()}`,
    );
    if (found.length !== members) others.push(`${found.length.toString()} members`);
    return [...misdecided(responses, [200]), ...others];
  }

  #create(): Promise<Response> {
    return call(this.#stack, otherShop, '/campaigns', campaign);
  }

  /** Sends a new receipt of each member. */
  #sendAll(): Promise<readonly Response[]> {
    const receipts = Array.from({ length: members }, (_, n) => ({
      transactionRef: randomUUID(),
      memberRef: `newer-${n.toString()}`,
      amount: 100,
    }));
    this.#sent.push(...receipts);
    return Promise.all(receipts.map((receipt) => this.#send(receipt)));
  }

  #send(receipt: TillReceipt): Promise<Response> {
    return call(this.#stack, otherShop, '/transactions/evaluate', receipt);
  }
}

const textOf = (response: Response | undefined): string =>
  `${response?.status.toString() ?? 'nothing'} ${response?.text ?? ''}`;

/** Returns responses with a status other than these, or with points other than the rule's; each once. */
const misdecided = (responses: readonly Response[], statuses: readonly number[]): readonly string[] => {
  const awarded = `"pointsAwarded":${pointsOfReceipt.toString()},`;
  const others = responses.filter(
    ({ status, text }) => !statuses.includes(status) || (status === 200 && !text.includes(awarded)),
  );
  return [...new Set(others.map((response) => `a receipt got ${textOf(response).slice(0, 300)}`))].slice(
    0,
    3,
  );
};
