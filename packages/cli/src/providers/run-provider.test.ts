import { createServer } from 'node:net';
import { captureRun } from '../testing/captured-run.ts';

const findFreePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** Asks until somebody listens. */
const ask = async (port: number): Promise<string> => {
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port.toString()}/`, {
        ...{ method: 'POST', body: '{"rewardType":"VOUCHER"}', headers: { 'idempotency-key': 'key-1' } },
      });
      return await response.text();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
};

it('the command serves until it is interrupted, one line per asking', async () => {
  const port = await findFreePort();
  const running = captureRun(['providers', 'serve', '--port', port.toString()]);
  const { code } = JSON.parse(await ask(port)) as { code: string };
  process.emit('SIGINT');
  const { exitCode, out, err } = await running;
  expect(exitCode).toBe(0);
  expect(err).toContain(`http://127.0.0.1:${port.toString()}/`);
  expect(out).toBe(`key-1  VOUCHER  200  ${code}\n`);
});

it('a mode that there is not is a wrong command line', async () => {
  const { exitCode, err } = await captureRun(['providers', 'serve', '--port', '0', '--mode', 'sulk']);
  expect(exitCode).toBe(2);
  expect(err).toContain('--mode');
});
