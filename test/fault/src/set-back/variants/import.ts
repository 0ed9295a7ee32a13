import { withDatabase } from '@loyalty/testkit/database';
import { askPatiently } from '../../ask.ts';
import { createBareTenant, make } from '../../tenants.ts';
import type { FaultTenant } from '../../fault-tenant.ts';
import type { Scene, Variant } from './variant.ts';

const source = 'lost-import';
const linesPerCall = 50;
const pointsPerLine = 7;
const callsBefore = 3;
const calls = 8;
const counted = { members: calls * linesPerCall, points: calls * linesPerCall * pointsPerLine };

/**
 * The lines of the tail are lost, and so is the close that came after them (D341). The close names what is there, the
 * file that is sent again brings every member in once with their card, and the lost close is listed.
 */
export const lostImport: Variant = {
  title: 'an import was finished and closed in the tail',
  begin: async ({ stack, violations }) => {
    const tenant = await createBareTenant(stack, 'Imports');
    const at = { stack, tenant };
    const send = async (from: number, to: number): Promise<void> => {
      for (let call = from; call < to; call += 1)
        await make(at, `/imports/${source}/lines`, { lines: linesOf(call) });
    };
    await make(at, `/imports/${source}`, { signedUp: true }, 'PUT');
    await send(0, callsBefore);
    return {
      inTail: async () => {
        await send(callsBefore, calls);
        await make(at, `/imports/${source}/close`, counted);
      },
      atRest: async (listed) => {
        if (!listed.has(source))
          violations.add('management write gone, not listed', `the close of ${source}`);
        const early = await askPatiently(at, {
          method: 'POST',
          path: `/imports/${source}/close`,
          body: counted,
        });
        if (early.status !== 409 || !early.text.includes('IMPORT_INCOMPLETE'))
          violations.add('an import was closed without its members', early.text);
        await send(0, calls);
        await make(at, `/imports/${source}/close`, counted);
        await compareMembers({ stack, violations }, tenant);
      },
    };
  },
};

const linesOf = (call: number): readonly object[] =>
  Array.from({ length: linesPerCall }, (_, at) => ({
    externalRef: `imported-${call.toString()}-${at.toString()}`,
    references: [{ reference: `card-${call.toString()}-${at.toString()}` }],
    balance: pointsPerLine,
  }));

const compareMembers = (
  { stack, violations }: Pick<Scene, 'stack' | 'violations'>,
  { tenantId }: FaultTenant,
): Promise<void> =>
  withDatabase(stack.now().databaseUrl, async (db) => {
    const [found] = await db.query<{ members: number; cards: number; points: number }>(
      `SELECT count(*) FILTER (WHERE m.leads_to IS NULL)::int AS members, count(m.leads_to)::int AS cards,
              coalesce(sum(m.points_balance), 0)::int AS points
         FROM members m JOIN environments e ON e.id = m.environment_id WHERE e.tenant_id = $1`,
      [tenantId],
    );
    const { members, points } = counted;
    if (found?.members !== members || found.points !== points || found.cards !== members)
      violations.add('an import lost or doubled a member or a card', JSON.stringify(found));
  });
