import { subjectSchemas, topicCatalogue, topicOf, topics } from '@loyalty/contracts';
import { allMigrations } from '@loyalty/service/migrations';
import { schemaMigrations } from '@loyalty/testkit/database';
import { streamConfig, streamOutConfig, topicSettings } from './topics.ts';

test('topics have the partitions of their profile and the settings of the catalogue', () => {
  const local = topicSettings('local', 1);
  const production = topicSettings('production', 3);
  expect(local.map(({ name }) => name)).toEqual(topicCatalogue.map(({ name }) => name));
  for (const [index, topic] of topicCatalogue.entries()) {
    expect(local[index]).toEqual({
      name: topic.name,
      partitions: topic.partitionsLocal,
      replicationFactor: 1,
      config: topic.config,
    });
    expect(production[index]).toMatchObject({ partitions: topic.partitions, replicationFactor: 3 });
  }
});

test('▲ every topic is uncompressed, tenants’ own too: brokers unpack what producers compress', () => {
  const kept = [...topicCatalogue.map(({ config }) => config), streamConfig, streamOutConfig];
  expect(new Set(kept.map((config) => config['compression.type']))).toEqual(new Set(['uncompressed']));
});

test('a request’s time is its record’s: every topic that services read has the time of its arrival', () => {
  const read = topicCatalogue.filter(({ schema }) => schema !== null && schema !== 'reply');
  expect(read.length).toBeGreaterThan(4);
  for (const { config } of read) expect(config['message.timestamp.type']).toBe('LogAppendTime');
});

test('every topic is held to 2 MiB a message', () => {
  for (const { config } of topicCatalogue) expect(config['max.message.bytes']).toBe('2097152');
});

test('a registry that lost its data gives the same ids again: new topics come last', () => {
  const first = ['evaluate', 'member-events', 'credits', 'receipts', 'replies', 'facts'];
  const subjects = subjectSchemas.map(({ subject }) => subject).slice(0, first.length);
  expect(subjects).toEqual(first.map((name) => `loyalty.${name}-value`));
});

test('every topic that carries a schema has a subject, in the order of the catalogue', () => {
  const declared = [...topicCatalogue, topicOf(topics.events)].filter(({ schema }) => schema !== null);
  const expected = declared.map(({ name }) => `${name}-value`);
  expect(subjectSchemas.map(({ subject }) => subject)).toEqual(expected);
});

test('no schema uses an enum or a union but null first, for either kills running readers', () => {
  // No service reads a topic out; `schema-evolution.test.ts` says what its schema may have.
  const read = subjectSchemas.filter(({ subject }) => subject !== `${topics.events}-value`);
  for (const { schemaText } of read) {
    expect(schemaText).not.toContain('"enum"');
    for (const [, union = ''] of schemaText.matchAll(/"type":\[([^\]]*)\]/g)) {
      expect(union).toMatch(/^"null","\w+"$/);
    }
  }
});

test('▲ two of three copies must have what is acknowledged; only replies and clocks are content with one', () => {
  const least = new Map(topicCatalogue.map(({ name, config }) => [name, config['min.insync.replicas']]));
  expect([...new Set(least.values())].toSorted()).toEqual(['1', '2']);
  const content = [...least].filter(([, value]) => value === '1').map(([name]) => name);
  expect(content).toEqual(['loyalty.replies', 'loyalty.clocks']);
  expect(streamConfig['min.insync.replicas']).toBe('2');
});

test('databases of tests have the schema that deploy applies', () => {
  expect(schemaMigrations).toEqual(allMigrations);
});
