import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Egress } from './egress.ts';
import type { PostResult } from './posts/post-result.ts';
import { callerOf, createLoopbackEgress, requestTo } from './testing/loopback-egress.ts';
import {
  answer,
  type OnRequest,
  type Receiver,
  startHttpReceiver,
  startReceiver,
} from './testing/receiver.ts';

let egress: Egress;
let receiver: Receiver;
afterEach(async () => {
  await egress.close();
  await receiver.close();
});

const receiving = async (onRequest: OnRequest, options = {}): Promise<void> => {
  egress = createLoopbackEgress(options);
  receiver = await startReceiver(onRequest);
};
/** Posts, and lets undici take the connection back before the next one. */
const post = async (over: Parameters<typeof requestTo>[1] = {}): Promise<PostResult> => {
  const result = await egress.post(requestTo(receiver.url, over));
  await nextTurn();
  return result;
};
const answering = (...said: Parameters<typeof answer>): Promise<void> =>
  receiving((socket) => socket.write(answer(...said)));

describe('a request', () => {
  it('carries its headers and body, a length, and asks for no compression', async () => {
    await answering(204);
    await egress.post(requestTo(receiver.url, { headers: { 'x-loyalty-event': 'test' } }));
    expect(receiver.received().split('\r\n')).toStrictEqual([
      'POST /hook HTTP/1.1',
      `host: 127.0.0.1:${receiver.port.toString()}`,
      'connection: keep-alive',
      'x-loyalty-event: test',
      'content-length: 7',
      '',
      '{"a":1}',
    ]);
  });

  it.each([200, 204, 301, 400, 410, 500, 599])('is answered with status %i as it came', async (status) => {
    await answering(status, 'said');
    expect(await egress.post(requestTo(receiver.url))).toMatchObject({
      outcome: 'answered',
      status,
      ...(status === 204 ? {} : { body: Buffer.from('said') }),
    });
  });

  it('is not sent on to where a redirect points', async () => {
    await answering(302, '', 'location: http://169.254.169.254/latest/meta-data/');
    expect(await egress.post(requestTo(receiver.url))).toMatchObject({ outcome: 'answered', status: 302 });
    expect(receiver.connections()).toBe(1);
  });

  it('whose header is none is a fault of ours', async () => {
    await answering(200);
    const broken = requestTo(receiver.url, { headers: { 'x-loyalty-event': 'a\r\nx-admin: 1' } });
    await expect(egress.post(broken)).rejects.toThrow('invalid x-loyalty-event header');
    expect(receiver.received()).toBe('');
  });

  it('ignores a proxy of the environment', async () => {
    await answering(200);
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY'] as const;
    // eslint-disable-next-line n/no-process-env -- this is about variables that a library might read.
    const variables = process.env;
    for (const name of names) variables[name] = 'http://127.0.0.1:9';
    const result = await egress.post(requestTo(receiver.url));
    for (const name of names) Reflect.deleteProperty(variables, name);
    expect(result).toMatchObject({ outcome: 'answered', status: 200 });
  });

  it('to nobody is CONNECT_FAILED, and nothing of it was sent', async () => {
    await answering(200);
    await receiver.close();
    expect(await egress.post(requestTo(receiver.url))).toMatchObject({
      outcome: 'failed',
      failure: 'CONNECT_FAILED',
      wasSent: false,
    });
    receiver = await startReceiver(() => undefined);
  });

  it('that is under way when the egress closes is CONNECTION_LOST; later ones are refused', async () => {
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => (arrived = resolve));
    await receiving(() => {
      arrived();
    });
    const result = egress.post(requestTo(receiver.url));
    await arrival;
    await egress.close();
    expect(await result).toMatchObject({ failure: 'CONNECTION_LOST', wasSent: true });
    await expect(egress.post(requestTo(receiver.url))).rejects.toThrow('closed');
  });
});

