import { captureRun } from '../testing/captured-run.ts';

const tenantId = '0198c0de-0000-7000-8000-000000000001';

it.each(['nowhere', 'ftp://localhost/events', 'http://'])(
  'sends nothing to %s, which is no address of a program',
  async (address) => {
    const place = ['--tenant', tenantId, '--mode', 'test', '--key', 'sk_test_demo'];
    const { exitCode, err } = await captureRun(['listen', ...place, '--forward-to', address]);
    expect([exitCode, err]).toEqual([2, expect.stringContaining(`${address} is not an address`)]);
  },
);
