import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecretBox, readSecretKeys } from '@loyalty/storage/secrets';
import { createRewardProviders } from '@loyalty/tables/rewards';
import type { HttpProviderRecord } from '@loyalty/tables/rewards/management';
import { createSchemaDatabase, type ScratchDatabase } from '@loyalty/testkit/database';
import { captureRun } from '../testing/captured-run.ts';
import { createScratchSystem, type ScratchSystem } from '../testing/scratch-system.ts';
import { stackVariables } from '../testing/stack-variables.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';

let scratch: ScratchDatabase;
let system: ScratchSystem;
let folder: ReturnType<typeof createTemporaryFolder>;
beforeEach(async () => {
  scratch = await createSchemaDatabase();
  system = await createScratchSystem(scratch.db, scratch.url);
  folder = createTemporaryFolder();
});
afterEach(async () => {
  folder.remove();
  await scratch.drop();
});

const url = ['--url', 'https://acme.example/codes'];
const set = (...flags: readonly string[]) =>
  system.loyaltyctl(['providers', 'set', 'acme', ...flags, ...system.place]);
const listed = async (): Promise<HttpProviderRecord[]> => {
  const { document } = await system.documentOf('providers', 'list', ...system.place);
  return (document as { readonly providers: HttpProviderRecord[] }).providers;
};
/** Opens the secret as services do, with the key of the stack. */
const secretOfAcme = async (): Promise<string | undefined> => {
  const secretKeysFile = stackVariables()['SECRET_KEYS_FILE'] ?? null;
  const box = createSecretBox(readSecretKeys({ secretKeys: null, secretKeysFile }));
  const held = await createRewardProviders({ db: system.db, box }).get(system.environmentId, 0);
  const acme = held?.providers.get('acme');
  return acme?.kind === 'HTTP' ? acme.secret?.export().toString() : undefined;
};

test('a provider is created, shown without its secret, replaced and removed', async () => {
  const made = await set(...url, '--secret', 'whsec_c2VjcmV0', '--not-idempotent', '--calls', '3');
  expect([made.exitCode, made.out]).toEqual([0, 'The provider acme was created.\n']);
  expect(await secretOfAcme()).toBe('whsec_c2VjcmV0');
  expect(await listed()).toMatchObject([{ name: 'acme', url: url[1], isIdempotent: false, callsMax: 3 }]);
  const { out } = await system.loyaltyctl(['providers', 'list', ...system.place]);
  expect(out).toMatch(
    /^NAME +URL +IDEMPOTENT +CALLS +ID\nacme +https:\/\/acme\.example\/codes +no +3 +[0-9a-f-]{36}\n$/,
  );
  expect((await set(...url)).out).toBe('The provider acme was replaced.\n');
  expect(await listed()).toMatchObject([{ isIdempotent: true, callsMax: 8 }]);
  expect(await secretOfAcme()).toBe('whsec_c2VjcmV0');
  const removed = await system.documentOf('providers', 'remove', 'acme', ...system.place);
  expect([removed, await listed()]).toEqual([{ document: { removed: 'acme' }, exitCode: 0 }, []]);
});

test('a secret may come from a file, which no other user of the machine sees', async () => {
  writeFileSync(join(folder.path, 'acme.secret'), 'plain secret\n');
  const line = ['providers', 'set', 'acme', ...url, '--secret-file', 'acme.secret', ...system.place];
  expect((await system.loyaltyctl(line, { folder: folder.path })).exitCode).toBe(0);
  expect(await secretOfAcme()).toBe('plain secret');
});

test.each([
  [1, [...url], /acme is new, so it needs --secret or --secret-file/],
  [1, [...url, '--secret-file', '/nowhere'], /\/nowhere cannot be read/],
  [2, [...url, '--secret', 'a', '--secret-file', 'b'], /not both/],
  [2, [...url, '--secret', ''], /at least one character/],
  [2, ['--url', 'ftp://acme.example', '--secret', 'a'], /must begin with https/],
  [2, ['--url', 'https://a:b@acme.example', '--secret', 'a'], /must not carry a user name/],
  [2, [...url, '--secret', 'a', '--calls', '33'], /an integer from 1 to 32/],
])('exit code %i: providers set acme %j', async (code, flags, sentence) => {
  const { exitCode, err } = await set(...flags);
  expect([exitCode, err]).toEqual([code, expect.stringMatching(sentence)]);
});

test('a provider that the setting names is not removed, and the setting names only existing ones', async () => {
  const setting = (value: string) =>
    system.loyaltyctl(['settings', 'set', 'rewardProviders', value, ...system.place]);
  const unknown = await setting('{"default": "acme"}');
  expect([unknown.exitCode, unknown.err]).toEqual([2, expect.stringMatching(/not "acme"/)]);
  await set(...url, '--secret', 'a');
  expect((await setting('{"default": "acme"}')).exitCode).toBe(0);
  const remove = ['providers', 'remove', 'acme', ...system.place];
  const refused = await system.loyaltyctl(remove);
  expect([refused.exitCode, refused.err]).toEqual([1, expect.stringMatching(/acme is named by the setting/)]);
  await setting('null');
  expect((await system.loyaltyctl(remove)).exitCode).toBe(0);
  const again = await system.loyaltyctl(remove);
  expect([again.exitCode, again.err]).toEqual([1, expect.stringMatching(/There is no provider acme/)]);
});

test('without keys nothing is sealed, and the error says what to do', async () => {
  const variables = {
    ...stackVariables(),
    DATABASE_URL: scratch.url,
    SECRET_KEYS_FILE: '',
    LOYALTY_LOCAL_JSON: '/nowhere',
  };
  const line = ['providers', 'set', 'acme', ...url, '--secret', 'a', ...system.place];
  const { exitCode, err } = await captureRun(line, { folder: folder.path, variables });
  expect([exitCode, err]).toEqual([
    1,
    expect.stringMatching(/SECRET_KEYS is not set .*SECRET_KEYS=id:base64/),
  ]);
});