describe('connections', () => {
  it('are kept for the next request of the same endpoint', async () => {
    await answering(200, 'ok');
    for (let times = 0; times < 5; times += 1) {
      expect(await post()).toMatchObject({ status: 200, isBodyWhole: true });
    }
    expect(receiver.connections()).toBe(1);
  });

  it('are never shared by two endpoints, though they have the same address', async () => {
    await answering(200);
    await post({ endpoint: 'one' });
    await post({ endpoint: 'two' });
    expect(receiver.connections()).toBe(2);
  });

  it('▲ carry requests for five minutes at most, however busy they are', async () => {
    await answering(200, 'ok');
    const now = performance.now.bind(performance);
    let aheadMs = 0;
    performance.now = () => now() + aheadMs;
    try {
      for (let minutes = 0; minutes < 4; minutes += 1) {
        await post();
        aheadMs += 60_000;
      }
      expect(receiver.connections()).toBe(1);
      aheadMs += 70_000;
      // The last that the old one carries says so.
      await post();
      expect(receiver.received().match(/connection: close/g)).toHaveLength(1);
      await post();
      expect(receiver.connections()).toBe(2);
    } finally {
      performance.now = now;
    }
  });

  it('are left when the endpoint moves; what is under way there ends as it would', async () => {
    await receiving((socket, howManyth) => {
      if (howManyth > 1) socket.write(answer(200));
      else setTimeout(() => socket.write(answer(201)), 100);
    });
    const first = post();
    const second = egress.post(requestTo(`${receiver.url}/moved`));
    expect(await first).toMatchObject({ status: 201 });
    expect(await second).toMatchObject({ status: 200 });
    expect(receiver.connections()).toBe(2);
  });

  /** Holds requests until so many are there at once, then responds to all. Counts how many were there. */
  const gathering = async (enough: number): Promise<() => number> => {
    let held: ServerResponse[] = [];
    let mostHeld = 0;
    receiver = await startHttpReceiver((_request, response) => {
      held.push(response);
      mostHeld = Math.max(mostHeld, held.length);
      if (mostHeld < enough) return;
      for (const each of held) each.end();
      held = [];
    });
    return () => mostHeld;
  };

  it('are 64 of one endpoint at most; the other requests wait for a turn, within their time', async () => {
    egress = createLoopbackEgress();
    const mostHeld = await gathering(64);
    const all = await Promise.all(Array.from({ length: 100 }, () => post()));
    expect(all.filter(({ outcome }) => outcome === 'answered')).toHaveLength(100);
    expect(mostHeld()).toBe(64);
    expect(receiver.connections()).toBe(64);
  });

  it('to one address are bounded across all owners of endpoints', async () => {
    egress = createLoopbackEgress({ perAddressMax: 8 });
    const mostHeld = await gathering(8);
    const all = await Promise.all(
      Array.from({ length: 40 }, (_, place) => post({ endpoint: place.toString(), caller: callerOf(place) })),
    );
    expect(all.filter(({ outcome }) => outcome === 'answered')).toHaveLength(40);
    expect(mostHeld()).toBe(8);
  });
});

describe('a kept connection that the receiver closes as we write', () => {
  /** Responds to each connection's first request, and closes on its second without a response. */
  const once: OnRequest = (socket) => {
    if (socket.bytesWritten === 0) socket.write(answer(200));
    else socket.destroy();
  };

  it('▲ costs no time: the request goes out again at once on a fresh one', async () => {
    await receiving(once);
    await post();
    expect(await post()).toMatchObject({ outcome: 'answered', status: 200 });
    expect(receiver.connections()).toBe(2);
    expect(receiver.received().split('POST /hook')).toHaveLength(4);
  });

  it('fails a request that must not be repeated, which may have been sent', async () => {
    await receiving(once);
    await post();
    expect(await post({ mayRepeat: false })).toMatchObject({
      outcome: 'failed',
      failure: 'CONNECTION_LOST',
      wasSent: true,
    });
    expect(receiver.connections()).toBe(1);
  });

  it('is repeated once, and never on a connection that was fresh', async () => {
    await receiving((socket, howManyth) => (howManyth === 1 ? socket.write(answer(200)) : socket.destroy()));
    await post();
    expect(await post()).toMatchObject({
      failure: 'CONNECTION_LOST',
      wasSent: true,
    });
    expect(receiver.connections()).toBe(2);
    expect(await post()).toMatchObject({ failure: 'CONNECTION_LOST' });
    expect(receiver.connections()).toBe(3);
  });

  it('is noticed when it was closed before', async () => {
    await receiving((socket) => socket.end(answer(200)));
    for (let times = 0; times < 10; times += 1) {
      expect(await post({ mayRepeat: false })).toMatchObject({ status: 200 });
    }
    expect(receiver.connections()).toBe(10);
  });
});
