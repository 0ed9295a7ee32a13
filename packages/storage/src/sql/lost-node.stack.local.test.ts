import { spawnSync } from 'node:child_process';
import { silentLogger } from '@loyalty/telemetry/logger';
import { eventually, isInstalled, isRequired } from '@loyalty/testkit/runs';
import { createDatabase, type Database, onlyRow, type Transaction } from './database.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const url = process.env['DATABASE_URL'] ?? '';
const serverPort = Number(new URL(url).port);
const key = 7_305_902;

const open = (): Database =>
  createDatabase({ url, applicationName: 'lost-node-test', poolMax: 1, logger: silentLogger });

const keepalives = ['tcp_keepalives_idle', 'tcp_keepalives_interval', 'tcp_keepalives_count'];

test('the server looks after every session as the lost node of a client demands', async () => {
  const db = open();
  const rows = await db.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1) ORDER BY name',
    [[...keepalives, 'tcp_user_timeout']],
  );
  await db.close();
  expect(rows).toEqual([
    { name: 'tcp_keepalives_count', setting: '3' },
    { name: 'tcp_keepalives_idle', setting: '5' },
    { name: 'tcp_keepalives_interval', setting: '2' },
    { name: 'tcp_user_timeout', setting: '11000' },
  ]);
});

/** Drops, or lets pass again, all packets between server and client, as when its cable is out. */
const packets = (act: '-I' | '-D', clientPort: number): void => {
  for (const [from, to] of [
    [clientPort, serverPort],
    [serverPort, clientPort],
  ]) {
    const rule = ['-p', 'tcp', '--sport', String(from), '--dport', String(to), '-j', 'DROP'];
    const { status, stderr } = spawnSync('iptables', ['-w', act, 'INPUT', '-i', 'lo', ...rule]);
    if (status !== 0) throw new Error(`iptables: ${stderr.toString()}`);
  }
};

const tryLock = async (tx: Transaction): Promise<boolean> => {
  const rows = await tx.query<{ taken: boolean }>('SELECT pg_try_advisory_xact_lock($1) AS taken', [key]);
  return onlyRow(rows, 'lock').taken;
};

/** The server probes a silent client after 5 s, and gives it up 11 s after its last packet. */
const wait = { withinMs: 20_000, everyMs: 200 };

const isRoot = process.getuid?.() === 0;
const withIptables = (isRoot && isInstalled('iptables')) || isRequired('iptables') ? describe : describe.skip;

withIptables('with iptables, as root', () => {
  test('▲ a client whose node is lost frees its locks within 20 s', async () => {
    const [lost, other] = [open(), open()];
    const transaction = lost.transaction(async (tx) => {
      expect(await tryLock(tx)).toBe(true);
      const rows = await tx.query<{ port: number }>('SELECT inet_client_port() AS port');
      const { port } = onlyRow(rows, 'port');
      packets('-I', port);
      try {
        await eventually('the lock is free', () => other.transaction(tryLock), wait);
      } finally {
        packets('-D', port);
      }
    });
    // The server has forgotten the session, and the transaction with it.
    await expect(transaction).rejects.toMatchObject({ code: 'DATABASE_UNAVAILABLE' });
    await Promise.all([lost.close(), other.close()]);
  });
});
