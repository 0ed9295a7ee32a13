import { operations } from '@loyalty/contracts/http';
import { releaseVersion } from '@loyalty/telemetry/metrics';
import type { DerivedFile } from '../derived-file.ts';
import { sizingFiles } from '../sizing/sizing-files.ts';
import { kafkaTopicsText, kafkaUserForAllText, kafkaUsersText } from './kafka-objects.ts';
import { type ChartFacts, kindOf, type SettingFacts } from './service-facts.ts';
import { valuesSchema } from './values-schema.ts';

const folder = 'deploy/helm/loyalty';

export const chartFiles = (facts: ChartFacts): readonly DerivedFile[] => [
  { path: `${folder}/Chart.yaml`, text: chartText },
  { path: `${folder}/files/services.json`, text: jsonOf(servicesOf(facts)) },
  { path: `${folder}/files/routes.json`, text: jsonOf(checkoutRoutes) },
  { path: `${folder}/values.schema.json`, text: jsonOf(valuesSchema(facts.services, facts.client)) },
  { path: 'deploy/helm/examples/kafka-topics.yaml', text: kafkaTopicsText() },
  { path: 'deploy/helm/examples/kafka-users.yaml', text: kafkaUsersText(facts.access) },
  { path: 'deploy/helm/examples/kafka-user-for-all.yaml', text: kafkaUserForAllText(facts.access) },
  ...sizingFiles(),
];

/** Prettier breaks only what is wider than a line. */
const jsonOf = (value: unknown): string => JSON.stringify(value);

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

const servicesOf = ({ services, client }: ChartFacts) =>
  services.concat(client).map(({ settings, operatorSettings, ...service }) => ({
    ...service,
    kind: kindOf(service.service),
    settings: settings.map(chartSetting),
    operatorSettings: operatorSettings?.map(chartSetting),
  }));

/** The chart explains a setting only when it refuses to do without it. */
const chartSetting = ({ variable, help, defaultText }: SettingFacts) =>
  defaultText === null ? { variable, help, defaultText } : { variable, defaultText };

const checkoutRoutes = operations
  .filter(({ isCheckout }) => isCheckout)
  .map(({ method, basePath, path }) => ({
    method,
    path: `^${basePath}${path.replace(/\{[^}]+\}/g, '[^/]+')}$`,
  }));
