import { subjectSchemas } from '@loyalty/contracts';
import { randomId } from '@loyalty/kernel';
import { createSchemaRegistry } from '@loyalty/messaging';
import { explainingRegistry } from '../explaining-registry.ts';
import { documentOf, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import { stackVariables } from '../testing/stack-variables.ts';
import type { TopicsReport } from './make-topics.ts';
import type { RegisteredSchema } from './register-schemas.ts';

interface Deployed {
  readonly migrations: readonly string[];
  readonly topics: TopicsReport;
  readonly schemas: readonly RegisteredSchema[];
}

test('a deploy that is repeated changes nothing and gives the same schema ids', async () => {
  const first = await documentOf<Deployed>('deploy');
  const again = await documentOf<Deployed>('deploy', '--local');
  expect(again).toMatchObject({
    migrations: [],
    topics: { partitions: 'local', replication: 1, created: [], changed: [] },
  });
  expect(again.schemas).toEqual(first.schemas);
  expect(again.schemas.map(({ subject }) => subject)).toEqual(subjectSchemas.map(({ subject }) => subject));
});

test('several deploys at once take turns', async () => {
  const runs = await Promise.all([loyaltyctl(['migrate']), loyaltyctl(['migrate']), loyaltyctl(['migrate'])]);
  expect(runs.map(({ exitCode, out }) => [exitCode, out])).toEqual(
    runs.map(() => [0, 'Schema: up to date.\n']),
  );
});

test('topics that have other partitions are named and stay as they are', async () => {
  const run = await loyaltyctl([
    'topics',
    'create',
    '--partitions',
    'production',
    '--replication',
    '1',
    '--json',
  ]);
  expect(run.exitCode).toBe(0);
  expect(run.err).toContain('Warning: loyalty.receipts has another number of partitions; it stays as it is');
  expect((JSON.parse(run.out) as Deployed).topics.differing).toContain('loyalty.receipts');
});

test('a breaking change of a schema is refused in a sentence that says what to do', async () => {
  const url = stackVariables()['SCHEMA_REGISTRY_URL'] ?? '';
  const registry = createSchemaRegistry(url);
  const subject = `loyalty.test-${randomId()}-value`;
  const schemaText = (type: string): string =>
    JSON.stringify({ type: 'record', name: 'Test', fields: [{ name: 'amount', type }] });
  await registry.register(subject, schemaText('long'));
  await expect(
    explainingRegistry(url, () => registry.register(subject, schemaText('string'))),
  ).rejects.toThrow(
    new RegExp(`^${subject}: the change breaks a reader or a writer \\(.+\\)\\. Schemas only grow by fields`),
  );
});
