import { subjectSchemas, topics } from '@loyalty/contracts';
import { BrokenInvariant } from '@loyalty/kernel';
import { SchemaIds } from './schema-ids.ts';

/** A registry in which the schemas have the numbers of their places; it is unavailable until `isThere`. */
const registry = { isThere: false, asked: [] as string[] };
const findId = (subject: string, schemaText: string): Promise<number> => {
  registry.asked.push(subject);
  if (!registry.isThere && subject === 'loyalty.replies-value') return Promise.reject(new Error('away'));
  return Promise.resolve(
    subjectSchemas.findIndex((one) => one.subject === subject && one.schemaText === schemaText),
  );
};

test('writers have their ids once they were found; what was found is not asked for again', async () => {
  const ids = new SchemaIds();
  const [facts, replies] = [ids.of(topics.facts), ids.of(topics.replies)];
  expect(facts).toThrow(BrokenInvariant);
  await expect(ids.find({ findId })).rejects.toThrow('away');
  registry.isThere = true;
  await ids.find({ findId });
  expect([facts(), replies(), ids.of(topics.facts)()]).toEqual([
    subjectSchemas.findIndex(({ subject }) => subject === 'loyalty.facts-value'),
    subjectSchemas.findIndex(({ subject }) => subject === 'loyalty.replies-value'),
    facts(),
  ]);
  expect(registry.asked).toEqual(['loyalty.facts-value', 'loyalty.replies-value', 'loyalty.replies-value']);
});
