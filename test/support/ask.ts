import type { OperationId } from '@loyalty/contracts/http';
import { expectContract, operationOf, pathOf, type Received, send, type Sent } from './contract.ts';
import type { TestTenant } from './tenant.ts';

/** A request to an operation. */
export interface Asked extends Sent {
  readonly ids?: Readonly<Record<string, string>>;
  readonly query?: string;
  /** Another key than the tenant's own test key. */
  readonly key?: string;
}

/** Calls an operation for a tenant and checks the response against the contract. */
export const askFor = async (
  tenant: TestTenant,
  operationId: OperationId,
  { ids = {}, query = '', key = tenant.keys.test, ...sent }: Asked = {},
): Promise<Received> => {
  const operation = operationOf(operationId);
  const headers = { 'X-API-Key': key, ...sent.headers };
  const path = pathOf(operation, { tenantId: tenant.tenantId, ...ids }) + query;
  const answer = await send(operation.method, path, { ...sent, headers });
  expectContract(operationId, answer);
  return answer;
};
