import { closedNetworks } from '@loyalty/egress/targets';
import { nameOf, ofKind, type Manifest } from '../manifest.ts';
import type { Policy } from './policy.ts';

interface ServiceSpec {
  readonly clusterIP?: string;
  readonly ports: readonly { readonly name: string; readonly targetPort: string | number }[];
}

/** Health and metrics tell more than callers may know. */
export const adminPortIsInternal: Policy = {
  promise: 'no Service with an address shows the admin port',
  breaches: (objects) =>
    ofKind(objects, 'Service')
      .filter(({ spec }) => {
        const { clusterIP, ports } = spec as ServiceSpec;
        return clusterIP !== 'None' && ports.some(({ targetPort }) => targetPort !== 'http');
      })
      .map(nameOf),
};

interface EgressRule {
  readonly to?: readonly {
    readonly ipBlock?: { readonly cidr: string; readonly except?: readonly string[] };
  }[];
}

const closed: Readonly<Record<string, readonly string[]>> = {
  '0.0.0.0/0': closedNetworks.ipv4,
  '::/0': closedNetworks.ipv6,
};

const mayReachTheWorld = /(fulfilment|webhook-dispatcher)$/;

/** The second line behind the judging of addresses by the processes themselves. */
export const worldWithoutClosed: Policy = {
  promise:
    'only fulfilment and webhook-dispatcher reach the world, and nothing in it that they would refuse to call',
  breaches: (objects) =>
    ofKind(objects, 'NetworkPolicy').flatMap((policy) =>
      blocksOf(policy)
        .filter(({ cidr, except = [] }) => {
          const kept = closed[cidr];
          if (kept === undefined) return false;
          return (
            !mayReachTheWorld.test(policy.metadata.name) || !kept.every((network) => except.includes(network))
          );
        })
        .map(({ cidr }) => `${nameOf(policy)}: ${cidr}`),
    ),
};

const blocksOf = ({ spec }: Manifest) =>
  ((spec as { readonly egress?: readonly EgressRule[] }).egress ?? []).flatMap(({ to = [] }) =>
    to.flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : [ipBlock])),
  );
