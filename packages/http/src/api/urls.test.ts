import { call } from '../testing/client.ts';
import { startToy, stopToys, things } from '../testing/toy-server.ts';

afterEach(stopToys);

const live = { key: 'live' };

describe('a path', () => {
  it.each([
    ['a%2Fb', 'a/b'],
    ['a%2fb%2F', 'a/b/'],
    ['%C3%A9%20%F0%9F%98%80', 'é 😀'],
    ['100%25', '100%'],
    ['a+b', 'a+b'],
    ['..%2F..', '../..'],
    ['%3Fx%3D1', '?x=1'],
    ["~!*'()", "~!*'()"],
    ['__proto__', '__proto__'],
    ['a%00b', 'a\0b'],
  ])('ending in %s has the parameter %j', async (encoded, decoded) => {
    const { origin } = await startToy();
    const { status, json } = await call(origin, `${things}/${encoded}`, live);
    expect([status, (json['params'] as { thingRef?: string } | undefined)?.thingRef]).toEqual([200, decoded]);
  });

  it('may end in a slash, and differs in upper case', async () => {
    const { origin } = await startToy();
    expect((await call(origin, `${things}/`, live)).json['operationId']).toBe('listThings');
    expect((await call(origin, `${things}/x/`, live)).json['operationId']).toBe('getThing');
    expect((await call(origin, things.replace('things', 'Things'), live)).status).toBe(404);
  });

  it('that is spelt out wins over one with a placeholder', async () => {
    const { origin } = await startToy();
    const { status, headers } = await call(origin, `${things}/simulate`, live);
    expect([status, headers.allow]).toEqual([405, 'POST']);
  });

  it.each(['%', '%zz', '%C3', '%C3%28', '%ED%A0%80', 'a%2'])(
    'with %j, which nobody can decode, is answered 400, and only to those who may ask (D2)',
    async (ending) => {
      const { origin } = await startToy();
      const reply = await call(origin, `${things}/${ending}`, live);
      expect([reply.status, reply.json['code']]).toEqual([400, 'VALIDATION_ERROR']);
      expect((await call(origin, `${things}/${ending}`)).status).toBe(401);
      expect((await call(origin, `${things}/${ending}/nothing/here`, live)).status).toBe(404);
    },
  );
});

describe('a URL', () => {
  it.each(['caf\u00e9', '?ref=caf\u00e9', '?ref=caf\u00c3\u00a9'])(
    'with bytes that are not ASCII, as in %j, is refused rather than misread',
    async (ending) => {
      const { origin } = await startToy();
      expect((await call(origin, `${things}/${ending}`, live)).status).toBe(400);
    },
  );
});

describe('a query', () => {
  it.each([
    ['', {}],
    ['?', {}],
    ['?&&', {}],
    ['?ref=a%26b+c%2B', { ref: 'a&b c+' }],
    ['?force', { force: '' }],
    ['?a=1=2', { a: '1=2' }],
    ['?a=1&a=2&a=3', { a: ['1', '2', '3'] }],
  ])('%j is read as %j', async (query, values) => {
    const { origin } = await startToy();
    expect((await call(origin, things + query, live)).json['query']).toEqual(values);
  });

  it.each(['?ref=%', '?%zz=1', '?ref=%00', '?ref=%ED%A0%80', `?${'a&'.repeat(101)}`])(
    'such as %j is answered 400 (D9)',
    async (query) => {
      const { origin } = await startToy();
      expect((await call(origin, things + query, live)).json['code']).toBe('VALIDATION_ERROR');
    },
  );

  it('cannot reach the prototype of anything', async () => {
    const { origin } = await startToy();
    expect((await call(origin, `${things}?__proto__=1&constructor=2`, live)).status).toBe(200);
    expect(({} as Record<string, unknown>)['1']).toBeUndefined();
  });
});
