import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { createDevTokens, type TokenChanges } from '../../../support/dev-tokens.ts';
import { attackOf, nothing, type Attack } from '../attack.ts';
import { inLoops } from '../attacker/blow.ts';
import { type Answer, Caller } from '../attacker/caller.ts';
import type { Ground } from '../attacker/ground.ts';
import { times } from '../attacker/receipts.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Base62, as anybody may compute it. */
const checksumOf = (text: string): string => {
  let rest = crc32(text);
  return times(6, () => {
    const digit = alphabet.charAt(rest % alphabet.length);
    rest = Math.floor(rest / alphabet.length);
    return digit;
  })
    .toReversed()
    .join('');
};

/** A key that nobody has and only a look-up can refuse, because its checksum is right (D3). */
const unknownKey = (): string => {
  const text = `sk_active${times(32, () => alphabet.charAt(randomInt(alphabet.length))).join('')}`;
  return text + checksumOf(text);
};

const chunk = 100_000;

/** $1 environment, $2 actor, $3 to $4 numbers. Each object has a thousand entries or so. */
const pastText = `
  INSERT INTO audit_entries (environment_id, created_at, id, actor_kind, actor_id, action, object_type, object_id,
                             object_name, changes)
  SELECT $1::int, now() - interval '100 days' + i * interval '1 ms', gen_random_uuid(), 'KEY', $2::text, 'campaign.changed',
         'campaign', lpad(to_hex(i % 1000), 32, '0')::uuid::text, 'A past', '[{"pointer":"/name","from":"One","to":"Two"}]'
    FROM generate_series($3::bigint, $4::bigint) AS i`;

interface Log {
  readonly actor: string;
}

const ownKeyId = async (live: Caller): Promise<string> =>
  (JSON.parse((await live.get('/credential')).text) as { readonly id: string }).id;

/** One key has changed a thousand campaigns again and again. */
const loadLog = async ({ db, live, sizes, environmentIds }: Ground): Promise<Log> => {
  const actor = await ownKeyId(live);
  for (let from = 1; from <= sizes.rows; from += chunk)
    await db.query(pastText, [environmentIds.live, actor, from, Math.min(from + chunk - 1, sizes.rows)]);
  return { actor };
};

const changed = 'objectType=campaign&objectId=00000000-0000-0000-0000-000000000001';

/** No entry passes any of these filters. */
const filtersOf = ({ actor }: Log): readonly string[] => [
  'action=tier.deleted',
  'objectType=tier',
  `objectId=${randomUUID()}`,
  `actor=${actor}&action=tier.deleted`,
  `actor=${actor}&objectType=tier`,
  `actor=${randomUUID()}`,
  `${changed}&action=tier.deleted`,
  `${changed}&actor=nobody`,
];

const largeChanges = JSON.stringify(
  times(8, (n) => ({ pointer: `/earningRule/field${n.toString()}`, from: null, to: 'x'.repeat(200) })),
);

const loadLargeEntries = async ({ db, live, environmentIds }: Ground): Promise<void> => {
  const actor = await ownKeyId(live);
  await db.query(
    `INSERT INTO audit_entries (environment_id, id, actor_kind, actor_id, action, object_type, object_id, changes)
     SELECT $1::int, gen_random_uuid(), 'KEY', $3::text, 'campaign.changed', 'campaign', 'large', $2::jsonb
       FROM generate_series(1, 200)`,
    [environmentIds.live, largeChanges, actor],
  );
};

const people = 2_000;

/** Each has words of their own, most of which name nothing, and may open both environments. */
const signIn = async ({ tenantId, loyaltyctl }: Ground): Promise<readonly string[]> => {
  const tokens = await createDevTokens(tenantId, 'live', loyaltyctl);
  const words = (): string => `read ${times(40, () => randomBytes(8).toString('hex')).join(' ')}`;
  return times(people, (n) =>
    tokens.sign({ claims: { sub: `person-${n.toString()}`, env: ['test', 'live'], scope: words() } }),
  );
};

interface Looked {
  readonly id: string;
  readonly etag: string;
  readonly earningRule: { readonly points: number };
}

const looksWidth = 8;

/** One paused campaign for each loop. */
const pauseCampaigns = async ({ live }: Ground): Promise<readonly string[]> => {
  const paths: string[] = [];
  for (let n = 0; n < looksWidth; n += 1) {
    const earningRule = { type: 'FIXED_POINTS', points: 5 };
    const { id } = await live.make('/campaigns', { name: 'Looked at', earningRule });
    const path = `/campaigns/${id}`;
    await live.make(`${path}/activate`);
    await live.make(`${path}/pause`);
    paths.push(path);
  }
  return paths;
};

/** Looks at a paused campaign and resumes what was seen, while its points are changed. Throws when other points go live than were seen. */
const resumeWhatWasSeen = async (live: Caller, path: string): Promise<Answer> => {
  const seen = await live.get(path);
  if (seen.status !== 200) return seen;
  const { etag, earningRule } = JSON.parse(seen.text) as Looked;
  const points = randomInt(1, 100_000);
  const body = { earningRule: { type: 'FIXED_POINTS', points } };
  const [resumed] = await Promise.all([
    live.send({ method: 'POST', path: `${path}/resume`, headers: { 'if-match': etag } }),
    live.patch(path, body),
  ]);
  if (resumed.status !== 200) return resumed;
  const active = JSON.parse(resumed.text) as Looked;
  if (active.earningRule.points !== earningRule.points)
    throw new Error(`${active.id} went live with points other than those that were looked at`);
  return live.post(`${path}/pause`);
};

