import {
  burnGroup,
  earnGroups,
  fulfilmentGroup,
  segmentGroup,
  tierGroup,
  topicAccess,
  topics,
  webhookGroup,
} from '@loyalty/contracts';
import { captureRun } from '../testing/captured-run.ts';
import { accessTable, kafkaAclsLine, processes, streamAccess, streamOutAccess } from './access-table.ts';

const operationsOf = (process: string, topic: string): readonly string[] =>
  accessTable()
    .filter((rule) => rule.process === process && rule.resource === 'TOPIC' && rule.name === topic)
    .flatMap(({ operations }) => operations);

const services = processes.filter((name) => name !== 'loyaltyctl');

const ofEveryInstallation = topicAccess.filter(({ isOfEnvironments }) => !isOfEnvironments);

test.each(ofEveryInstallation)(
  '▲ $name is written and read as it is declared, and by nobody else',
  (topic) => {
    const may = (operation: string): readonly string[] =>
      services.filter((service) => operationsOf(service, topic.name).includes(operation));
    const ours = (names: readonly string[]): readonly string[] =>
      services.filter((service) => names.includes(service));
    const streamServices = services.filter((service) => service !== 'ingress');
    expect(may('WRITE')).toEqual(topic.isPublishedByAny ? services : ours(topic.writers));
    expect(may('READ')).toEqual(topic.isRereadByAny ? streamServices : ours(topic.readers));
    expect(may('DESCRIBE')).toEqual(ours(topic.surveyors));
  },
);

test('nobody but the earn engine reads what tenants stream, and no service writes it', () => {
  const prefixed = accessTable().filter(({ name }) => name === 'loyalty.receipts.');
  expect(prefixed.map(({ process, operations }) => [process, operations])).toEqual([
    ['earn-engine', ['READ']],
    ['ingress', ['DESCRIBE']],
    ['tier-service', ['DESCRIBE']],
  ]);
});

test('every service may write topics out, because any publishes what a dead one left behind, and none reads them', () => {
  const ofTopicsOut = accessTable().filter(({ name }) => name.startsWith(topics.events));
  expect(
    ofTopicsOut.map(({ process, pattern, name, operations }) => [process, pattern, name, operations]),
  ).toEqual(services.map((service) => [service, 'PREFIXED', 'loyalty.events.', ['WRITE']]));
});

test('▲ a tenant may read its own topic out and no other, whatever the name of the other begins with (D350)', () => {
  const topic = 'loyalty.events.0198c0de-0000-7000-8000-000000000001.live';
  const rules = streamOutAccess('User:grocer', topic);
  expect(rules).toEqual([
    { principal: 'User:grocer', resource: 'TOPIC', name: topic, pattern: 'LITERAL', operations: ['READ'] },
    { principal: 'User:grocer', resource: 'GROUP', name: topic, pattern: 'PREFIXED', operations: ['READ'] },
  ]);
});

test('every consumer group belongs to one process', () => {
  const groups = [
    ...Object.values(earnGroups),
    burnGroup,
    tierGroup,
    segmentGroup,
    fulfilmentGroup,
    webhookGroup,
  ];
  const ofGroup = (group: string): readonly string[] =>
    accessTable()
      .filter(({ resource, name }) => resource === 'GROUP' && group.startsWith(name))
      .map(({ process }) => process);
  for (const group of groups) expect(ofGroup(group)).toHaveLength(1);
});

test('a rule is a line of kafka-acls.sh', () => {
  expect(kafkaAclsLine(streamAccess('User:grocer', 'loyalty.receipts.x.live'))).toMatch(
    /--add --allow-principal 'User:grocer' --operation Write --topic 'loyalty.receipts.x.live'$/,
  );
});

test('access show prints every rule, for the principals that are asked for', async () => {
  const run = await captureRun(['--json', 'access', 'show', '--principal', 'ingress=User:CN=ingress']);
  const { rules } = JSON.parse(run.out) as { readonly rules: readonly { readonly principal: string }[] };
  expect(rules).toHaveLength(accessTable().length);
  expect(new Set(rules.map(({ principal }) => principal))).toEqual(
    new Set(processes.map((name) => (name === 'ingress' ? 'User:CN=ingress' : `User:${name}`))),
  );
});

test('a principal of no process, or without its type, is refused', async () => {
  for (const wrong of ['ingres=User:x', 'ingress=x', 'ingress']) {
    const run = await captureRun(['access', 'show', '--principal', wrong]);
    expect([run.exitCode, run.err]).toEqual([2, expect.stringContaining('PROCESS=TYPE:NAME')]);
  }
});
