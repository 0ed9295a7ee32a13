import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSchemaRegistry, type SchemaRegistry } from './schema-registry.ts';

/** Runs `work` with a registry whose first responses are these, and the rest `usual`. */
const withRegistry = async <T>(
  first: readonly RequestListener[],
  usual: RequestListener,
  work: (registry: SchemaRegistry) => Promise<T>,
): Promise<{ readonly result: T; readonly asked: number }> => {
  let asked = 0;
  const server = createServer((request, response) => {
    const respond = first[asked] ?? usual;
    asked += 1;
    request.resume();
    respond(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const result = await work(createSchemaRegistry(`http://127.0.0.1:${port.toString()}`));
    return { result, asked };
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
};

const status =
  (code: number): RequestListener =>
  (_, response) => {
    response.writeHead(code, { 'Content-Type': 'application/json' }).end('{}');
  };

const cut: RequestListener = (request) => request.socket.destroy();

const found: RequestListener = (_, response) => {
  response
    .writeHead(200, { 'Content-Type': 'application/json' })
    .end('{"schema": "\\"int\\"", "id": 7, "compatibilityLevel": "FULL_TRANSITIVE"}');
};

test.each([
  ['a 502 and a 503', [status(502), status(503)]],
  ['cut connections', [cut, cut]],
])('▲ a registry that is being replaced is asked again after %s', async (_, first) => {
  const { result, asked } = await withRegistry(first, found, (registry) => registry.findSchema(7));
  expect([result, asked]).toEqual(['"int"', 3]);
});

test('▲ a registry that stays away is unavailable, and is asked three times', async () => {
  const { result, asked } = await withRegistry([], status(502), (registry) =>
    registry.findSchema(7).then(
      () => 'found',
      (failure: unknown) => failure,
    ),
  );
  expect(result).toMatchObject({ code: 'REGISTRY_UNAVAILABLE', retry: true });
  expect(asked).toBe(3);
});

test('what the registry says for itself is not asked again', async () => {
  const { result, asked } = await withRegistry([], status(404), (registry) => registry.findSchema(7));
  expect([result, asked]).toEqual([null, 1]);
});

test('▲ a schema is registered after a 502 and a cut connection', async () => {
  const { result } = await withRegistry([status(502), cut], found, (registry) =>
    registry.register('loyalty.evaluate-value', '{"type":"record","name":"R","namespace":"x","fields":[]}'),
  );
  expect(result).toBe(7);
});
