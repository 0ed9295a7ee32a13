import type { Part } from '@loyalty/kernel';
import { createEgress, type Egress } from './egress.ts';
import { readNameServers } from './names/name-servers.ts';
import { readAddressPolicies, type PolicySettings } from './open-networks.ts';

/** The settings of a service that calls external endpoints. */
export interface EgressConfig {
  /** Private networks that it may reach, with the variable that names them. */
  readonly open: PolicySettings['open'];
  /** `EGRESS_DENY_CIDRS`. */
  readonly denyCidrs: PolicySettings['closed']['text'];
  /** `DNS_SERVERS`. */
  readonly dnsServers: Parameters<typeof readNameServers>[1];
}

/** An egress with the parts that stop it. */
export interface ConfiguredEgress {
  readonly egress: Egress;
  /** Closes connections; the part that a service stops last. */
  readonly connections: Part;
  /** Ends calls that wait for a slot, which could outlast the time that a process has to end; the part stopped first. */
  readonly turns: Part;
}

/** Creates the egress of a service from its settings. Throws a Fault for an invalid setting. */
export const createConfiguredEgress = ({ open, denyCidrs, dnsServers }: EgressConfig): ConfiguredEgress => {
  const nameServers = readNameServers('DNS_SERVERS', dnsServers);
  const egress = createEgress({
    policyOf: readAddressPolicies({ open, closed: { variable: 'EGRESS_DENY_CIDRS', text: denyCidrs } }),
    ...(nameServers !== undefined && { nameServers }),
  });
  return {
    egress,
    connections: { name: 'egress', stop: () => egress.close() },
    turns: {
      name: 'egress-turns',
      stop: () => {
        egress.stopWaiting();
        return Promise.resolve();
      },
    },
  };
};
