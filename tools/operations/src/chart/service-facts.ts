import { engineServices, followerServices } from '@loyalty/contracts';

/** A setting of a service, as its `config.ts` declares it. */
export interface SettingFacts {
  readonly variable: string;
  readonly help: string;
  /** The default as `--help` prints it; null where the setting is required. */
  readonly defaultText: string | null;
}

/** Facts of one service that the chart needs, read from its code by `npm run derive`. */
export interface ServiceFacts {
  readonly service: string;
  readonly settings: readonly SettingFacts[];
  /** Connections to Postgres that a process of it may have. */
  readonly connectionsMax: number;
}

/** A rule of `loyaltyctl access show`: what a process may do on a topic, a group or the cluster. */
export interface AccessFacts {
  readonly process: string;
  readonly resource: 'TOPIC' | 'GROUP' | 'CLUSTER';
  readonly name: string;
  readonly pattern: 'LITERAL' | 'PREFIXED';
  readonly operations: readonly string[];
}

export interface ChartFacts {
  readonly services: readonly ServiceFacts[];
  readonly access: readonly AccessFacts[];
}

/** A workload of the chart: a service, or a part of its work in processes of its own. */
export interface Role {
  readonly name: string;
  readonly service: string;
}

/** The workloads of the chart, in the order of `values.yaml`. */
export const roles: readonly Role[] = [
  { name: 'ingress-checkout', service: 'ingress' },
  { name: 'ingress-management', service: 'ingress' },
  { name: 'earn-engine-interactive', service: 'earn-engine' },
  { name: 'earn-engine-bulk', service: 'earn-engine' },
  { name: 'burn-engine', service: 'burn-engine' },
  { name: 'tier-service', service: 'tier-service' },
  { name: 'segment-service', service: 'segment-service' },
  { name: 'fulfilment', service: 'fulfilment' },
  { name: 'webhook-dispatcher', service: 'webhook-dispatcher' },
];

/** The place of a service in a rollout: followers begin, then engines, then ingress. */
type RolloutKind = 'ingress' | 'engine' | 'follower' | 'command';

/** Returns the kind of a service: engines write replies, followers read facts. */
export const kindOf = (service: string): RolloutKind => {
  if (service === 'loyaltyctl') return 'command';
  if (engineServices.includes(service)) return 'engine';
  return followerServices.includes(service) ? 'follower' : 'ingress';
};
