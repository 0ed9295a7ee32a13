import { isWrongSetting } from '@loyalty/kernel';
import { silentLogger } from '@loyalty/telemetry/logger';
import { ProcessPhase } from './process-phase.ts';
import { createSchemaWait } from './schema-wait.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const databaseUrl = process.env['DATABASE_URL'] ?? '';

const start = (url: string): Promise<unknown> => {
  const phase = new ProcessPhase(silentLogger);
  const gate = createSchemaWait({ config: { databaseUrl: url }, logger: silentLogger, phase }, 'gate-test');
  return Promise.resolve(gate.start?.(new AbortController().signal));
};

test('a start passes where the database has every step and every setting of its sessions', async () => {
  await expect(start(databaseUrl)).resolves.toBeUndefined();
});

test('▲ a start that finds the settings of its sessions dropped ends as for a wrong setting, and does not wait', async () => {
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c work_mem=8MB');
  const failure = await start(url.href).catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ code: 'DATABASE_SETTINGS_IGNORED' });
  expect(isWrongSetting(failure)).toBe(true);
});
