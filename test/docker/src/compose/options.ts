import { numberOption, onlyOption, type ValuesOf } from '@loyalty/stack/drill';

export const profiles = {
  demo: 'docker-compose.yml: the README, then every container is restarted, killed, and (ours) rolled back',
  'three-brokers':
    'two engines on three brokers: the faults of brokers, engines, a node, Redis and the registry',
  secure: 'servers that trust nobody: the README, who is let in, and that no secret is shown',
  observed: 'Prometheus on the demo: it scrapes every service, and evaluates every rule',
} as const;

export type ProfileName = keyof typeof profiles;

export const options = { only: onlyOption(profiles), rate: numberOption('evaluates a second', 10) };

export type ComposeOptions = ValuesOf<typeof options>;
