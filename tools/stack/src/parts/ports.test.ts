import { type AddressInfo, createServer } from 'node:net';
import { choosePorts, freePort, isPortFree, requireFreePorts } from './ports.ts';

const listen = async (): Promise<{ port: number; close: () => Promise<void> }> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    close: () =>
      new Promise((resolve) =>
        server.close(() => {
          resolve();
        }),
      ),
  };
};

describe('ports', () => {
  it('a free port is free and returned once', async () => {
    const ports = await Promise.all(Array.from({ length: 20 }, freePort));
    expect(new Set(ports).size).toBe(ports.length);
    expect(await isPortFree(ports[0] ?? 0)).toBe(true);
  });

  it('a taken port is named together with the option that changes it', async () => {
    const { port, close } = await listen();
    await expect(requireFreePorts([{ name: 'kafka', port, option: '--kafka-port' }], 0)).rejects.toThrow(
      `Port ${String(port)} for kafka is taken; free it or choose another with --kafka-port <port>.`,
    );
    await close();
  });

  it('a port that comes free in time is waited for', async () => {
    const { port, close } = await listen();
    const waiting = requireFreePorts([{ name: 'kafka', port, option: '--kafka-port' }], 10_000);
    await close();
    await expect(waiting).resolves.toBeUndefined();
  });

  it('a chosen port stays and a zero becomes a free one', async () => {
    const given = { http: 8080, console: 4, admin: 0, kafka: 0, registry: 1, postgres: 2, redis: 3 };
    const chosen = await choosePorts(given);
    expect(chosen).toMatchObject({ http: 8080, console: 4, admin: 0, registry: 1, postgres: 2, redis: 3 });
    expect(chosen.kafka).toBeGreaterThan(0);
  });
});
