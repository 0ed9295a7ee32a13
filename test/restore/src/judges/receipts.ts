import type { RestoredStack } from '../servers/restored-stack.ts';
import { ask, type Shop } from '../story/shop.ts';
import type { Acknowledged } from '../story/tills.ts';

const callersCount = 8;

/** How a response equals the one that was acknowledged. */
export type Sameness = (now: string, before: string) => boolean;

export const sameBytes: Sameness = (now, before) => now === before;

const uuids = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Ids follow from the times of records, which a copy may not keep. References are compared by the requests themselves. */
export const sameButIds: Sameness = (now, before) => now.replace(uuids, '') === before.replace(uuids, '');

/** Repeats every acknowledged request. Returns those that do not get the same response again. */
export const judgeReceipts = async (
  { stack, shop }: { readonly stack: RestoredStack; readonly shop: Shop },
  acknowledged: readonly Acknowledged[],
  isSame: Sameness,
): Promise<readonly string[]> => {
  const left = [...acknowledged];
  const faults: string[] = [];
  const call = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { status, text } = await ask(stack, shop, next.call);
      if (status !== 200 || !isSame(text, next.text))
        faults.push(`${JSON.stringify(next.call.body)}: ${next.text} became ${status.toString()} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: callersCount }, call));
  return faults;
};
