import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { verifyWebhook, type WebhookDelivery, WebhookRefused } from './webhooks.ts';

const id = '0198c0de-0000-8000-8000-000000000001';
const body = Buffer.from('{"event":"reward.issued","name":"Zoë","data":{}}');
const encoded = `whsec_${Buffer.from('thirty-two bytes, but not random').toString('base64')}`;
const plain = 'ein Schlüssel des Partners';

const keyOf = (secret: string): Buffer => {
  const text = secret.startsWith('whsec_') ? secret.slice(6) : '';
  const bytes = Buffer.from(text, 'base64');
  return text !== '' && bytes.toString('base64') === text ? bytes : Buffer.from(secret);
};

const headersOf = (
  secret = encoded,
  { ageSeconds = 0, signed = body }: { ageSeconds?: number; signed?: Buffer } = {},
) => {
  const timestamp = (Math.floor(Date.now() / 1_000) - ageSeconds).toString();
  const mac = createHmac('sha256', keyOf(secret))
    .update(`${id}.${timestamp}.`)
    .update(signed)
    .digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` };
};

const reasonOf = async (delivery: Partial<WebhookDelivery>): Promise<string> => {
  try {
    await verifyWebhook({ body, headers: headersOf(), secrets: [encoded], ...delivery });
  } catch (error) {
    if (error instanceof WebhookRefused) return error.reason;
    throw error;
  }
  return 'ACCEPTED';
};

describe('a delivery is accepted', () => {
  it('with its event', async () => {
    const event = await verifyWebhook({ body, headers: headersOf(), secrets: [encoded] });
    expect(event).toEqual(JSON.parse(body.toString()));
  });

  it.each<[form: string, body: WebhookDelivery['body']]>([
    ['bytes', new Uint8Array(body)],
    ['an ArrayBuffer', new Uint8Array(body).buffer],
    ['a text', body.toString()],
  ])('with a body as %s', async (_form, given) => {
    expect(await reasonOf({ body: given })).toBe('ACCEPTED');
  });

  it.each<[form: string, headers: WebhookDelivery['headers']]>([
    ['Headers', new Headers(headersOf())],
    [
      'names in other letters',
      Object.fromEntries(Object.entries(headersOf()).map(([k, v]) => [k.toUpperCase(), v])),
    ],
    ['lists of one', Object.fromEntries(Object.entries(headersOf()).map(([k, v]) => [k, [v]]))],
  ])('with %s', async (_form, headers) => {
    expect(await reasonOf({ headers })).toBe('ACCEPTED');
  });

  it.each([encoded, plain, 'whsec_not canonical base64!', 'whsec_'])(
    'signed with the secret %j',
    async (secret) => {
      expect(await reasonOf({ headers: headersOf(secret), secrets: [secret] })).toBe('ACCEPTED');
    },
  );

  it('during a rotation, by either secret, and beside signatures of other kinds', async () => {
    const current = headersOf(encoded);
    const both = `v1a,AAAA v2,x ${headersOf(plain)['webhook-signature']} ${current['webhook-signature']}`;
    const headers = { ...current, 'webhook-signature': both };
    for (const secrets of [[encoded], [plain], ['a third one', undefined, plain], ['', encoded]])
      expect(await reasonOf({ headers, secrets })).toBe('ACCEPTED');
    expect(await reasonOf({ headers, secrets: ['a third one'] })).toBe('SIGNATURE');
  });

  it('as openssl signs it', async () => {
    const { 'webhook-timestamp': timestamp } = headersOf();
    const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), body]);
    const out = execFileSync('openssl', ['dgst', '-sha256', '-hmac', keyOf(encoded).toString()], {
      input: signed,
    });
    const hex = /([0-9a-f]{64})\s*$/.exec(out.toString())?.[1] ?? '';
    const signature = `v1,${Buffer.from(hex, 'hex').toString('base64')}`;
    expect(
      await reasonOf({
        headers: { ...headersOf(), 'webhook-timestamp': timestamp, 'webhook-signature': signature },
      }),
    ).toBe('ACCEPTED');
  });
});

describe('a delivery is refused', () => {
  it.each([360, -360])('%d s away from now (EXPIRED)', async (ageSeconds) => {
    expect(await reasonOf({ headers: headersOf(encoded, { ageSeconds }) })).toBe('EXPIRED');
  });

  it('with an old time that was made new (SIGNATURE)', async () => {
    const old = headersOf(encoded, { ageSeconds: 3_600 });
    const headers = { ...old, 'webhook-timestamp': headersOf()['webhook-timestamp'] };
    expect(await reasonOf({ headers })).toBe('SIGNATURE');
  });

  it('with any one bit of its body changed (SIGNATURE)', async () => {
    const headers = headersOf();
    for (let bit = 0; bit < body.length * 8; bit += 1) {
      const changed = Buffer.from(body);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(await reasonOf({ headers, body: changed })).toBe('SIGNATURE');
    }
  });

  it('once its body was parsed and printed again (SIGNATURE)', async () => {
    const spaced = Buffer.from('{ "event": "reward.issued", "amount": 1.0 }');
    const printed = JSON.stringify(JSON.parse(spaced.toString()));
    expect(await reasonOf({ headers: headersOf(encoded, { signed: spaced }), body: printed })).toBe(
      'SIGNATURE',
    );
  });

  it.each<[what: string, change: Readonly<Record<string, string | undefined>>, reason: string]>([
    ['no id', { 'webhook-id': undefined }, 'HEADERS'],
    ['an empty signature', { 'webhook-signature': '' }, 'HEADERS'],
    ['no timestamp', { 'webhook-timestamp': undefined }, 'HEADERS'],
    ['a timestamp that is no number', { 'webhook-timestamp': 'now' }, 'HEADERS'],
    ['a timestamp below zero', { 'webhook-timestamp': '-1' }, 'HEADERS'],
    ['a timestamp beyond every integer', { 'webhook-timestamp': '9'.repeat(30) }, 'HEADERS'],
    ['another id', { 'webhook-id': 'other' }, 'SIGNATURE'],
    ['a signature without bytes', { 'webhook-signature': 'v1, v1,!!' }, 'SIGNATURE'],
  ])('with %s', async (_what, change, reason) => {
    expect(await reasonOf({ headers: { ...headersOf(), ...change } })).toBe(reason);
  });

  it('with two headers of one name (HEADERS)', async () => {
    expect(await reasonOf({ headers: { ...headersOf(), 'webhook-id': [id, id] } })).toBe('HEADERS');
  });

  it.each(['no JSON', '[]', '7', '{}'])('that is signed, and has the body %s (BODY)', async (text) => {
    const signed = Buffer.from(text);
    expect(await reasonOf({ headers: headersOf(encoded, { signed }), body: signed })).toBe('BODY');
  });

  it('with more signatures than a rotation has, unread (SIGNATURE)', async () => {
    const headers = headersOf();
    const many = `${'v1,AAAA '.repeat(10)}${headers['webhook-signature']}`;
    expect(await reasonOf({ headers: { ...headers, 'webhook-signature': many } })).toBe('SIGNATURE');
  });
});

describe('a mistake of the receiver is a TypeError', () => {
  it('a body that was parsed already', async () => {
    const parsed = JSON.parse(body.toString()) as string;
    await expect(reasonOf({ body: parsed })).rejects.toThrow(/raw bytes/);
  });

  it.each([[[]], [['']], [[undefined]]])('no secret: %j', async (secrets) => {
    await expect(reasonOf({ secrets })).rejects.toThrow(/environment variable/);
  });
});

describe('a delivery with a batch', () => {
  const events = [
    { event: 'reward.issued', id: 'a' },
    { event: 'points.expired', id: 'b' },
  ];
  const batchBody = Buffer.from(JSON.stringify({ events }));
  const headers = headersOf(encoded, { signed: batchBody });

  it('is returned as its events, and one with a single event as a list of one (D320)', async () => {
    expect(await verifyWebhook({ body: batchBody, headers, secrets: [encoded], batch: true })).toEqual(
      events,
    );
    expect(await verifyWebhook({ body, headers: headersOf(), secrets: [encoded], batch: true })).toEqual([
      JSON.parse(body.toString()),
    ]);
  });

  it('▲ is refused where one event is expected, and where it is none', async () => {
    expect(await reasonOf({ body: batchBody, headers })).toBe('BODY');
    for (const text of ['{"events":[]}', '{"events":[1]}', '{"events":{}}']) {
      const other = Buffer.from(text);
      const signed = headersOf(encoded, { signed: other });
      await expect(
        verifyWebhook({ body: other, headers: signed, secrets: [encoded], batch: true }),
      ).rejects.toThrow(WebhookRefused);
    }
  });

  it('▲ is refused if it is not signed', async () => {
    const refused = verifyWebhook({ body: batchBody, headers: headersOf(), secrets: [encoded], batch: true });
    await expect(refused).rejects.toThrow('no signature');
  });
});
