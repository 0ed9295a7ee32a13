import type { RestoredStack } from '../servers/restored-stack.ts';
import { ask, type Shop } from '../story/shop.ts';
import type { Acknowledged } from '../story/tills.ts';

const callersCount = 8;

/** Repeats every acknowledged request. Returns those that do not get the same bytes again. */
export const judgeReceipts = async (
  stack: RestoredStack,
  shop: Shop,
  acknowledged: readonly Acknowledged[],
): Promise<readonly string[]> => {
  const left = [...acknowledged];
  const faults: string[] = [];
  const call = async (): Promise<void> => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const { status, text } = await ask(stack, shop, next.call);
      if (status !== 200 || text !== next.text)
        faults.push(`${JSON.stringify(next.call.body)}: ${next.text} became ${status.toString()} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: callersCount }, call));
  return faults;
};
