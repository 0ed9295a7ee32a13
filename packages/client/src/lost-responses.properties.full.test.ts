import { createLoyalty, type Loyalty, LoyaltyProblem, LoyaltyUnreachable } from './index.ts';
import { type Asked, type Fate, ModelApi, problemReply, startModelServer } from './testing/model-api.ts';

// eslint-disable-next-line n/no-process-env -- the runner sets the size of tests, not by a config.ts.
const seedCount = Math.max(40, Number(process.env['HISTORIES'] ?? 0));
const atOnce = 20;

/** Numbers from 0 to 1 that depend on the seed alone (mulberry32). */
const randomOf = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const timeoutMs = 80;
/** Between the client's check of the time and the request lies some code, on a busy machine. */
const slackMs = 250;

const pageOfProxy = { headers: { 'Content-Type': 'text/html' }, body: '<html>the gateway</html>' };

const fateOf = (random: () => number): Fate => {
  if (random() < 0.45) return { kind: 'pass' };
  const isForwarded = random() < 0.5;
  const status = [500, 502, 503, 504][Math.floor(random() * 4)] ?? 503;
  const headers: Record<string, string> = random() < 0.5 ? { 'Retry-After': '0' } : {};
  const fates: readonly Fate[] = [
    { kind: 'cutBefore' },
    { kind: 'cutAfter' },
    { kind: 'cutInside' },
    { kind: 'lateResponse', ms: timeoutMs * 2 },
    { kind: 'lateRequest', ms: timeoutMs * 2 },
    { kind: 'twice' },
    { kind: 'instead', isForwarded: false, reply: problemReply(429, 'RATE_LIMITED', { headers }) },
    { kind: 'instead', isForwarded, reply: problemReply(status, 'SERVICE_UNAVAILABLE', { headers }) },
    { kind: 'instead', isForwarded, reply: { status, ...pageOfProxy } },
    { kind: 'instead', isForwarded, reply: { status: 200, ...pageOfProxy } },
  ];
  return fates[Math.floor(random() * fates.length)] ?? { kind: 'pass' };
};

/** A call whose key stands in each of its requests. */
interface Drawn {
  readonly what: 'evaluate' | 'adjust' | 'adjustWithoutRef' | 'create' | 'activate' | 'delete' | 'read';
  readonly key: string;
}

const kinds = [
  'evaluate',
  'evaluate',
  'adjust',
  'adjustWithoutRef',
  'create',
  'activate',
  'delete',
  'read',
] as const;

const send = ({ what, key }: Drawn, loyalty: Loyalty, deadlineMs: number): Promise<unknown> => {
  const options = { deadlineMs };
  const body = { points: 5, reason: key };
  switch (what) {
    case 'evaluate':
      return loyalty.evaluateTransaction(
        { body: { transactionRef: key, memberRef: 'c', amount: 1 } },
        options,
      );
    case 'adjust':
      return loyalty.adjustPoints({ memberId: 'm', body: { ...body, ref: key } }, options);
    case 'adjustWithoutRef':
      return loyalty.adjustPoints({ memberId: 'm', body }, options);
    case 'create': {
      const earningRule = { type: 'FIXED_POINTS', points: 1 } as const;
      return loyalty.createCampaign({ body: { name: key, earningRule } }, options);
    }
    case 'activate':
      return loyalty.activateCampaign({ campaignId: key }, options);
    case 'delete':
      return loyalty.deleteWebhook({ webhookId: key }, options);
    case 'read':
      return loyalty.getMember({ memberId: key }, options);
  }
};

const isNever = ({ what }: Drawn): boolean => what === 'adjustWithoutRef';

type Ended =
  | { readonly isDone: true; readonly value: unknown }
  | { readonly isDone: false; readonly isOutcomeUnknown: boolean };

const endOf = (work: Promise<unknown>): Promise<Ended> =>
  work.then(
    (value) => ({ isDone: true, value }),
    (error: unknown) => {
      // Nothing else is thrown.
      if (!(error instanceof LoyaltyProblem || error instanceof LoyaltyUnreachable)) throw error;
      return { isDone: false, isOutcomeUnknown: error.isOutcomeUnknown };
    },
  );

