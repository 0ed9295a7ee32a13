import { freePort } from '@loyalty/stack';
import { askUntilServed } from '../testing/ask-until-served.ts';
import { captureRun } from '../testing/captured-run.ts';

it('the command serves until it is interrupted, one line per asking', async () => {
  const port = await freePort();
  const running = captureRun(['providers', 'serve', '--port', port.toString()]);
  const asking = { body: '{"rewardType":"VOUCHER"}', headers: { 'idempotency-key': 'key-1' } };
  const { code } = JSON.parse((await askUntilServed(port, asking)).text) as { code: string };
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
