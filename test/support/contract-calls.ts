import { type OperationId, operations } from '@loyalty/contracts/http';
import { type Asked, askFor, isByClient, isOfClient } from './ask.ts';
import type { Received } from './contract.ts';
import type { TestTenant } from './tenant.ts';

/** A campaign with everything that a contract's tests read. */
export const contractCampaign = {
  name: 'Contract',
  earningRule: { type: 'SPEND_PERCENTAGE', percentage: 1 },
  redemptionRule: { pointsPerRand: 10 },
  maxBudgetCents: 1_000_000,
  startDate: '2026-01-01',
};

export const receiptBody = (memberRef: string) => ({
  transactionRef: crypto.randomUUID(),
  memberRef,
  amount: 15_000,
});

/** Returns calls of operations by a tenant, which `beforeAll` may create later. Each response is checked against the contract. */
export const contractCalls = (tenant: () => TestTenant) => {
  const served = new Set<OperationId>();
  const ask = async (operationId: OperationId, asked: Asked = {}): Promise<Received> => {
    const answer = await askFor(tenant(), operationId, asked);
    if (answer.status < 300 && (isByClient(operationId, asked) || !isOfClient(operationId)))
      served.add(operationId);
    return answer;
  };
  const statusOf = async (operationId: OperationId, asked: Asked = {}): Promise<number> =>
    (await ask(operationId, asked)).status;
  const bodyOf = async <T>(operationId: OperationId, asked: Asked = {}): Promise<T> =>
    JSON.parse((await ask(operationId, asked)).text) as T;
  /** Returns a member who is enrolled by a receipt. */
  const memberNamed = async (ref: string): Promise<ListedMember> => {
    const body = receiptBody(ref);
    // As tills do it: what was not decided in time is sent again.
    while ((await ask('evaluateTransaction', { body })).status === 503);
    const { members } = await bodyOf<{ members: ListedMember[] }>('listMembers', { query: `?ref=${ref}` });
    const [member] = members;
    if (member === undefined) throw new Error(`${ref} was not enrolled`);
    return member;
  };
  /** Returns the operations of these paths that have not been done, by the client where it has them. */
  const unserved = (isMeant: (path: string) => boolean): OperationId[] =>
    operations
      .filter(({ path, operationId }) => isMeant(path) && !served.has(operationId))
      .map(({ operationId }) => operationId);
  return { ask, statusOf, bodyOf, memberNamed, unserved };
};

interface ListedMember {
  readonly id: string;
  readonly tierId: string | null;
}
