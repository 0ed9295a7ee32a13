import type { DerivedFile } from '../derived-file.ts';
import type { ServiceFacts } from './service-facts.ts';

/** Files of the Helm chart that follow from the code, below `deploy/helm/loyalty`. */
export const chartFiles = (services: readonly ServiceFacts[]): readonly DerivedFile[] => [
  {
    path: 'deploy/helm/loyalty/files/services.json',
    text: JSON.stringify(services, null, 2),
  },
];
