import { randomUUID } from 'node:crypto';
import { inParallel } from './in-parallel.ts';
import { createTestTenant } from './tenant.ts';

/** A healthy tenant that must not be affected by another one. */
export interface Neighbour {
  /** Returns the statuses of its tills and events while `work` runs, and for some rounds after. Rejects when `work` does. */
  statusesBeside(work: Promise<unknown>): Promise<readonly number[]>;
}

const eventKey = 'neighbour.visit';
/** Each round uses another member: with this many, every partition is covered. */
const roundsAfter = 100;
const width = 4;

/** Creates a tenant whose members are on all partitions. */
export const openNeighbour = async (): Promise<Neighbour> => {
  const { live } = await createTestTenant('Neighbour');
  await live.post('/event-definitions', { key: eventKey, name: 'Visit', properties: {} });
  const round = async (): Promise<number[]> => {
    const memberRef = randomUUID();
    const receipt = { transactionRef: randomUUID(), memberRef, amount: 100 };
    const event = { eventKey, ref: randomUUID(), payload: { customerId: memberRef } };
    const responses = [await live.post('/transactions/evaluate', receipt), await live.post('/events', event)];
    return responses.map(({ status }) => status);
  };
  return {
    statusesBeside: async (work) => {
      const ended = new AbortController();
      const end = (): void => {
        ended.abort();
      };
      work.then(end, end);
      const statuses: number[] = [];
      while (!ended.signal.aborted) statuses.push(...(await round()));
      await work;
      const rounds = Array.from({ length: roundsAfter }, () => round);
      for (const found of await inParallel(rounds, width, (one) => one())) statuses.push(...found);
      return statuses;
    },
  };
};
