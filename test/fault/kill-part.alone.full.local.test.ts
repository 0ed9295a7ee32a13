import { connect } from 'node:net';
import { killPart, readLocalStack } from '@loyalty/stack';

/** Sends one inline command of Redis' protocol. Resolves with the line that Redis replies. */
const askRedis = (command: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(readLocalStack().redisUrl);
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(`${command}\r\n`));
    socket.once('data', (chunk) => {
      socket.destroy();
      resolve(chunk.toString().trim());
    });
    socket.once('error', reject);
  });

const register = async (subject: string, name: string): Promise<unknown> => {
  const response = await fetch(`${readLocalStack().schemaRegistryUrl}/subjects/${subject}/versions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/vnd.schemaregistry.v1+json' },
    body: JSON.stringify({ schema: JSON.stringify({ type: 'record', name, fields: [] }) }),
  });
  return ((await response.json()) as { id: unknown }).id;
};

/** Kafka's controller alone needs three seconds of this. */
const testTimeoutMs = 40_000;

describe('after kill -9 by anyone', () => {
  jest.setTimeout(testTimeoutMs);

  it.each(['kafka', 'postgres'])('%s serves again', async (name) => {
    await killPart(name);
    expect(readLocalStack().parts[name]).toMatchObject({ isServing: true });
  });

  it('the registry serves again and every id means the same schema', async () => {
    const first = await register('stack-kill-first', 'First');
    const second = await register('stack-kill-second', 'Second');
    await killPart('registry');
    expect(await register('stack-kill-second', 'Second')).toBe(second);
    expect(await register('stack-kill-first', 'First')).toBe(first);
    expect(await register('stack-kill-third', 'Third')).not.toBe(second);
  });

  // What outlived a restart could be younger than a restored database.
  it('Redis serves again, and is empty', async () => {
    await askRedis('SET stack-kill yes');
    await killPart('redis');
    expect(await askRedis('EXISTS stack-kill')).toBe(':0');
  });
});
