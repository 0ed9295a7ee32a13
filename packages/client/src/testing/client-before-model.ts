import {
  type Attempt,
  createLoyalty,
  type LoyaltySettings,
  LoyaltyProblem,
  LoyaltyUnreachable,
} from '../index.ts';
import { type Fate, ModelApi, type ModelServer, type Reply, startModelServer } from './model-api.ts';

export const tenantId = '0198c0de-0000-7000-8000-000000000001';

export const receipt = (transactionRef: string) => ({
  body: { transactionRef, memberRef: 'customer-1', amount: 15_000 },
});

export const campaign = {
  body: { name: 'Autumn', earningRule: { type: 'FIXED_POINTS', points: 1 } },
} as const;

export const pass: Fate = { kind: 'pass' };
export const instead = (reply: Reply, isForwarded = false): Fate => ({ kind: 'instead', isForwarded, reply });

const servers: ModelServer[] = [];

/** Ends the servers of a test, once none of their requests is open. */
export const closeServers = async (): Promise<void> => {
  for (const server of servers.splice(0)) {
    await server.quiet();
    await server.close();
  }
};

/** A client before a model that meets these fates in turn, and none afterwards. */
export const clientWith = async (fates: readonly Fate[], settings: Partial<LoyaltySettings> = {}) => {
  const model = new ModelApi();
  const rest = [...fates];
  const server = await startModelServer(model, () => rest.shift() ?? pass);
  servers.push(server);
  const attempts: Attempt[] = [];
  const loyalty = createLoyalty({
    baseUrl: server.url,
    tenantId,
    apiKey: 'sk_test_1',
    onAttempt: (attempt) => attempts.push(attempt),
    ...settings,
  });
  return { loyalty, model, server, attempts };
};

/** The error of a call. Throws where it was done, or threw anything else. */
export const failureOf = async (work: Promise<unknown>): Promise<LoyaltyProblem | LoyaltyUnreachable> => {
  const error: unknown = await work.then(
    () => new Error('it was done'),
    (reason: unknown) => reason,
  );
  if (error instanceof LoyaltyProblem || error instanceof LoyaltyUnreachable) return error;
  throw error;
};
