import { topicOf, topics } from '@loyalty/contracts';
import { eventually } from '@loyalty/testkit/runs';
import { countLetters, deadLetters } from '../support/dead-letters.ts';
import { createForeignProducer, type ForeignProducer } from '../support/foreign-producer.ts';
import { sampleReceipts } from '../support/independent-points.ts';
import { openNeighbour, type Neighbour } from '../support/neighbour.ts';

const topic = topics.evaluate;
const partitions = topicOf(topic).partitionsLocal;
const letterOf = ['--topic', topic, '--reason', 'UNKNOWN_ENVIRONMENT'];

let producer: ForeignProducer;
let neighbour: Neighbour;
beforeAll(async () => {
  producer = await createForeignProducer(topic);
  neighbour = await openNeighbour();
});
afterAll(() => producer.stop());

test('▲ a record of an environment that no database can number becomes a dead letter, and tills go on', async () => {
  const [receipt] = sampleReceipts();
  if (receipt === undefined) throw new Error('the sample is empty');
  const headers = { loyalty_environment: '5000000000' };
  const value = producer.write(receipt);
  const records = Array.from({ length: partitions }, (_, partition) => {
    return { key: receipt.memberRef, value, headers, partition };
  });
  const before = (await deadLetters(...letterOf)).length;
  const written = await countLetters();
  await producer.send(records);
  const givenUp = eventually('each is given up', async () => {
    return (await countLetters()) >= written + partitions;
  });
  const statuses = await neighbour.statusesBeside(givenUp);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
  expect(await deadLetters(...letterOf)).toHaveLength(before + partitions);
});
