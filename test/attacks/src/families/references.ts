import { randomUUID } from 'node:crypto';
import { memberKeyOf, randomId } from '@loyalty/kernel';
import { onlyRow } from '@loyalty/storage';
import { inParallel } from '../../../support/in-parallel.ts';
import { attackOf, type Attack } from '../attack.ts';
import { activate } from '../attacker/activate.ts';
import { inLoops } from '../attacker/blow.ts';
import { points } from '../attacker/daily-buyers.ts';
import type { Ground } from '../attacker/ground.ts';
import { receiptOf, times } from '../attacker/receipts.ts';

/** Each member has as many references as a member may have. */
const [memberCount, cardsOfEach] = [10_000, 20];
const perCall = 1_000;

const cardOf = (member: number, card: number): string => `${member.toString()}-card-${card.toString()}`;

/** Members before their further references, of which the API would take an hour. */
const insertText = `
  INSERT INTO members (environment_id, id, member_key, external_ref, state, points_balance, lifetime_points, ledger_seq,
                       enrolled_at, created_at, updated_at, leads_to, led_since)
  SELECT $1, id, key, ref, CASE WHEN leads_to IS NULL THEN 'active' ELSE 'reference' END, 0, 0, 0, now(), now(), now(),
         leads_to, CASE WHEN leads_to IS NOT NULL THEN now() END
    FROM unnest($2::uuid[], $3::bytea[], $4::text[], $5::uuid[]) AS r (id, key, ref, leads_to)`;

const giveCards = async ({ db, environmentIds: { live } }: Ground): Promise<void> => {
  const secrets = await db.query<{ secret: Buffer }>('SELECT secret FROM environments WHERE id = $1', [live]);
  const { secret } = onlyRow(secrets, 'environments');
  for (let from = 0; from < memberCount; from += perCall) {
    const rows = times(perCall, (n) => ({ member: from + n, id: randomId() })).flatMap(({ member, id }) =>
      times(cardsOfEach, (card) => ({
        id: card === 0 ? id : randomId(),
        reference: cardOf(member, card),
        leadsTo: card === 0 ? null : id,
      })),
    );
    await db.query(insertText, [
      live,
      rows.map(({ id }) => id),
      rows.map(({ reference }) => memberKeyOf(secret, reference)),
      rows.map(({ reference }) => reference),
      rows.map(({ leadsTo }) => leadsTo),
    ]);
  }
  await db.query('ANALYZE members');
  await db.query(`UPDATE environments SET has_references = true WHERE id = $1`, [live]);
};

/** Returns a card of some member, another one for each number. */
const drawnCard = (n: number): string => cardOf((n * 7_919) % memberCount, (n * 31) % cardsOfEach);

const membersWithCards = async (ground: Ground): Promise<void> => {
  // It raises the version of the configuration, so engines read that the environment has references.
  await giveCards(ground);
  await activate(ground.live, points);
};

/** Attacks by many references of members. */
export const references: readonly Attack[] = [
  attackOf({
    name: 'receipts-by-twenty-cards',
    aimsAt: 'earn-engine',
    does: 'Sends bulk calls of 1,000 receipts by 20 references of each of 10,000 members, eight calls at once.',
    isLegalBecause: 'A member may have 20 references, and shop by each of them (D345).',
    prepare: membersWithCards,
    strike: (blow) =>
      inLoops(8, blow, (n) => blow.live.bulk(times(perCall, (at) => receiptOf(drawnCard(n * perCall + at))))),
  }),
  attackOf({
    name: 'cards-linked-in-a-row',
    aimsAt: 'ingress',
    does: 'Gives 20 references to one new member after the other, blocks and releases them, 16 calls at once.',
    isLegalBecause: 'Each is an ordinary call of the API (D345).',
    mayGet: [409],
    prepare: ({ live }) =>
      inParallel(
        times(200, () => randomUUID()),
        8,
        async (externalRef) => (await live.make('/members', { externalRef })).id,
      ),
    strike: (blow, ids) =>
      inLoops(16, blow, (n) => {
        const [round, turn] = [Math.floor(n / 3), n % 3];
        const path = `/members/${ids[Math.floor(round / 20) % ids.length] ?? ''}/references`;
        const reference = `linked-${round.toString()}`;
        if (turn === 2) return blow.live.post(`${path}/release`, { reference });
        const body = { reference, state: turn === 0 ? 'ACTIVE' : 'BLOCKED' };
        return blow.live.send({ method: 'PUT', path, body });
      }),
  }),
  attackOf({
    name: 'cards-linked-while-they-buy',
    aimsAt: 'earn-engine',
    does: 'Gives references to 50 members while the first receipts by the same references arrive, 32 calls at once.',
    isLegalBecause: 'A till may be faster than the office.',
    mayGet: [409],
    prepare: async ({ live }) => {
      await activate(live, points);
      return inParallel(
        times(50, () => randomUUID()),
        8,
        async (externalRef) => (await live.make('/members', { externalRef })).id,
      );
    },
    strike: (blow, ids) =>
      inLoops(32, blow, (n) => {
        const card = `raced-${Math.floor(n / 2).toString()}`;
        if (n % 2 === 0) return blow.live.evaluate(receiptOf(card));
        const path = `/members/${ids[n % ids.length] ?? ''}/references`;
        return blow.live.send({ method: 'PUT', path, body: { reference: card } });
      }),
  }),
  attackOf({
    name: 'imports-with-cards',
    aimsAt: 'postgres',
    does: 'Imports 50 new members with 19 further references each, eight calls at once.',
    isLegalBecause: 'A line of an import may have 19 references (D360).',
    prepare: ({ live }) =>
      live.send({ method: 'PUT', path: '/imports/former', body: { signedUp: true } }).then(() => undefined),
    strike: (blow) =>
      inLoops(8, blow, () => {
        const lines = times(50, () => ({
          externalRef: randomUUID(),
          references: times(cardsOfEach - 1, () => ({ reference: randomUUID(), kind: 'CARD' })),
        }));
        return blow.live.post('/imports/former/lines', { lines });
      }),
  }),
];
