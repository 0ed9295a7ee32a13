import { topicCatalogue } from '@loyalty/contracts';
import { sizes, topicLimits } from '../sizing/sizes.ts';
import type { AccessFacts } from './service-facts.ts';

const heading = `# Derived by \`npm run derive\` from schemas/topics.json. Do not edit.
# Objects of Strimzi (kafka.strimzi.io/v1). The label names the Kafka object of examples/kafka.yaml.
`;

const metadataOf = (name: string): string => `metadata:
  name: ${name}
  namespace: kafka
  labels:
    strimzi.io/cluster: loyalty`;

/** The limits are those of `medium`, like the other examples; sizes/ has the other two. */
const limits = new Map(
  sizes
    .filter(({ name }) => name === 'medium')
    .flatMap(topicLimits)
    .map((limit) => [limit.topic, limit] as const),
);

const limitText = (topic: string): string => {
  const limit = limits.get(topic);
  if (limit === undefined) return '';
  return `    retention.bytes: '${limit.retentionBytes.toString()}'
    segment.bytes: '${limit.segmentBytes.toString()}'
`;
};

/**
 * Returns the topics as objects of Kubernetes. If these objects exist, `deploy` only compares: `topicsOwner:
 * other` in the chart's values.
 */
export const kafkaTopicsText = (): string =>
  heading +
  topicCatalogue
    .map(
      ({ name, partitions, config }) => `---
apiVersion: kafka.strimzi.io/v1
kind: KafkaTopic
${metadataOf(name)}
spec:
  partitions: ${partitions.toString()}
  replicas: 3
  config:
${Object.entries(config)
  .map(([key, value]) => `    ${key}: '${value}'`)
  .join('\n')}
${limitText(name)}`,
    )
    .join('');

/**
 * Returns the users as objects of Kubernetes. Their passwords are those of examples/make-secrets.sh, so that
 * nothing is copied from the operator's namespace.
 */
export const kafkaUsersText = (access: readonly AccessFacts[]): string =>
  heading +
  [...new Set(access.map(({ process }) => process))]
    .map((process) =>
      userText(
        process,
        access.filter((rule) => rule.process === process),
      ),
    )
    .join('');

/**
 * Returns the user of an installation whose processes have one name (`values/minimal.yaml`). It may do what
 * any of them may.
 */
export const kafkaUserForAllText = (access: readonly AccessFacts[]): string => {
  const rules = new Map<string, AccessFacts>();
  for (const rule of access) {
    const key = `${rule.resource} ${rule.name} ${rule.pattern}`;
    const operations = new Set([...(rules.get(key)?.operations ?? []), ...rule.operations]);
    rules.set(key, Object.assign({}, rule, { operations: [...operations] }));
  }
  return heading + userText('loyalty', [...rules.values()]);
};

const userText = (process: string, rules: readonly AccessFacts[]): string => `---
apiVersion: kafka.strimzi.io/v1
kind: KafkaUser
${metadataOf(process)}
spec:
  authentication:
    type: scram-sha-512
    password:
      valueFrom:
        secretKeyRef: { name: kafka-${process}, key: password }
  authorization:
    type: simple
    acls:
${rules.map(ruleText).join('\n')}
`;

const ruleText = ({ resource, name, pattern, operations }: AccessFacts): string => `      - resource:
          type: ${resource.toLowerCase()}${resource === 'CLUSTER' ? '' : `\n          name: ${name}\n          patternType: ${pattern === 'PREFIXED' ? 'prefix' : 'literal'}`}
        operations: [${operations.map(operationName).join(', ')}]`;

/** The name there is, for instance, `DescribeConfigs` for `DESCRIBE_CONFIGS`. */
const operationName = (operation: string): string =>
  operation
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
