import { engineServices, followerServices } from '@loyalty/contracts';

/** A workload of the chart: a service, or a part of its work in processes of its own. */
export interface Role {
  readonly name: string;
  /** The service whose image it runs. */
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
export type Kind = 'ingress' | 'engine' | 'follower' | 'command';

/** Returns the kind of a service: engines write replies, followers read facts. */
export const kindOf = (service: string): Kind => {
  if (service === 'loyaltyctl') return 'command';
  if (engineServices.includes(service)) return 'engine';
  return followerServices.includes(service) ? 'follower' : 'ingress';
};
