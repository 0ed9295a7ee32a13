import { engineServices, followerServices } from '@loyalty/contracts';

export interface SettingFacts {
  readonly variable: string;
  readonly help: string;
  /** The default as `--help` prints it; null if the setting is required. */
  readonly defaultText: string | null;
}

/** The facts about a service, which `npm run derive` reads from its code. */
export interface ServiceFacts {
  readonly service: string;
  readonly settings: readonly SettingFacts[];
  /** The settings of loyaltyctl that its jobs do not need but a person does. */
  readonly operatorSettings?: readonly SettingFacts[];
  readonly connectionsMax: number;
}

export interface AccessFacts {
  readonly process: string;
  readonly resource: 'TOPIC' | 'GROUP' | 'CLUSTER';
  readonly name: string;
  readonly pattern: 'LITERAL' | 'PREFIXED';
  readonly operations: readonly string[];
}

export interface ChartFacts {
  readonly services: readonly ServiceFacts[];
  /** The facts about the console, which opens neither Kafka nor Postgres. */
  readonly client: ServiceFacts;
  readonly access: readonly AccessFacts[];
}

/** A service, or a part of its work that has processes of its own. */
export interface Role {
  readonly name: string;
  readonly service: string;
}

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

/** Followers are rolled out first, then engines, then ingress. */
type RolloutKind = 'ingress' | 'engine' | 'follower' | 'command' | 'client';

/** Returns the kind of a service: engines write replies, and followers read facts. */
export const kindOf = (service: string): RolloutKind => {
  if (service === 'loyaltyctl') return 'command';
  if (service === 'console') return 'client';
  if (engineServices.includes(service)) return 'engine';
  return followerServices.includes(service) ? 'follower' : 'ingress';
};
