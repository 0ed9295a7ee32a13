import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSecretKeys, readSecretKeys } from './secrets.ts';

const zeros = Buffer.alloc(32).toString('base64');
const ones = Buffer.alloc(32, 255).toString('base64');

test('keys have ids, and their order is kept', () => {
  const keys = parseSecretKeys(` 2025:${zeros}, old-one_:${ones}\n`);
  expect(keys.map(({ id, key }) => [id, key.export().toString('base64')])).toEqual([
    ['2025', zeros],
    ['old-one_', ones],
  ]);
});

test.each([
  [''],
  [zeros],
  [`:${zeros}`],
  [`too-long-an-id:${zeros}`],
  [`ü:${zeros}`],
  [`a:${zeros},`],
  [`a:${zeros},a:${ones}`],
  [`a:${Buffer.alloc(31).toString('base64')}`],
  [`a:${Buffer.alloc(33).toString('base64')}`],
  [`a:${zeros.replace('=', '')}`],
  [`a:${ones.replaceAll('/', '_')}`],
])('%j are no keys, and no key is shown', (text) => {
  expect(() => parseSecretKeys(text)).toThrow(/SECRET_KEYS cannot be used: ((?!AAAA|\/\/\/\/|____).)+$/);
});

describe('a process', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secret-keys-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('reads its keys from a text or a file, and the text wins', () => {
    const secretKeysFile = join(folder, 'keys');
    writeFileSync(secretKeysFile, `filed:${ones}\n`);
    const idsOf = (secretKeys: string | null) =>
      readSecretKeys({ secretKeys, secretKeysFile }).map(({ id }) => id);
    expect([idsOf(null), idsOf(`given:${zeros}`)]).toEqual([['filed'], ['given']]);
  });

  it('fails with the name of the variable that is missing or wrong', () => {
    expect(() => readSecretKeys({ secretKeys: null, secretKeysFile: null })).toThrow('neither SECRET_KEYS');
    const secretKeysFile = join(folder, 'none');
    expect(() => readSecretKeys({ secretKeys: null, secretKeysFile })).toThrow(
      'SECRET_KEYS_FILE cannot be read',
    );
  });
});
