import { withSchemaDatabase } from '@loyalty/testkit/database';
import { captureRun } from '../testing/captured-run.ts';
import { stackVariables } from '../testing/stack-variables.ts';

test('a cell is numbered once, before its first tenant is made', () =>
  withSchemaDatabase(async (_, url) => {
    const run = (...line: readonly string[]) =>
      captureRun(line, { variables: { ...stackVariables(), DATABASE_URL: url } });
    expect((await run('cell', 'show')).out).toBe('Cell 0: environments 1 to 100000000\n');
    expect((await run('cell', 'set', '7')).out).toBe('Cell 7: environments 700000001 to 800000000\n');
    await run('tenants', 'create', 'Corner Shop');
    expect(await run('cell', 'set', '8')).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/This is cell 7 and it already has 2 environments/) as string,
    });
    expect(JSON.parse((await run('cell', 'show', '--json')).out)).toEqual({
      cell: 7,
      first: 700_000_001,
      last: 800_000_000,
    });
  }));

test.each(['20', '-1', 'x'])('there is no cell %s', async (n) => {
  const { exitCode } = await captureRun(['cell', 'set', '--', n], { variables: stackVariables() });
  expect(exitCode).toBe(2);
});
