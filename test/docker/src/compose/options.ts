import { numberOption, onlyOption, type ValuesOf } from '@loyalty/stack/drill';

export const profiles = {
  demo: 'docker-compose.yml: follows the README; then every container is restarted and killed, and ours are rolled back',
  'three-brokers': 'two engines on three brokers: faults of brokers, engines, a node, Redis and the registry',
  secure:
    'servers that trust nobody: follows the README, and judges who is let in and that no secret is shown',
  observed: 'Prometheus on the demo: it must scrape every service and evaluate every rule',
} as const;

export type ProfileName = keyof typeof profiles;

export const options = { only: onlyOption(profiles), rate: numberOption('evaluates a second', 10) };

export type ComposeOptions = ValuesOf<typeof options>;
