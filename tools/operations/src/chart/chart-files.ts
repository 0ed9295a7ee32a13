import { operations } from '@loyalty/contracts/http';
import { releaseVersion } from '@loyalty/telemetry/metrics';
import { kafkaTopicsText, kafkaUsersText } from './kafka-objects.ts';
import { type ChartFacts, kindOf } from './service-facts.ts';
import { valuesSchema } from './values-schema.ts';

/** A file that `npm run derive` writes. */
export interface DerivedFile {
  /** From the root of the checkout, as in `deploy/observability/prometheus.yaml`. */
  readonly path: string;
  readonly text: string;
}

const folder = 'deploy/helm/loyalty';

/** The Helm chart's files that follow from the code, and the examples that list topics or rights. */
export const chartFiles = (facts: ChartFacts): readonly DerivedFile[] => [
  { path: `${folder}/Chart.yaml`, text: chartText },
  { path: `${folder}/files/services.json`, text: jsonOf(servicesOf(facts)) },
  { path: `${folder}/files/routes.json`, text: jsonOf(checkoutRoutes) },
  { path: `${folder}/values.schema.json`, text: jsonOf(valuesSchema(facts.services)) },
  { path: 'deploy/helm/examples/kafka-topics.yaml', text: kafkaTopicsText() },
  { path: 'deploy/helm/examples/kafka-users.yaml', text: kafkaUsersText(facts.access) },
];

const jsonOf = (value: unknown): string => JSON.stringify(value, null, 2);

/** The chart has the version of the release whose images it runs. */
const chartText = `# Derived by \`npm run derive\`. Do not edit.
apiVersion: v2
name: loyalty
description: A multi-tenant loyalty engine on Kafka and Postgres. Members earn and burn points, exactly once.
type: application
version: ${releaseVersion}
appVersion: '${releaseVersion}'
# preStop.sleep, which images without a shell need.
kubeVersion: '>=1.30.0-0'
`;

const servicesOf = ({ services }: ChartFacts) =>
  services.map((service) => ({ ...service, kind: kindOf(service.service) }));

/** Requests of a till whose customer waits, as an HTTPRoute matches them. */
const checkoutRoutes = operations
  .filter(({ isCheckout }) => isCheckout)
  .map(({ method, basePath, path }) => ({
    method,
    path: `^${basePath}${path.replace(/\{[^}]+\}/g, '[^/]+')}$`,
  }));
