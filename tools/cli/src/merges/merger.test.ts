import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createLoyalty } from '@loyalty/client';
import { systemClock } from '@loyalty/kernel';
import { Merger } from './merger.ts';

const [stays, merged] = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'];
const line = { line: 2, text: `${stays},${merged}`, stays, merged };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** Merges by a server whose first merges are blocked, because a tier is changing. */
const mergeBehind = async (blockedTimes: number) => {
  let calls = 0;
  const started = createServer((request, response) => {
    request.resume();
    const id = request.url?.split('/')[5] ?? '';
    const isMerge = request.method === 'POST';
    const isBlocked = isMerge && calls < blockedTimes;
    if (isMerge) calls += 1;
    const blockers = [{ reason: 'RETRY', memberId: merged }];
    const problem = {
      type: 'about:blank',
      title: 'Blocked',
      status: 409,
      detail: 'Blocked.',
      requestId: 'r',
    };
    const body = isBlocked
      ? Object.assign({ code: 'MERGE_BLOCKED', context: { blockers } }, problem)
      : { id, mergedInto: null, pointsMoved: 10, rewardsMoved: 1, blockers: [] };
    const type = isBlocked ? 'application/problem+json' : 'application/json';
    response.writeHead(isBlocked ? 409 : 200, { 'Content-Type': type }).end(JSON.stringify(body));
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(started.address() as AddressInfo).port.toString()}/v1`;
  const waits: number[] = [];
  const merger = new Merger(createLoyalty({ baseUrl, tenantId: stays, apiKey: 'sk_test_x' }), {
    reason: 'Listed in doubles.csv',
    isDryRun: false,
    patienceMs: 1_000,
    clock: {
      now: () => systemClock.now(),
      sleep: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    },
  });
  return { faulty: await merger.merge([line]), merger, calls, waits };
};

test('a merge that waits for a tier is sent again, later each time', async () => {
  const { faulty, merger, calls, waits } = await mergeBehind(3);
  expect(faulty).toEqual([]);
  expect([merger.merged, merger.pointsMoved, merger.rewardsMoved, calls]).toEqual([1, 10, 1, 4]);
  expect(waits).toHaveLength(3);
  expect(waits).toEqual(waits.toSorted((one, other) => one - other));
});

test('a tier that does not stop changing rejects the line after five calls', async () => {
  const { faulty, merger, calls } = await mergeBehind(1_000);
  expect(faulty).toEqual([
    {
      line: 2,
      text: line.text,
      message: `cannot be merged now: ${merged} is changing tiers: send the line again later`,
    },
  ]);
  expect([merger.merged, calls]).toEqual([0, 5]);
});
