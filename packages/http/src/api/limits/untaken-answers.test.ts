import { call } from '../../testing/client.ts';
import { eventually } from '../../testing/eventually.ts';
import {
  closeConnections,
  connectTo,
  counted,
  get,
  large,
  live,
  neighbour,
  valueOf,
} from '../../testing/misuse.ts';
import { startToy, stopToys, things } from '../../testing/toy-server.ts';

afterEach(async () => {
  closeConnections();
  await stopToys();
});

describe('an answer that nobody takes (D118)', () => {
  it('costs its connection after a while', async () => {
    const toy = await startToy({ listThings: counted(large).handler }, { limits: { answerStallMs: 100 } });
    const connection = await connectTo(toy);
    connection.socket.pause();
    connection.socket.write(get());
    const shed = () => valueOf(toy, 'loyalty_http_shed_total{reason="answer_stalled"}');
    await eventually('the connection is given up', async () => (await shed()) === 1);
    await eventually('it is closed', async () => (await valueOf(toy, 'loyalty_http_connections')) === 0);
    expect(await valueOf(toy, 'loyalty_http_untaken_answer_bytes')).toBe(0);
  });

  it('keeps its environment from more when they are a share, and nobody else', async () => {
    const { handler, counts } = counted(large);
    const toy = await startToy({ listThings: handler }, { limits: { answerBytesMax: 4 * large.length } });
    const connection = await connectTo(toy);
    connection.socket.pause();
    connection.socket.write(get());
    await eventually('the answer lies', async () => {
      return (await valueOf(toy, 'loyalty_http_untaken_answer_bytes')) === large.length;
    });
    const refused = await call(toy.origin, things, live);
    expect([refused.status, refused.json['code'], refused.headers['retry-after']]).toEqual([
      503,
      'SERVICE_UNAVAILABLE',
      '1',
    ]);
    expect(counts.asked).toBe(1);
    expect((await call(toy.origin, things, neighbour)).status).toBe(200);
    connection.socket.resume();
    await eventually(
      'it is answered again',
      async () => (await call(toy.origin, things, live)).status === 200,
    );
  });

  it('that was refused is not made again before another was taken', async () => {
    const { handler, counts } = counted(large);
    const answerBytesMax = 6 * large.length;
    const toy = await startToy({ listThings: handler }, { limits: { answerBytesMax, refusalMs: 1 } });
    const connection = await connectTo(toy);
    connection.socket.pause();
    connection.socket.write(get());
    await eventually('the answer lies', async () => {
      return (await valueOf(toy, 'loyalty_http_untaken_answer_bytes')) === large.length;
    });
    for (let n = 0; n < 3; n += 1) expect((await call(toy.origin, things, live)).status).toBe(503);
    expect(counts.asked).toBe(2);
    connection.socket.resume();
    await eventually(
      'it is answered again',
      async () => (await call(toy.origin, things, live)).status === 200,
    );
  });

  it('is not begun where it would pass the share', async () => {
    const toy = await startToy(
      { listThings: counted(large).handler },
      { limits: { answerBytesMax: 2 * large.length } },
    );
    const refused = await call(toy.origin, things, live);
    expect([refused.status, refused.json['code']]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  });
});
