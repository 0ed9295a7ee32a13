import { gzipSync } from 'node:zlib';
import type { Egress } from '../egress.ts';
import { createLoopbackEgress, requestTo } from '../testing/loopback-egress.ts';
import { answer, type OnRequest, type Receiver, startReceiver } from '../testing/receiver.ts';

let egress: Egress;
let receiver: Receiver;
afterEach(async () => {
  await egress.close();
  await receiver.close();
});

const post = async (onRequest: OnRequest, over: Parameters<typeof requestTo>[1] = {}) => {
  egress = createLoopbackEgress({ attemptMs: 700 });
  receiver = await startReceiver(onRequest);
  return egress.post(requestTo(receiver.url, over));
};

/** Writes again and again until the other side hangs up. */
const drip =
  (text: string, everyMs: number, first = ''): OnRequest =>
  (socket) => {
    if (first !== '') socket.write(first);
    const timer = setInterval(() => socket.write(text), everyMs);
    socket.on('close', () => {
      clearInterval(timer);
    });
  };

/** Writes the text at once, and the next time a byte after the other, each as a packet of its own. */
const inTurn =
  (text: string): OnRequest =>
  (socket, howManyth) => {
    if (howManyth % 2 === 1) {
      socket.write(text);
      return;
    }
    socket.setNoDelay(true);
    const next = (at: number): void => {
      if (at < text.length) socket.write(text.charAt(at), () => setImmediate(next, at + 1));
    };
    next(0);
  };

