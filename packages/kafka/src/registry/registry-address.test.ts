import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readRegistryId } from './schema-registry.ts';

/** The id that a server is taken to have which says so of every path. */
const idFrom = async (status: number, body: string): Promise<string | null> => {
  const server = createServer((_, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await readRegistryId(`http://127.0.0.1:${port.toString()}/apis/ccompat/v7`);
  } finally {
    server.close();
  }
};

test('▲ a registry without our subjects has no id; another server is no registry (D146)', async () => {
  expect(await idFrom(404, '{"error_code":40401,"message":"No artifact"}')).toBeNull();
  await expect(idFrom(404, '<html>404 Not Found</html>')).rejects.toThrow('no schema registry');
  await expect(idFrom(404, '{"error_code":404}')).rejects.toThrow('no schema registry');
  await expect(idFrom(200, '<html>Welcome</html>')).rejects.toThrow('no schema registry');
});
