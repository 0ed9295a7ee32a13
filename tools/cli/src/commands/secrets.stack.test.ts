import { randomBytes } from 'node:crypto';
import type { EnvironmentId } from '@loyalty/kernel';
import { createSecretBox, parseSecretKeys } from '@loyalty/storage/secrets';
import { setProvider } from '@loyalty/tables/rewards/management';
import { createWebhookDirectory } from '@loyalty/tables/webhooks';
import { createWebhook, updateWebhook } from '@loyalty/tables/webhooks/management';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { type CapturedRun, captureRun } from '../testing/captured-run.ts';
import { createScratchSystem } from '../testing/scratch-system.ts';
import { stackVariables } from '../testing/stack-variables.ts';

let scratch: ScratchDatabase;
let environmentId: EnvironmentId;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
  ({ environmentId } = await createScratchSystem(scratch.db, scratch.url));
});
afterEach(() => scratch.drop());

const keyOf = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
const [oldKey, newKey, otherKey] = [keyOf('2025'), keyOf('2026'), keyOf('other')];
const boxOf = (...keys: readonly string[]) => createSecretBox(parseSecretKeys(keys.join(',')));

const secretsOf = ['first secret of all', 'second secret of all'] as const;

/** Stores a provider, and a webhook with a changed secret: three secrets. */
const sealThree = async (key: string): Promise<string> => {
  const given = { db: scratch.db, box: boxOf(key) };
  await setProvider(given, environmentId, {
    name: crypto.randomUUID(),
    url: 'https://acme.example/',
    secret: 'of the provider',
    isIdempotent: true,
    callsMax: 8,
  });
  const webhook = { url: 'https://shop.example/', secret: secretsOf[0], events: ['*'] };
  const made = await createWebhook(given, environmentId, webhook);
  if (made.outcome !== 'created') throw new Error(made.outcome);
  const { id: webhookId } = made.record;
  await updateWebhook(given, environmentId, { webhookId, patch: { secret: secretsOf[1] } });
  return webhookId;
};

const reseal = (...keys: readonly string[]): Promise<CapturedRun> =>
  captureRun(['secrets', 'reseal', '--json'], {
    variables: { ...stackVariables(), DATABASE_URL: scratch.url, SECRET_KEYS: keys.join(',') },
  });
const documentOf = ({ out }: CapturedRun): unknown => JSON.parse(out);

test('every secret is sealed again with the first key, and opened only by it; a repeat does nothing', async () => {
  const webhookId = await sealThree(oldKey);
  const first = await reseal(newKey, oldKey);
  const keys = [{ keyId: '2026', secrets: 3 }];
  expect([first.exitCode, documentOf(first)]).toEqual([
    0,
    { looked: 3, resealed: 3, unopened: 0, sealingKeyId: '2026', keys },
  ]);
  const held = createWebhookDirectory({ db: scratch.db, box: boxOf(newKey) });
  const endpoint = (await held.get(environmentId, 0))?.endpoints.get(webhookId);
  const opened = [endpoint?.previous?.secret, endpoint?.secret].map((secret) => secret?.export().toString());
  expect(opened).toEqual(secretsOf);
  expect(documentOf(await reseal(newKey))).toMatchObject({ looked: 3, resealed: 0, unopened: 0, keys });
});

test('a secret that no key opens stays unchanged, is counted under its key, and makes the exit code 1', async () => {
  await sealThree(oldKey);
  await sealThree(otherKey);
  const { exitCode, out } = await captureRun(['secrets', 'reseal'], {
    variables: { ...stackVariables(), DATABASE_URL: scratch.url, SECRET_KEYS: `${newKey},${oldKey}` },
  });
  expect([exitCode, out.split('\n')]).toEqual([
    1,
    [
      '6 secrets were processed; 3 were encrypted again with the key 2026.',
      '3 cannot be decrypted: their key is missing, or they were encrypted for another row.',
      'KEY    SECRETS',
      '2026   3',
      'other  3',
      '',
    ],
  ]);
  const all = await reseal(newKey, otherKey);
  expect([all.exitCode, documentOf(all)]).toMatchObject([
    0,
    { resealed: 3, keys: [{ keyId: '2026', secrets: 6 }] },
  ]);
});

test('a secret that was moved to another row stays unchanged, and is never sealed for that row', async () => {
  const [moved, from] = [await sealThree(oldKey), await sealThree(oldKey)];
  await scratch.db.query(
    'UPDATE webhooks w SET secret = o.secret FROM webhooks o WHERE w.id = $1 AND o.id = $2',
    [moved, from],
  );
  expect(documentOf(await reseal(newKey, oldKey))).toMatchObject({
    resealed: 5,
    unopened: 1,
    keys: [
      { keyId: '2025', secrets: 1 },
      { keyId: '2026', secrets: 5 },
    ],
  });
});

test('more secrets than fit into one chunk are sealed chunk by chunk', async () => {
  await sealThree(oldKey);
  const box = boxOf(oldKey);
  const rows = Array.from({ length: 1_100 }, () => {
    const id = crypto.randomUUID();
    return { id, secret: box.seal({ kind: 'webhook', environmentId, id }, Buffer.from(secretsOf[0])) };
  });
  await scratch.db.query(
    `INSERT INTO webhooks (environment_id, id, url, events, secret)
     SELECT $1, id, 'https://filler.example', '{*}', secret FROM unnest($2::uuid[], $3::bytea[]) AS r (id, secret)`,
    [environmentId, rows.map(({ id }) => id), rows.map(({ secret }) => secret)],
  );
  expect(documentOf(await reseal(newKey, oldKey))).toMatchObject({
    looked: 1_103,
    resealed: 1_103,
    unopened: 0,
    keys: [{ keyId: '2026', secrets: 1_103 }],
  });
});
