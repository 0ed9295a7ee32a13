import { randomUUID } from 'node:crypto';
import { inParallel } from './in-parallel.ts';
import { createTestTenant } from './tenant.ts';

/** A healthy tenant that must not feel what another one does. */
export interface Neighbour {
  /**
   * The statuses that its tills and its events are answered with while `work` goes on, and for some rounds after it; fails
   * when the work does.
   */
  statusesBeside(work: Promise<unknown>): Promise<readonly number[]>;
}

const eventKey = 'neighbour.visit';
/** Each round is of another member: with so many, no partition is left out. */
const roundsAfter = 100;
const width = 4;

/** Makes a tenant whose members lie on all partitions. */
export const openNeighbour = async (): Promise<Neighbour> => {
  const { live } = await createTestTenant('Neighbour');
  await live.post('/event-definitions', { key: eventKey, name: 'Visit', properties: {} });
  const round = async (): Promise<number[]> => {
    const memberRef = randomUUID();
    const receipt = { transactionRef: randomUUID(), memberRef, amount: 100 };
    const event = { eventKey, ref: randomUUID(), payload: { customerId: memberRef } };
    const answers = [await live.post('/transactions/evaluate', receipt), await live.post('/events', event)];
    return answers.map(({ status }) => status);
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
