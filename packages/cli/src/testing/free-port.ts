import { createServer } from 'node:net';

/** Returns a free port of loopback. */
export const findFreePort = async (): Promise<number> => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
};

/** Sends POST requests until a server listens on the port. */
export const askUntilServed = async (
  port: number,
  { body, headers = {} }: { readonly body: string; readonly headers?: Readonly<Record<string, string>> },
): Promise<{ readonly status: number; readonly text: string }> => {
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port.toString()}/`, { method: 'POST', body, headers });
      return { status: response.status, text: await response.text() };
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
};
