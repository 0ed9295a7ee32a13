import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { serviceNames } from '@loyalty/contracts';
import { read, sources } from '../support/sources.ts';

interface DeclaredTopic {
  readonly surveyedBy?: readonly string[];
  readonly name: string;
  readonly writers: readonly string[];
  readonly readers: readonly string[];
}
const { topics } = JSON.parse(read('schemas/topics.json')) as { topics: readonly DeclaredTopic[] };

test('the list of services names the folders of services, but for the console, which opens no stream', () => {
  expect([...serviceNames, 'console'].toSorted()).toEqual(readdirSync('services').toSorted());
});

const processes = [...readdirSync('services'), 'loyaltyctl'];

/** Returns a topic's name in code: `topics.memberEvents`. */
const inCode = ({ name }: DeclaredTopic): string =>
  `topics.${name.replace('loyalty.', '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())}`;

/** Returns the topics that a folder of a service names, without tests. */
const namedIn = (folder: string): readonly DeclaredTopic[] => {
  const text = sources
    .filter((path) => path.startsWith(`${folder}/`) && !path.endsWith('.test.ts'))
    .map(read)
    .join('\n');
  return topics.filter((topic) => new RegExp(`\\b${inCode(topic)}\\b`).test(text));
};

/** Returns true for a service that follows facts: each calls one entry point in `inbound/consume-facts.ts`. */
const readsFacts = (service: string): boolean =>
  existsSync(join('services', service, 'src/inbound/consume-facts.ts'));

const factTopics: readonly string[] = ['loyalty.facts', 'loyalty.facts-bulk'];

const readersOf = (topic: DeclaredTopic): readonly string[] =>
  readdirSync('services').filter(
    (service) =>
      namedIn(`services/${service}/src/inbound`).includes(topic) ||
      (factTopics.includes(topic.name) && readsFacts(service)),
  );

/** Replies, dead letters, erasures and clocks are written and read in packages that several processes share. */
const isShared = ({ name }: DeclaredTopic): boolean =>
  ['loyalty.replies', 'loyalty.dead-letters', 'loyalty.erasures', 'loyalty.clocks'].includes(name);

/** Of clocks only the time in the response counts, and topics out are read by tenants. */
const isUnread = ({ name }: DeclaredTopic): boolean => ['loyalty.clocks', 'loyalty.events'].includes(name);

test.each(topics)('$name is read by the services that consume it', (topic) => {
  const consuming = isShared(topic) ? [] : topic.readers.toSorted();
  expect(readersOf(topic).toSorted()).toEqual(consuming);
});

test.each(topics)('$name is written or read by every service whose outbound/ names it', (topic) => {
  const naming = readdirSync('services').filter((service) =>
    namedIn(`services/${service}/src/outbound`).includes(topic),
  );
  const declared = [...topic.writers, ...topic.readers, ...(topic.surveyedBy ?? [])];
  expect(naming.filter((service) => !declared.includes(service))).toEqual([]);
});

test.each(topics)('$name has writers and readers that there are', (topic) => {
  const { writers, readers } = topic;
  expect(writers.length).toBeGreaterThan(0);
  expect(readers.length > 0).toBe(!isUnread(topic));
  expect([...writers, ...readers].filter((name) => !processes.includes(name))).toEqual([]);
});