describe('a receiver that', () => {
  it('never responds is TIMED_OUT', async () => {
    expect(await post(() => undefined)).toMatchObject({
      outcome: 'failed',
      failure: 'TIMED_OUT',
      wasSent: true,
    });
    await receiver.freed();
  });

  it('▲ is given up is not connected to once more for it', async () => {
    await post(() => undefined);
    await receiver.freed();
    const quick = requestTo(receiver.url, { endpoint: 'another' });
    await egress.post(quick);
    expect(receiver.connections()).toBe(2);
  });

  it('▲ sends its head a byte at a time is TIMED_OUT', async () => {
    expect(await post(drip('a', 50, 'HTTP/1.1 200 OK\r\nx-long: '))).toMatchObject({ failure: 'TIMED_OUT' });
    await receiver.freed();
  });

  it('▲ sends 103 for ever is TIMED_OUT, or cut short when it is quick', async () => {
    expect(await post(drip('HTTP/1.1 103 Early Hints\r\n\r\n', 100))).toMatchObject({ failure: 'TIMED_OUT' });
    await receiver.freed();
    await egress.close();
    await receiver.close();
    const flood: OnRequest = (socket) => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(1_000));
    expect(await post(flood)).toMatchObject({ failure: 'ANSWER_INVALID', wasSent: true });
    await receiver.freed();
  });

  it.each([
    ['103', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
    ['100', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['100 with headers', 'HTTP/1.1 100 Continue\r\nx-status: 100\r\n\r\n'],
    ['100 without a reason', 'HTTP/1.1 100\r\n\r\n'],
    ['102, 100 and 103', `HTTP/1.1 102 On\r\n\r\nHTTP/1.1 100 Go\r\n\r\nHTTP/1.1 103 Early\r\n\r\n`],
  ])('▲ sends %s a few times first is answered, however its bytes are cut', async (_what, interim) => {
    const text = `${interim.repeat(3)}${answer(200, '\r\n\r\nHTTP/1.1 100 ok')}`;
    const answered = { status: 200, isBodyWhole: true, body: Buffer.from('\r\n\r\nHTTP/1.1 100 ok') };
    expect(await post(inTurn(text))).toMatchObject(answered);
    for (let more = 0; more < 3; more += 1)
      expect(await egress.post(requestTo(receiver.url))).toMatchObject(answered);
    expect(receiver.connections()).toBeLessThan(4);
  });

  it('▲ sends 100 for ever is TIMED_OUT, or cut short when it is quick', async () => {
    expect(await post(drip('HTTP/1.1 100 Continue\r\n\r\n', 100))).toMatchObject({ failure: 'TIMED_OUT' });
    await receiver.freed();
    await egress.close();
    await receiver.close();
    const flood: OnRequest = (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1_000));
    expect(await post(flood)).toMatchObject({ failure: 'ANSWER_INVALID', wasSent: true });
    await receiver.freed();
  });

  it('sends its body a byte at a time is judged by its head, with what there is after the time for bodies', async () => {
    const result = await post(drip('a', 30, 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\na'));
    expect(result).toMatchObject({ outcome: 'answered', status: 200, isBodyWhole: false });
    expect(result.outcome === 'answered' && result.body.toString()).toMatch(/^a+$/);
    await receiver.freed();
  });

  it('sends 100 MB is hung up on after what was asked for', async () => {
    const block = Buffer.alloc(64 * 1_024, 'x');
    let written = 0;
    const result = await post((socket) => {
      socket.write('HTTP/1.1 500 Oh\r\ncontent-length: 104857600\r\n\r\n');
      const more = (): void => {
        while (!socket.destroyed && written < 104_857_600) {
          written += block.length;
          if (!socket.write(block)) return;
        }
      };
      socket.on('drain', more);
      more();
    });
    expect(result).toMatchObject({ status: 500, isBodyWhole: false, body: Buffer.alloc(8_192, 'x') });
    await receiver.freed();
    expect(written).toBeLessThan(32 * 1_024 * 1_024);
  });

  it('sends a gzip bomb is answered with the bytes as they are', async () => {
    const bomb = gzipSync(Buffer.alloc(4 * 1_024 * 1_024));
    const head = `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length.toString()}\r\n\r\n`;
    const result = await post((socket) => socket.write(Buffer.concat([Buffer.from(head), bomb])));
    expect(result).toMatchObject({ status: 200, isBodyWhole: true, body: bomb });
  });

  it('hangs up in the middle of its body is judged by its head', async () => {
    const result = await post((socket) => socket.end('HTTP/1.1 503 No\r\ncontent-length: 9\r\n\r\nhalf'));
    expect(result).toMatchObject({ status: 503, isBodyWhole: false, body: Buffer.from('half') });
  });

  it('ends its body by hanging up is answered whole', async () => {
    const result = await post((socket) =>
      socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nall of it'),
    );
    expect(result).toMatchObject({ status: 200, isBodyWhole: true, body: Buffer.from('all of it') });
  });

  it('sends 10,000 headers is ANSWER_INVALID', async () => {
    const headers = Array.from(
      { length: 10_000 },
      (_, place) => `x-${place.toString()}: ${place.toString()}`,
    );
    const result = await post((socket) => socket.write(answer(200, '', ...headers)));
    expect(result).toMatchObject({ failure: 'ANSWER_INVALID', wasSent: true });
    await receiver.freed();
  });

  it.each([
    ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n'],
    ['a status of four digits', 'HTTP/1.1 1000 Continue\r\n\r\n'],
    ['an upgrade', 'HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'],
    ['a broken length', 'HTTP/1.1 200 OK\r\ncontent-length: many\r\n\r\n'],
  ])('sends %s is ANSWER_INVALID', async (_what, text) => {
    expect(await post((socket) => socket.write(text))).toMatchObject({
      failure: 'ANSWER_INVALID',
      wasSent: true,
    });
    await receiver.freed();
  });

  it.each([
    ['Retry-After: 120', '120'],
    ['retry-after:   Sun, 06 Nov 1994 08:49:37 GMT  ', 'Sun, 06 Nov 1994 08:49:37 GMT'],
    ['x-none: 1', undefined],
    [`retry-after: ${'9'.repeat(41)}`, undefined],
  ])('▲ sends %s is heard', async (header, retryAfter) => {
    const result = await post((socket) => socket.write(answer(503, 'no', header)));
    expect(result).toMatchObject({ outcome: 'answered', status: 503 });
    expect(result.outcome === 'answered' && result.retryAfter).toBe(retryAfter);
  });

  it('hangs up without an answer is CONNECTION_LOST, and asked once on a fresh connection', async () => {
    expect(await post((socket) => socket.destroy())).toMatchObject({
      failure: 'CONNECTION_LOST',
      wasSent: true,
    });
    expect(receiver.connections()).toBe(1);
  });

  it('writes more than its answer gets no say in the next one', async () => {
    egress = createLoopbackEgress();
    const extra = answer(200, 'forged');
    receiver = await startReceiver((socket, howManyth) => {
      socket.write(howManyth === 1 ? `${answer(200, 'first')}${extra}` : answer(201, 'second'));
    });
    expect(await egress.post(requestTo(receiver.url))).toMatchObject({
      status: 200,
      body: Buffer.from('first'),
    });
    expect(await egress.post(requestTo(receiver.url))).toMatchObject({
      status: 201,
      body: Buffer.from('second'),
    });
    expect(receiver.connections()).toBe(2);
  });
});
