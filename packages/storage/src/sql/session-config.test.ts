import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sessionConfig } from './session-config.ts';

const url = 'postgres://user@host:5433/loyalty';

test('every session asks to be ended when its node is gone, and its client notices a lost server too', () => {
  expect(sessionConfig({ url, applicationName: 'engine' })).toMatchObject({
    application_name: 'engine',
    options:
      '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=11000',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  });
});

test('settings of a session join those of every session', () => {
  const { options } = sessionConfig({
    url,
    applicationName: 'lock',
    settings: { idle_session_timeout: 10_000 },
  });
  expect(options).toMatch(/tcp_user_timeout=11000 -c idle_session_timeout=10000$/);
});

test('nothing opens a session in another way', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.includes('test'))
    .map((file) => ({ file, text: readFileSync(folder + file, 'utf8') }));
  const opening = files.filter(({ text }) => /new pg\.(?:Client|Pool)\(/.test(text));
  expect(opening.map(({ file }) => file).toSorted()).toEqual([
    'database-roles.ts',
    'locks/advisory-lock.ts',
    'migrate.ts',
    'sql/connection-pool.ts',
    'sql/pending-commits.ts',
  ]);
  for (const { text } of opening) expect(text).toContain('sessionConfig(');
});
