import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { readLocalStack } from '@loyalty/stack';
import { historiesTimeoutMs } from '@loyalty/testkit/runs';
import { startTestServer } from '@loyalty/testkit/servers';
import { stringify } from 'yaml';
import { createKeyOnStack, createTenantOnStack, loyaltyctl } from '../testing/loyaltyctl-on-stack.ts';
import { stackVariables } from '../testing/stack-variables.ts';
import { createTemporaryFolder } from '../testing/temporary-folder.ts';
import { makeProgramme } from './testing/make-programme.ts';

jest.setTimeout(historiesTimeoutMs);

let folder: ReturnType<typeof createTemporaryFolder>;
beforeAll(() => {
  folder = createTemporaryFolder();
});
afterAll(() => {
  folder.remove();
});

const pull = async (flags: readonly string[]): Promise<string> => {
  const { exitCode, out, err } = await loyaltyctl(['programme', 'pull', ...flags]);
  expect([exitCode, err]).toEqual([0, '']);
  return out;
};

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
};

const ofConnections = new Set(['host', 'connection', 'content-length', 'keep-alive', 'transfer-encoding']);
const passedOn = (headers: IncomingMessage['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      typeof value === 'string' && !ofConnections.has(name) ? [[name, value]] : [],
    ),
  );

/** Passes calls on to the API. It calls `onWritten` behind each write, whose response it keeps to itself. */
const startProxy = (onWritten: () => void) => {
  const { origin } = new URL(readLocalStack().baseUrl);
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request;
    const body = await bodyOf(request);
    const answer = await fetch(new URL(url, origin), {
      method,
      headers: passedOn(headers),
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    });
    const text = await answer.text();
    if (method !== 'GET' && answer.ok) {
      onWritten();
      return;
    }
    const etag = answer.headers.get('etag');
    response.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'application/json',
      ...(etag !== null && { etag }),
    });
    response.end(text);
  };
  return startTestServer((request, response) => {
    void pass(request, response);
  });
};

test('▲ a programme is applied by the same command, killed behind each of its calls, and is live last (D344)', async () => {
  const tenant = await createTenantOnStack();
  const flags = ['--tenant', tenant, '--mode', 'test', '--key', await createKeyOnStack(tenant, 'test')];
  const path = join(folder.path, 'programme.yaml');
  writeFileSync(path, stringify(makeProgramme(7)));
  let kill = (): void => undefined;
  const proxy = await startProxy(() => {
    kill();
  });
  const main = join(process.cwd(), 'tools/cli/bin/loyaltyctl.mjs');
  const applyUntilKilled = async (): Promise<number | null> => {
    const line = [main, 'programme', 'apply', path, ...flags, '--yes', '--with-states'];
    const env = { ...stackVariables(), BASE_URL: `${proxy.origin}/v1` };
    const child = spawn(process.execPath, line, { env, stdio: 'ignore' });
    kill = () => child.kill('SIGKILL');
    const [exitCode] = (await once(child, 'exit')) as [number | null];
    return exitCode;
  };
  let kills = 0;
  for (let exitCode = await applyUntilKilled(); exitCode === null; exitCode = await applyUntilKilled()) {
    kills += 1;
    const isLive = (await pull(flags)).includes('state: ACTIVE');
    const { exitCode: differs } = await loyaltyctl(['programme', 'diff', path, ...flags]);
    expect([kills, isLive && differs !== 0]).toEqual([kills, false]);
  }
  await proxy.close();
  expect(kills).toBeGreaterThan(10);
  const { out, err } = await loyaltyctl(['programme', 'diff', path, ...flags, '--with-states']);
  expect([out, err]).toEqual(['Nothing differs.\n', '']);
});
