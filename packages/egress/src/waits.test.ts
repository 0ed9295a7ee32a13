import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Egress } from './egress.ts';
import type { PostResult } from './posts/post-result.ts';
import { callerOf, createLoopbackEgress, requestTo } from './testing/loopback-egress.ts';
import { answer, type Receiver, startHttpReceiver, startReceiver } from './testing/receiver.ts';

let egress: Egress;
let receiver: Receiver;
afterEach(async () => {
  await egress.close();
  await receiver.close();
});

const post = (over: Parameters<typeof requestTo>[1] = {}): Promise<PostResult> =>
  egress.post(requestTo(receiver.url, over));

describe('▲ what waits for a turn of ours', () => {
  /** Responds to each request after this time, one after the other. */
  const answeringAfter = async (ms: number): Promise<void> => {
    receiver = await startReceiver((socket) => setTimeout(() => socket.write(answer(200)), ms));
  };
  const postAll = (howMany: number, environment: number): Promise<PostResult[]> =>
    Promise.all(
      Array.from({ length: howMany }, (_, place) =>
        post({ endpoint: `${environment.toString()} ${place.toString()}`, caller: callerOf(environment) }),
      ),
    );

  it('is no part of the time of the attempt, nor of what it took', async () => {
    egress = createLoopbackEgress({ perAddressMax: 1, attemptMs: 1_000 });
    await answeringAfter(200);
    const all = await postAll(7, 1);
    expect(all.map(({ outcome }) => outcome)).toEqual(Array(7).fill('answered'));
    expect(all.every((one) => one.outcome === 'answered' && one.tookMs < 1_000)).toBe(true);
  });

  it('is untried in the end, which says nothing of the receiver', async () => {
    egress = createLoopbackEgress({ perAddressMax: 1, waitMs: 100 });
    await answeringAfter(500);
    expect(await postAll(2, 1)).toMatchObject([{ outcome: 'answered' }, { outcome: 'untried' }]);
    expect(receiver.connections()).toBe(1);
  });

  it('is untried at once when the process is about to end, while what is under way goes on', async () => {
    egress = createLoopbackEgress({ perAddressMax: 1 });
    await answeringAfter(300);
    const all = postAll(3, 1);
    await nextTurn();
    egress.stopWaiting();
    expect((await all).map(({ outcome }) => outcome)).toEqual(['answered', 'untried', 'untried']);
  });

  it('of one environment keeps nobody else waiting, though the address is the same', async () => {
    egress = createLoopbackEgress();
    let held = 0;
    receiver = await startHttpReceiver((request, response) => {
      if (request.headers['x-held'] === undefined) response.end();
      else held += 1;
    });
    const flood = Array.from({ length: 300 }, (_, place) =>
      post({ endpoint: `flood ${place.toString()}`, headers: { 'x-held': 'yes' } }),
    );
    while (held < 64) await sleep(10);
    const others = await Promise.all([2, 3, 4, 5].map((environment) => postAll(16, environment)));
    expect(others.flat().map(({ outcome }) => outcome)).toEqual(Array(64).fill('answered'));
    expect(held).toBe(64);
    await egress.close();
    await Promise.all(flood);
  });
});
