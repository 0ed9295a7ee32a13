import { randomUUID } from 'node:crypto';
import { startService, type StartedService } from '@loyalty/stack';
import { eventually, sizeOf } from '@loyalty/testkit/runs';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createApi, type Api } from '../support/api.ts';
import { inParallel } from '../support/in-parallel.ts';
import { residentBytes } from '../support/resident-bytes.ts';
import { openSilentClients, readSlowly, requestText, type SilentClients } from '../support/silent-clients.ts';
import { createTestTenant, type TestTenant } from '../support/tenant.ts';

const eventKey = 'note.taken';
/** 200 of them make the largest page of a list: 12 MB. */
const noteLength = 60_000;
const notes = 200;
const attackMs = sizeOf(5_000, 15_000);

let ingress: StartedService;
let origin: string;
let attacker: TestTenant;
let till: Api;

beforeAll(async () => {
  ingress = await startService({ name: 'ingress' });
  origin = `http://127.0.0.1:${ingress.httpPort.toString()}`;
  attacker = await createTestTenant('Reads nothing');
  await attacker.live.post('/event-definitions', { key: eventKey, name: 'Note', properties: {} });
  const note = 'x'.repeat(noteLength);
  const payload = { customerId: 'writer', note };
  await inParallel(Array.from({ length: notes }, randomUUID), 8, async (ref) => {
    const { status } = await attacker.live.post('/events', { eventKey, ref, payload });
    if (status !== 200) throw new Error(`an event was answered ${status.toString()}`);
  });
  const neighbour = await createTestTenant('Beside who reads nothing');
  till = createApi(neighbour.tenantId, neighbour.keys.live, `${origin}/v1`);
});

afterAll(() => ingress.stop());

const attacks = (): readonly SilentClients[] => {
  const { tenantId, keys } = attacker;
  const path = `/v1/tenants/${tenantId}`;
  const list = requestText(`${path}/events?limit=200`, { key: keys.live });
  const bulk = { key: keys.live, method: 'POST', length: 5_000_000 };
  const bulkHead = requestText(`${path}/transactions/evaluate/bulk`, bulk);
  const half = Buffer.alloc(4_900_000, 0x20);
  return [
    { connections: 100, use: (socket: Socket) => socket.pause().write(list.repeat(50)) },
    {
      connections: 50,
      use: (socket: Socket) => {
        readSlowly(socket);
        socket.write(list.repeat(5));
      },
    },
    {
      connections: 100,
      use: (socket: Socket) => {
        socket.write(bulkHead);
        socket.write(half);
      },
    },
  ].map((misuse) => openSilentClients({ origin, ...misuse }));
};

/** Runs tills beside the attacks. Returns the statuses and times of their receipts, and the maximum memory of the ingress. */
const besideAttacks = async () => {
  const statuses = new Map<number, number>();
  const times: number[] = [];
  let bytesMax = 0;
  const clients = attacks();
  const until = Date.now() + attackMs;
  const oneTill = async (): Promise<void> => {
    while (Date.now() < until) {
      const receipt = { transactionRef: randomUUID(), memberRef: randomUUID(), amount: 100 };
      const startedAt = performance.now();
      const { status } = await till.post('/transactions/evaluate', receipt);
      times.push(performance.now() - startedAt);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const watchMemory = async (): Promise<void> => {
    while (Date.now() < until) {
      bytesMax = Math.max(bytesMax, await residentBytes(ingress));
      await pause(500);
    }
  };
  await Promise.all([watchMemory(), oneTill(), oneTill(), oneTill(), oneTill()]);
  for (const client of clients) client.stop();
  return { statuses, times: times.toSorted((a, b) => a - b), bytesMax, clients };
};

test('▲ tills are served beside a tenant who reads no responses, reads slowly and sends many bodies', async () => {
  const before = await residentBytes(ingress);
  const { statuses, times, bytesMax, clients } = await besideAttacks();
  const at = (share: number): number => Math.round(times[Math.floor(times.length * share)] ?? NaN);
  const answered = clients.map((client) => JSON.stringify(Object.fromEntries(client.statuses))).join(' ');
  process.stdout.write(
    `  tills beside: ${times.length.toString()} receipts, p50 ${at(0.5).toString()} ms, p99 ${at(0.99).toString()} ms; ` +
      `memory ${mebibytes(before)} to ${mebibytes(bytesMax)} MiB; the others were answered ${answered}\n`,
  );
  expect([...statuses.keys()]).toEqual([200]);
  // The aim is 300 ms on an idle machine; the test fails only on waits of many seconds.
  expect(at(0.99)).toBeLessThan(10_000);
  // The limits are 32 MiB of responses and of bodies; pages that are being built take several times their size.
  expect(bytesMax - before).toBeLessThan(700 * 1024 * 1024);
});

test('the tenant is served again soon after it behaves', async () => {
  const again = createApi(attacker.tenantId, attacker.keys.live, `${origin}/v1`);
  const receipt = { transactionRef: randomUUID(), memberRef: 'writer', amount: 100 };
  // A 503 is right until the ingress has seen all 250 connections close.
  await eventually('the tenant is served', async () => {
    const { status } = await again.post('/transactions/evaluate', receipt);
    expect([200, 503]).toContain(status);
    return status === 200;
  });
});

const mebibytes = (bytes: number): string => Math.round(bytes / 1024 / 1024).toString();
