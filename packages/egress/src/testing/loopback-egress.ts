import { createAddressPolicy, parseCidrs } from '../address-policy.ts';
import { createEgress, type Egress, type EgressOptions } from '../egress.ts';
import type { PostRequest } from '../post-result.ts';

export interface LoopbackOptions extends Omit<EgressOptions, 'policy'> {
  readonly allow?: string;
}

/** An egress for receivers on loopback, with a short time for bodies. */
export const createLoopbackEgress = ({ allow = '127.0.0.0/8', ...rest }: LoopbackOptions = {}): Egress =>
  createEgress({
    policy: createAddressPolicy({ allowCidrs: parseCidrs(allow) ?? [] }),
    bodyMs: 200,
    ...rest,
  });

/** A request whose body ends in `}`, as receivers of tests expect. */
export const requestTo = (url: string, over: Partial<PostRequest> = {}): PostRequest => ({
  ...{ endpoint: 'endpoint', url, headers: { 'content-type': 'application/json' } },
  ...{ body: Buffer.from('{"a":1}'), bodyMaxBytes: 8_192, mayRepeat: true },
  ...over,
});
