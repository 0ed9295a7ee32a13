import type { RestoredStack } from '../servers/restored-stack.ts';
import type { ErasedMember } from '../story/lost-writes.ts';
import { ask, type Shop } from '../story/shop.ts';

/** Returns the erased members who can be read, or who earn. */
export const judgeErased = async (
  stack: RestoredStack,
  shop: Shop,
  erased: readonly ErasedMember[],
): Promise<readonly string[]> => {
  const faults: string[] = [];
  for (const { id, externalRef, details } of erased) {
    const { text } = await ask(stack, shop, { method: 'GET', path: `/members/${id}` });
    if (details.some((detail) => text.includes(detail))) faults.push(`${id} is readable: ${text}`);
    const body = { transactionRef: `after-${externalRef}`, memberRef: externalRef, amount: 100 };
    const earned = await ask(stack, shop, { method: 'POST', path: '/transactions/evaluate', body });
    if (earned.status !== 403) faults.push(`${id} earns: ${earned.status.toString()} ${earned.text}`);
  }
  return faults;
};

/** Returns what the database still says of erased members, by a search through every row of what names them. */
export const judgeErasedRows = async (
  stack: RestoredStack,
  erased: readonly ErasedMember[],
): Promise<readonly string[]> => {
  const rows = await stack.postgres.query<{ id: string }>(
    `SELECT m.id FROM members m LEFT JOIN member_profiles p ON (p.environment_id, p.member_id) = (m.environment_id, m.id)
      WHERE m.external_ref = ANY ($1) OR p.name = ANY ($1) OR p.email = ANY ($1)`,
    [erased.flatMap(({ details }) => details)],
  );
  return rows.map(({ id }) => `${id} has a row that names the person`);
};
