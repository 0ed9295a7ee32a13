import { setTimeout as pause } from 'node:timers/promises';
import { serviceNames } from '@loyalty/contracts';
import { eventually } from '@loyalty/testkit/runs';
import { serviceRoles } from '../principals.ts';
import type { SecuredStack } from '../secured-stack.ts';
import { createClient } from '../servers/kafka-client.ts';
import { kafkaSecret, reauthenticationMs } from '../servers/kafka.ts';
import { newPassword } from '../servers/passwords.ts';
import { owner, postgresSecret } from '../servers/postgres.ts';
import type { Load } from '../story/load.ts';

/** The result of a change of passwords under load. */
export interface Rotated {
  readonly seen: string;
  readonly faults: readonly string[];
}

const underLoad = async (load: Load, work: () => Promise<readonly string[]>): Promise<Rotated> => {
  const before = load.seen;
  const beganMs = performance.now();
  const faults = await work();
  const { sent, failed } = load.seen;
  const failures = failed - before.failed;
  return {
    seen: `${seconds(beganMs)} s, ${(sent - before.sent).toString()} evaluates, ${failures.toString()} failed`,
    faults: failures === 0 ? faults : [...faults, ...load.failures],
  };
};

const seconds = (sinceMs: number): string => ((performance.now() - sinceMs) / 1_000).toFixed(0);

/**
 * Changes every service's password of Kafka: on the server, then in the file. Goes on for as long as a broker lets a client be
 * without proving itself again, so that every connection has used the new one.
 */
export const rotateKafka = (stack: SecuredStack, load: Load): Promise<Rotated> =>
  underLoad(load, async () => {
    const faults: string[] = [];
    for (const name of serviceNames) {
      const old = stack.passwords.of(kafkaSecret(name));
      const password = newPassword();
      await stack.kafka.changePassword(name, password);
      stack.passwords.replace(kafkaSecret(name), password);
      if (await isLetIn(stack, name, old)) faults.push(`${name}: the old password still counts`);
    }
    await pause(reauthenticationMs);
    return faults;
  });

const isLetIn = async (
  { kafka, authority }: SecuredStack,
  user: string,
  password: string,
): Promise<boolean> => {
  const client = createClient({
    address: kafka.address,
    caPath: authority.caPath,
    user,
    password,
    retries: 0,
  });
  const admin = client.admin();
  try {
    await admin.connect();
    return true;
  } catch {
    return false;
  } finally {
    await admin.disconnect();
  }
};

interface Session {
  readonly pid: number;
}

/** Changes the services' passwords of Postgres: on the server, then in the file. Then ends every session that is idle, until none is old. */
export const rotatePostgres = (stack: SecuredStack, load: Load): Promise<Rotated> =>
  underLoad(load, async () => {
    const { postgres, passwords } = stack;
    for (const role of serviceRoles) {
      const password = newPassword();
      await postgres.query(owner, `ALTER ROLE ${role} PASSWORD '${password}'`);
      passwords.replace(postgresSecret(role), password);
    }
    const old = await postgres.query<Session>(owner, sessions);
    const pids = old.map(({ pid }) => pid).join();
    await eventually(
      'every session is a new one',
      async () => (await postgres.query(owner, endIdle(pids))).length === 0,
      { everyMs: 200 },
    );
    const now = await postgres.query<Session>(owner, sessions);
    return old.length > 0 && now.length > 0 ? [] : ['the services have no sessions'];
  });

const ofServices = `usename IN (${serviceRoles.map((role) => `'${role}'`).join(', ')})`;

const sessions = `SELECT pid FROM pg_stat_activity WHERE ${ofServices}`;

/** Ends what is idle of these sessions, and returns all of them that there still are. */
const endIdle = (pids: string): string =>
  `SELECT pid, state = 'idle' AND pg_terminate_backend(pid) AS ended FROM pg_stat_activity WHERE pid IN (${pids}) AND ${ofServices}`;
