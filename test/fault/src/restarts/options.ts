import { numberOption, onlyOption, seedOption, type ValuesOf } from '@loyalty/stack/drill';

/** The services whose replicas are restarted, in this order. */
export const restartedServices = [
  'ingress',
  'earn-engine',
  'burn-engine',
  'tier-service',
  'segment-service',
  'fulfilment',
  'webhook-dispatcher',
] as const;

export type ServiceName = (typeof restartedServices)[number];

export const cases = {
  plain: 'each replica is restarted in turn',
  registry: 'the same while the schema registry is away',
  redis: 'the same while Redis is unavailable',
  kafka: 'Kafka is killed, then every replica gets SIGTERM and must end within 15 s with exit code 0',
} as const;

export type CaseName = keyof typeof cases;

const services = Object.fromEntries(restartedServices.map((name) => [name, ''])) as Record<ServiceName, ''>;

export const options = {
  replicas: numberOption('how many replicas of each service run', 3),
  perSecond: numberOption('operations a second', 200),
  only: onlyOption(cases),
  services: onlyOption(services, 'the services to restart'),
  seed: seedOption(),
};

export type RestartsOptions = ValuesOf<typeof options>;
