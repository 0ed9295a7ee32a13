import { type EnvironmentId, randomId, type TenantId } from '@loyalty/kernel';
import { createEgress, type Egress, type EgressOptions } from '../egress.ts';
import type { PostRequest } from '../posts/post-result.ts';
import { createAddressPolicy, parseCidrs } from '../targets/address-policy.ts';
import type { Caller } from '../targets/open-networks.ts';

export interface LoopbackOptions extends Omit<EgressOptions, 'policyOf'> {
  readonly allow?: string;
}

/** Creates an egress for receivers on loopback, with a short time for bodies. */
export const createLoopbackEgress = ({ allow = '127.0.0.0/8', ...rest }: LoopbackOptions = {}): Egress => {
  const policy = createAddressPolicy({ allowCidrs: parseCidrs(allow) ?? [] });
  return createEgress({ policyOf: () => policy, bodyMs: 200, ...rest });
};

export const callerOf = (environment: number): Caller => ({
  environmentId: environment as EnvironmentId,
  tenantId: randomId() as TenantId,
  mode: 'live',
});

/** Returns a request whose body ends in `}`, as test receivers expect. */
export const requestTo = (url: string, over: Partial<PostRequest> = {}): PostRequest => ({
  caller: callerOf(1),
  endpoint: 'endpoint',
  url,
  headers: { 'content-type': 'application/json' },
  body: Buffer.from('{"a":1}'),
  bodyMaxBytes: 8_192,
  isHttpAllowed: true,
  mayRepeat: true,
  ...over,
});