const faultsOf = (
  drawn: Drawn,
  ended: Ended,
  asked: readonly (Asked & { fate: Fate })[],
  model: ModelApi,
): string[] => {
  const { what, key } = drawn;
  const effects = model.effects.get(key) ?? 0;
  // A proxy that sends a deletion twice shows the second response, a 404.
  const isHidden = what === 'delete' && asked.some(({ fate }) => fate.kind === 'twice');
  const answered429 = ({ fate }: { fate: Fate }): boolean =>
    fate.kind === 'instead' && fate.reply.status === 429;
  const faults: [string, boolean][] = [
    ['was done more than once', !isNever(drawn) && effects > 1],
    ['was sent again without a 429', isNever(drawn) && asked.slice(0, -1).some((one) => !answered429(one))],
    ['was sent with other bytes', new Set(asked.map(({ body }) => body)).size > 1],
    ['was sent with other keys', new Set(asked.map(({ headers }) => headers['idempotency-key'])).size > 1],
    ['is said to be done, and is not', ended.isDone && what !== 'read' && effects === 0],
    ['is said not to be done, and is', !ended.isDone && !ended.isOutcomeUnknown && effects > 0 && !isHidden],
    [
      'has the result of another one',
      ended.isDone &&
        what === 'evaluate' &&
        (ended.value as { transactionRef: string }).transactionRef !== key,
    ],
  ];
  return faults.filter(([, isThere]) => isThere).map(([fault]) => `${what} ${key} ${fault}`);
};

/** Plays one seed and returns what is wrong. */
const play = async (seed: number): Promise<readonly string[]> => {
  const random = randomOf(seed);
  const model = new ModelApi(25);
  const server = await startModelServer(model, () => fateOf(random));
  const sentAt: number[] = [];
  const attempts: string[] = [];
  const loyalty = createLoyalty({
    baseUrl: server.url,
    tenantId: 'tenant',
    apiKey: 'k',
    timeoutMs,
    fetch: (url, init) => {
      sentAt.push(performance.now());
      return fetch(url, init);
    },
    onAttempt: ({ operationId }) => attempts.push(operationId),
  });
  const faults: string[] = [];
  const ended: { drawn: Drawn; end: Ended }[] = [];
  for (let at = 0; at < 8; at += 1) {
    const drawn: Drawn = {
      what: kinds[Math.floor(random() * kinds.length)] ?? 'read',
      key: `key-${at.toString()}-`,
    };
    const deadlineMs = 100 + random() * 2_000;
    const beganAt = performance.now();
    sentAt.length = 0;
    ended.push({ drawn, end: await endOf(send(drawn, loyalty, deadlineMs)) });
    if (sentAt.some((one) => one - beganAt > deadlineMs + slackMs))
      faults.push('an attempt after the deadline');
    if (sentAt.length > 4) faults.push('more than four attempts');
  }
  faults.push(...(await pagesOf(loyalty)));
  await server.quiet();
  for (const { drawn, end } of ended) {
    const own = server.asked.filter(({ path, body }) => path.includes(drawn.key) || body.includes(drawn.key));
    faults.push(...faultsOf(drawn, end, own, model));
  }
  if (attempts.length < server.asked.length) faults.push('a request that no attempt has made');
  await server.close();
  return faults.map((fault) => `seed ${seed.toString()}: ${fault}`);
};

/** Each item once and in order; an error ends the list. */
const pagesOf = async (loyalty: Loyalty): Promise<readonly string[]> => {
  const found: string[] = [];
  const end = await endOf(
    (async () => {
      for await (const { id } of loyalty.each.listMembers({ limit: 4 })) found.push(id);
    })(),
  );
  const isInOrder = found.every((id, at) => id === `member-${at.toString()}`);
  if (!isInOrder) return [`pages out of order: ${found.join(' ')}`];
  return end.isDone && found.length !== 25 ? [`${found.length.toString()} of 25 members`] : [];
};

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test(
  '▲ before a proxy that cuts, delays, repeats and garbles, each effect is there once, and each outcome is as it is said (D195, D197)',
  async () => {
    const timersBefore = timers();
    const faults: string[] = [];
    for (let from = 1; from <= seedCount; from += atOnce) {
      const seeds = Array.from({ length: Math.min(atOnce, seedCount - from + 1) }, (_, at) => from + at);
      faults.push(...(await Promise.all(seeds.map(play))).flat());
    }
    expect(faults).toEqual([]);
    expect(timers()).toBeLessThanOrEqual(timersBefore);
  },
  60_000 + seedCount * 1_000,
);
