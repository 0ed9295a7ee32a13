import { MissingTopics } from './missing-topics.ts';

const missing = 'UNKNOWN_TOPIC_OR_PARTITION: This server does not host this topic-partition';
const forbidden = 'TOPIC_AUTHORIZATION_FAILED: Not authorized to access topics';

const watch = () => {
  const gone: string[] = [];
  const clock = { nowMs: 0 };
  const topics = new MissingTopics({
    mayGo: (topic) => topic.startsWith('out.'),
    onGone: (topic, reason) => gone.push(`${topic} ${reason.split(':')[0] ?? ''}`),
    elapsedMs: () => clock.nowMs,
  });
  return { topics, clock, gone };
};

test.each([
  ['was deleted', missing],
  ['may not be written', forbidden],
])('a topic that %s is gone after a minute, and not before (D354)', (_, reason) => {
  const { topics, clock, gone } = watch();
  topics.failed('out.a', reason);
  clock.nowMs = 59_999;
  topics.failed('out.a', reason);
  expect(gone).toEqual([]);
  clock.nowMs = 60_000;
  topics.failed('out.a', reason);
  expect(gone).toEqual([`out.a ${reason.split(':')[0] ?? ''}`]);
});

test('a topic that no broker names is gone after a minute, too', () => {
  const { topics, clock, gone } = watch();
  topics.missed(['out.a']);
  clock.nowMs = 60_000;
  topics.missed(['out.a', 'out.b']);
  expect(gone).toEqual(['out.a the topic is missing']);
});

test.each<[string, (topics: MissingTopics) => void]>([
  [
    'has taken a message meanwhile',
    (topics) => {
      topics.took('out.a');
    },
  ],
  [
    'has no leader meanwhile, as when a broker is lost',
    (topics) => {
      topics.failed('out.a', 'LEADER_NOT_AVAILABLE: There is no leader');
    },
  ],
])('a topic that %s begins anew', (_, happens) => {
  const { topics, clock, gone } = watch();
  topics.failed('out.a', missing);
  clock.nowMs = 50_000;
  happens(topics);
  clock.nowMs = 70_000;
  topics.failed('out.a', missing);
  expect(gone).toEqual([]);
  clock.nowMs = 130_000;
  topics.failed('out.a', missing);
  expect(gone).toHaveLength(1);
});

test('▲ topics of our own are waited for, however long: facts are never given up', () => {
  const { topics, clock, gone } = watch();
  topics.failed('loyalty.facts', missing);
  clock.nowMs = 600_000;
  topics.failed('loyalty.facts', missing);
  topics.missed(['loyalty.facts']);
  expect(gone).toEqual([]);
});