/** What its issuer signed by a slip, or for something else (D305). */
const slipsOf = (nowS: number): readonly TokenChanges[] => [
  ...[undefined, 'TEST', 'Test', 'test ', '', null, 0, 'staging', { test: 1 }, [], ['live', 'staging']].map(
    (env) => ({ claims: { env } }),
  ),
  ...['id_token', 'logout+jwt', 'dpop+jwt', 'secevent+jwt'].map((typ) => ({ header: { typ } })),
  { claims: { nonce: 'n', at_hash: 'h' } },
  { claims: { cnf: { jkt: 'x' } } },
  { claims: { exp: nowS + 36_525 * 86_400 } },
  { claims: { iat: nowS - 3_650 * 86_400 } },
  { claims: { iat: undefined } },
  { claims: { iat: nowS + 86_400, exp: nowS + 86_401 } },
  { claims: { sub: 's'.repeat(5_000) } },
];

const signSlips = async ({ tenantId, loyaltyctl }: Ground): Promise<readonly string[]> => {
  const tokens = await createDevTokens(tenantId, 'live', loyaltyctl);
  return slipsOf(Math.floor(Date.now() / 1_000)).map((changes) => tokens.sign(changes));
};

/** Attacks by credentials, and by what is known of who did what. */
export const access: readonly Attack[] = [
  attackOf({
    name: 'unknown-keys',
    aimsAt: 'postgres',
    does: 'Asks with keys that nobody has and whose checksum is right, each time another one, from 64 callers.',
    isLegalBecause: 'Anybody may try a key, and compute its checksum (D3).',
    isLimited: false,
    mayGet: [401],
    prepare: nothing,
    strike: (blow) => {
      const { pool, tenantId } = blow.ground;
      return inLoops(64, blow, () =>
        new Caller(pool, { tenantId, key: unknownKey() }, blow.live.tally).get('/tiers'),
      );
    },
  }),
  attackOf({
    name: 'audit-log-that-has-none-such',
    aimsAt: 'postgres',
    does: 'Reads a log of a million changes by filters that find nothing, page after page, 16 calls at once.',
    isLegalBecause: 'The log may be filtered, and a page may be short before its end (D210).',
    prepare: loadLog,
    strike: (blow, log) => {
      const filters = filtersOf(log);
      const pages = new Map<string, string>();
      return inLoops(16, blow, async (n) => {
        const filter = filters[n % filters.length] ?? '';
        const page = await blow.live.get(`/audit-log?limit=200&${filter}${pages.get(filter) ?? ''}`);
        const cursor = page.status === 200 ? (JSON.parse(page.text) as Page).nextCursor : null;
        pages.set(filter, cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`);
        return page;
      });
    },
  }),
  attackOf({
    name: 'audit-log-of-large-changes',
    aimsAt: 'ingress',
    does: 'Reads pages of 200 changes of 2 KiB each, 16 calls at once.',
    isLegalBecause: 'A page may have 200 entries, and an entry 2 KiB of changes (D209).',
    prepare: loadLargeEntries,
    strike: (blow) => inLoops(16, blow, () => blow.live.get('/audit-log?limit=200')),
  }),
  attackOf({
    name: 'credential-and-permissions',
    aimsAt: 'ingress',
    does: 'Asks what its own key may do, and what permissions there are, from 64 callers.',
    isLegalBecause: 'Each credential may ask (D211).',
    prepare: nothing,
    strike: (blow) => inLoops(64, blow, (n) => blow.live.get(n % 2 === 0 ? '/credential' : '/permissions')),
  }),
  attackOf({
    name: 'change-between-look-and-activation',
    aimsAt: 'ingress',
    does: 'Changes the points of a paused campaign while somebody resumes what they have looked at, from 8 callers.',
    isLegalBecause:
      'Who may write changes campaigns; who looked at one names its version, and 412 keeps others from going live (D306).',
    mayGet: [412],
    prepare: pauseCampaigns,
    strike: (blow, paths) => {
      const free = [...paths];
      return inLoops(looksWidth, blow, async () => {
        const path = free.shift() ?? '';
        const answer = await resumeWhatWasSeen(blow.live, path);
        free.push(path);
        return answer;
      });
    },
  }),
  attackOf({
    name: 'tokens-that-slipped',
    aimsAt: 'ingress',
    does: 'Asks with tokens that its issuer has signed by a slip or for another purpose, from 64 callers.',
    isLegalBecause: 'Anybody may send a token; one whose claims are not known opens nothing (D305).',
    isLimited: false,
    mayGet: [401],
    prepare: signSlips,
    strike: (blow, tokens) => {
      const { pool, tenantId } = blow.ground;
      const callers = tokens.map((token) => new Caller(pool, { tenantId, key: '', token }, blow.live.tally));
      return inLoops(64, blow, async (n) => {
        const answer = await (callers[n % callers.length] ?? blow.live).get('/tiers');
        if (answer.status === 200) throw new Error(`token ${(n % callers.length).toString()} opened live`);
        return answer;
      });
    },
  }),
  attackOf({
    name: 'tokens-of-many-people',
    aimsAt: 'ingress',
    does: 'Asks with tokens of 2,000 people, each with words of its own, in test and live in turn, from 64 callers.',
    isLegalBecause: 'A retailer may have many people and give each of them other words (D213).',
    prepare: signIn,
    strike: (blow, tokens) => {
      const { pool, tenantId } = blow.ground;
      const callers = tokens.map((token) => new Caller(pool, { tenantId, key: '', token }, blow.live.tally));
      return inLoops(64, blow, (n) => {
        const caller = callers[n % people] ?? blow.live;
        const headers = { 'loyalty-mode': n % 3 === 0 ? 'test' : 'live' };
        return caller.send({ method: 'GET', path: '/tiers', headers });
      });
    },
  }),
];

interface Page {
  readonly nextCursor: string | null;
}
