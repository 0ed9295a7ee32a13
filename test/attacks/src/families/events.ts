import { randomUUID } from 'node:crypto';
import { attackOf, type Attack } from '../attack.ts';
import { activate } from '../attacker/activate.ts';
import { inLoops } from '../attacker/blow.ts';
import { times } from '../attacker/receipts.ts';
import type { Ground } from '../attacker/ground.ts';

const eventKey = 'attack.visit';

const define = async ({ live }: Ground, properties: object = {}): Promise<void> => {
  await live.make('/event-definitions', { key: eventKey, name: 'Visit', properties });
};

const eventOf = (payload: object) => ({
  eventKey,
  ref: randomUUID(),
  payload: Object.assign({ customerId: randomUUID() }, payload),
});

/** A rule with as many conditions as one may have. */
const conditional = (n: number) => ({
  name: `Visits ${n.toString()}`,
  earningRule: {
    type: 'EVENT_TRIGGER',
    eventKey,
    conditions: {
      operator: 'AND',
      conditions: times(50, (at) => ({ field: `n${at.toString()}`, op: 'gte', value: 0 })),
    },
    reward: { points: 1 },
  },
});

/** Attacks by custom events. */
export const events: readonly Attack[] = [
  attackOf({
    name: 'dearest-events',
    aimsAt: 'earn-engine',
    does: 'Sends events of 9,000 numbers that 100 campaigns judge by 50 conditions each, from 16 tills.',
    isLegalBecause: 'A payload may have 10,000 values, and a campaign 50 conditions.',
    prepare: async (ground) => {
      await define(ground);
      for (const n of times(100, (at) => at)) await activate(ground.live, conditional(n));
    },
    strike: (blow) => {
      const numbers = Object.fromEntries(times(50, (n) => [`n${n.toString()}`, n]));
      const more = times(9_000, (n) => 1_000 + n);
      const payload = Object.assign({ more }, numbers);
      return inLoops(16, blow, () => blow.live.post('/events', eventOf(payload)));
    },
  }),
  attackOf({
    name: 'events-judged-by-a-dear-schema',
    aimsAt: 'ingress',
    does: 'Sends events of 250 texts, 200 of which are judged by patterns that must go back and forth, from 16 tills.',
    isLegalBecause: 'A definition may be any JSON Schema within its bounds.',
    prepare: (ground) => {
      const propertyOf = (n: number) =>
        n < 200 ? { type: 'string', pattern: '^(a|b)*c$' } : { type: 'string', maxLength: 1_000 };
      return define(ground, {
        type: 'object',
        properties: Object.fromEntries(times(250, (n) => [`p${n.toString()}`, propertyOf(n)])),
      });
    },
    strike: (blow) => {
      const text = `${'ab'.repeat(100)}c`;
      const texts = Object.fromEntries(times(250, (n) => [`p${n.toString()}`, text]));
      return inLoops(16, blow, () => blow.live.post('/events', eventOf(texts)));
    },
  }),
  attackOf({
    name: 'deep-json',
    aimsAt: 'ingress',
    does: 'Sends payloads of arrays within arrays, 30,000 deep, from 16 tills.',
    isLegalBecause: 'It is JSON, and within the size of a body.',
    mayGet: [400],
    prepare: (ground) => define(ground),
    strike: (blow) => {
      const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
      return inLoops(16, blow, () => {
        const text = JSON.stringify(eventOf({ deep: 'here' }));
        return blow.live.post('/events', text.replace('"here"', deep));
      });
    },
  }),
  attackOf({
    name: 'events-that-stamp-all-cards',
    aimsAt: 'earn-engine',
    does: 'Sends events of one member that stamp 200 cards each, from 16 tills.',
    isLegalBecause: 'An environment may have 200 ACTIVE campaigns.',
    prepare: async (ground) => {
      await define(ground);
      for (const n of times(200, (at) => at)) await activate(ground.live, stampCard(n));
    },
    strike: (blow) =>
      inLoops(16, blow, () => blow.live.post('/events', eventOf({ customerId: 'the-keen-one' }))),
  }),
];

const stampCard = (n: number) => ({
  name: `Card ${n.toString()}`,
  earningRule: {
    type: 'STAMP_CARD',
    stampsRequired: 2,
    triggerEventKey: eventKey,
    rewardOnCompletion: { points: 1 },
  },
});
