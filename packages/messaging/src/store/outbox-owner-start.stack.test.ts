import { connect, createServer } from 'node:net';
import { once } from 'node:events';
import { outboxLockClass, tryAdvisoryLock } from '@loyalty/storage';
import { silentLogger } from '@loyalty/telemetry';
import { eventually } from '@loyalty/testkit';
import { registerOutboxOwner } from './outbox-owner.ts';

// eslint-disable-next-line n/no-process-env -- the runner, not a config.ts, gives tests their database.
const databaseUrl = process.env['DATABASE_URL'] ?? '';

/** Reaches the database through a port that is closed until the test opens it. */
const closedDoor = async () => {
  const url = new URL(databaseUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  const server = createServer((socket) => {
    const upstream = connect(target);
    socket.pipe(upstream).pipe(socket);
    socket.on('close', () => upstream.destroy());
  });
  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const address = server.address();
  const port = address === null || typeof address === 'string' ? 0 : address.port;
  server.close();
  url.hostname = '127.0.0.1';
  url.port = port.toString();
  return { url: url.toString(), open: () => listen(port), close: () => server.close() };
};

const isHeld = async (owner: number): Promise<boolean> => {
  const lock = await tryAdvisoryLock(databaseUrl, outboxLockClass, owner);
  await lock?.release();
  return lock === null;
};

test('without a database an owner starts only if allowed; it takes its lock once there is one', async () => {
  const door = await closedDoor();
  const strict = registerOutboxOwner(door.url, silentLogger);
  await expect(strict.start?.()).rejects.toThrow('ECONNREFUSED');
  const patient = registerOutboxOwner(door.url, silentLogger, { startsWithoutDatabase: true });
  await patient.start?.();
  expect(await isHeld(patient.owner)).toBe(false);
  await door.open();
  await eventually('it is held', () => isHeld(patient.owner));
  await patient.stop?.();
  await eventually('it is free', async () => !(await isHeld(patient.owner)));
  door.close();
});
