import { connect } from 'node:net';
import { once } from 'node:events';
import { insertActiveCampaigns } from '../../../support/dear-campaigns.ts';
import { attackOf, type Attack } from '../attack.ts';
import { inLoops } from '../attacker/blow.ts';
import type { Ground } from '../attacker/ground.ts';
import { receiptOf, times } from '../attacker/receipts.ts';

/** Runs a command of one line; only the test may do so. */
const command = async ({ stack }: Ground, line: string): Promise<string> => {
  const { hostname, port } = new URL(stack.now().redisUrl);
  const socket = connect(Number(port), hostname);
  socket.write(`${line}\r\n`);
  const [said] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return said.toString();
};

const manyAwards = `'{"type": "FIXED_POINTS", "points": 1}'::jsonb`;

/** Leaves Redis room for this many bytes more, as if other tenants had filled the rest. */
const leaveRoom = async (ground: Ground, bytes: number): Promise<void> => {
  const used = Number(/used_memory:(\d+)/.exec(await command(ground, 'INFO memory'))?.[1] ?? 0);
  await command(ground, `CONFIG SET maxmemory ${(used + bytes).toString()}`);
};

/** Attacks by what is cached. */
export const redis: readonly Attack[] = [
  attackOf({
    name: 'redis-filled',
    aimsAt: 'redis',
    does: 'Fills Redis, which has 4 MiB left and evicts nothing, with responses of 200 awards each, in calls of 200 receipts, four at once.',
    isLegalBecause: 'Every response is kept for repeats.',
    prepare: async (ground) => {
      await ground.db.query(insertActiveCampaigns(manyAwards), [ground.tenantId, 'live']);
      await leaveRoom(ground, 4 * 1_048_576);
    },
    strike: (blow) => inLoops(4, blow, () => blow.live.bulk(times(200, () => receiptOf()))),
    undo: async (ground) => {
      await command(ground, 'CONFIG SET maxmemory 0');
    },
  }),
  attackOf({
    name: 'large-responses-cached',
    aimsAt: 'redis',
    does: 'Lets Redis keep responses of 200 awards each, from 32 tills.',
    isLegalBecause: 'An environment may have 200 ACTIVE campaigns.',
    prepare: async (ground) => {
      await ground.db.query(insertActiveCampaigns(manyAwards), [ground.tenantId, 'live']);
    },
    strike: (blow) => inLoops(32, blow, () => blow.live.evaluate(receiptOf())),
  }),
];
