import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { OwnStack } from '@loyalty/stack';
import { outboxLockClass } from '@loyalty/storage/outbox';
import { eventually, isInstalled, isRequired } from '@loyalty/testkit/runs';
import type { SecondEngine } from '../faults/engines.ts';
import type { Probes } from '../load/probes.ts';
import { say } from '../say.ts';
import type { Violations } from '../violations.ts';
import { LostNode } from './lost-node.ts';
import { restMs, type Run, underLoad } from './under-load.ts';

/** The promised bounds, in milliseconds. */
const bounds = { silent: 8_000, unswept: 20_000 };
/** Nothing waits longer than this for what must happen. */
const patience = { withinMs: 120_000, everyMs: 50 };

/**
 * The node of one of two engines loses its network while facts of it are stored and not published. Measures how long partitions are
 * silent, and how long those facts stay in the outbox.
 */
export const loseNode = async (run: Run, second: SecondEngine, probes: Probes): Promise<void> => {
  if (!canLose()) return;
  await second.ensure();
  await pause(restMs);
  const db = new pg.Client({ connectionString: run.stack.now().databaseUrl });
  await db.connect();
  const node = new LostNode(second.pid);
  try {
    const lost = { stack: run.stack, db, node, pid: second.pid, probes };
    await underLoad(run, 'node', async () => {
      judge(await lose(lost), run.violations);
    });
  } finally {
    second.kill();
    node.mend();
    await db.end();
  }
};

/** A part whose needs are missing is left out with a line; LOYALTY_REQUIRE makes that a failure. */
const canLose = (): boolean => {
  const can = process.getuid?.() === 0 && isInstalled('iptables');
  if (!can && isRequired('iptables')) throw new Error('losing a node needs root and iptables');
  if (!can) say('No node is lost: that needs root and iptables.');
  return can;
};

interface Losing {
  readonly stack: OwnStack;
  readonly db: pg.Client;
  readonly node: LostNode;
  readonly pid: number;
  readonly probes: Probes;
}

const lose = async ({ stack, db, node, pid, probes }: Losing) => {
  const connections = node.connections();
  const owner = await ownerOf(
    db,
    connections.map(({ localPort }) => localPort),
  );
  const kafkaPorts = stack
    .now()
    .kafkaBrokers.split(',')
    .map((address) => Number(address.split(':').at(-1)));
  // Kafka goes first, so that facts are stored that the process cannot publish any more.
  node.cut(connections.filter(({ remotePort }) => kafkaPorts.includes(remotePort)));
  const cutMs = performance.now();
  await eventually('facts wait for their owner', async () => (await rowsOf(db, owner)) > 0, patience);
  process.kill(pid, 'SIGSTOP');
  node.cut(node.connections());
  const swept = eventually(
    'its facts are published',
    async () => (await rowsOf(db, owner)) === 0,
    patience,
  ).then(() => performance.now() - cutMs);
  await probes.evaluate();
  return { silentMs: performance.now() - cutMs, unsweptMs: await swept };
};

const judge = (
  { silentMs, unsweptMs }: { readonly silentMs: number; readonly unsweptMs: number },
  violations: Violations,
): void => {
  const line = `every partition answered after ${silentMs.toFixed(0)} ms, its facts were published after ${unsweptMs.toFixed(0)} ms`;
  say(`A node was lost: ${line}`);
  if (silentMs > bounds.silent) violations.add('silent after a node was lost', line);
  if (unsweptMs > bounds.unswept) violations.add('facts of a lost node wait', line);
};

/** Returns the owner of outbox rows whose lock is held from one of these ports. */
const ownerOf = async (db: pg.Client, ports: readonly number[]): Promise<number> => {
  const { rows } = await db.query<{ owner: number }>(
    `SELECT l.objid::int AS owner FROM pg_locks l JOIN pg_stat_activity a USING (pid)
      WHERE l.locktype = 'advisory' AND l.classid = $1 AND a.client_port = ANY ($2)`,
    [outboxLockClass, ports],
  );
  const [first] = rows;
  if (first === undefined) throw new Error('the process holds no lock of an owner');
  return first.owner;
};

const rowsOf = async (db: pg.Client, owner: number): Promise<number> => {
  const { rows } = await db.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM outbox WHERE owner = $1',
    [owner],
  );
  return rows[0]?.count ?? 0;
};
