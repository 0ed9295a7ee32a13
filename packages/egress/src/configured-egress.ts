import type { Part } from '@loyalty/kernel';
import { createEgress, type Egress } from './egress.ts';
import { readNameServers } from './names/name-servers.ts';
import { readAddressPolicies, type PolicySettings } from './open-networks.ts';

/** The settings of a service that calls strangers. */
export interface EgressConfig {
  /** Networks that it may reach although they are private, with the variable that names them. */
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
  /** Gives up calls that wait for a turn, which would outlast the time that a process has to end; the part stopped first. */
  readonly turns: Part;
}

/** Makes the egress of a service from its settings; throws a Fault for a setting that cannot be read. */
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
