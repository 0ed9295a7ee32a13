import { logGroupPrefix, replyGroupPrefix, topicAccess, type TopicAccess } from '@loyalty/contracts';
import type { AccessRule } from '@loyalty/kafka/admin';

type ProcessRule = Omit<AccessRule, 'principal'> & { readonly process: string };

export const processes: readonly string[] = [
  ...new Set(
    topicAccess.flatMap(({ writers, readers, surveyors }) => [...writers, ...readers, ...surveyors]),
  ),
].toSorted();

const ingress = 'ingress';
const operator = 'loyaltyctl';

/** Returns the rules of access, which follow from `schemas/topics.json`. */
export const accessTable = (): readonly ProcessRule[] =>
  processes.flatMap((process) => (process === operator ? operatorRules : serviceRules(process)));

const serviceRules = (process: string): readonly ProcessRule[] => [
  ...topicAccess.flatMap((topic) => topicRules(process, topic)),
  ...groupPrefixes(process).map((name) => prefixed(process, 'GROUP', name, ['READ'])),
];

const topicRules = (process: string, topic: TopicAccess): readonly ProcessRule[] => {
  const operations = operationsOn(process, topic);
  if (operations.length === 0) return [];
  if (topic.isOfEnvironments) return [prefixed(process, 'TOPIC', `${topic.name}.`, operations)];
  const own: ProcessRule = { process, resource: 'TOPIC', name: topic.name, pattern: 'LITERAL', operations };
  const ofStreams = operations.filter((operation) => operation !== 'WRITE');
  return topic.hasStreams && ofStreams.length > 0
    ? [own, prefixed(process, 'TOPIC', `${topic.name}.`, ofStreams)]
    : [own];
};

const operationsOn = (process: string, topic: TopicAccess): AccessRule['operations'] => {
  const operations = {
    READ: isReader(process, topic),
    WRITE: isWriter(process, topic),
    DESCRIBE: topic.surveyors.includes(process),
  };
  return (['READ', 'WRITE', 'DESCRIBE'] as const).filter((operation) => operations[operation]);
};

const isReader = (process: string, { readers, isRereadByAny }: TopicAccess): boolean =>
  readers.includes(process) || (isRereadByAny && process !== ingress);

const isWriter = (process: string, { writers, isPublishedByAny }: TopicAccess): boolean =>
  writers.includes(process) || isPublishedByAny;

/** Services name their groups after themselves, and read logs again while they open an epoch. */
const groupPrefixes = (process: string): readonly string[] =>
  process === ingress ? [replyGroupPrefix] : [process, logGroupPrefix];

const prefixed = (
  process: string,
  resource: AccessRule['resource'],
  name: string,
  operations: AccessRule['operations'],
): ProcessRule => ({ process, resource, name, pattern: 'PREFIXED', operations });

/** The operator's tool makes topics, replays what was given up, and reads any log. */
const operatorRules: readonly ProcessRule[] = [
  prefixed(operator, 'TOPIC', 'loyalty.', [
    'READ',
    'WRITE',
    'CREATE',
    'ALTER',
    'DESCRIBE_CONFIGS',
    'ALTER_CONFIGS',
  ]),
  prefixed(operator, 'GROUP', logGroupPrefix, ['READ']),
  {
    process: operator,
    resource: 'CLUSTER',
    name: 'kafka-cluster',
    pattern: 'LITERAL',
    operations: ['DESCRIBE', 'DESCRIBE_CONFIGS'],
  },
];

export const streamAccess = (principal: string, topic: string): AccessRule => ({
  principal,
  resource: 'TOPIC',
  name: topic,
  pattern: 'LITERAL',
  operations: ['WRITE'],
});

/**
 * Lets a tenant read its topic out, and no other. Groups begin with the topic's name, in which the tenant's id is, so
 * no tenant can join the group of another one.
 */
export const streamOutAccess = (principal: string, topic: string): readonly AccessRule[] => [
  { principal, resource: 'TOPIC', name: topic, pattern: 'LITERAL', operations: ['READ'] },
  { principal, resource: 'GROUP', name: topic, pattern: 'PREFIXED', operations: ['READ'] },
];

export const rulesFor = (principals: ReadonlyMap<string, string>): readonly AccessRule[] =>
  accessTable().map(({ process, ...rule }) => ({
    ...rule,
    principal: principals.get(process) ?? `User:${process}`,
  }));

export const kafkaAclsLine = ({ principal, resource, name, pattern, operations }: AccessRule): string => {
  const named = resource === 'CLUSTER' ? '--cluster' : `--${resource.toLowerCase()} '${name}'`;
  return [
    'kafka-acls.sh --bootstrap-server "$KAFKA_BROKERS" --command-config admin.properties --add',
    `--allow-principal '${principal}'`,
    ...operations.map((operation) => `--operation ${commandName(operation)}`),
    named,
    ...(pattern === 'PREFIXED' ? ['--resource-pattern-type prefixed'] : []),
  ].join(' ');
};

const commandName = (operation: string): string =>
  operation
    .toLowerCase()
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
