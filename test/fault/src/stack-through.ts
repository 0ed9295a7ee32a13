import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLocalStack, type LocalStack, type OwnStack } from '@loyalty/stack';
import { loyaltyctl } from './loyaltyctl.ts';

/** Returns the same stack at other addresses, those of doors or proxies, also for loyaltyctl. */
export const stackThrough = (stack: OwnStack, addresses: Partial<LocalStack>): OwnStack => {
  const localJsonPath = join(stack.home, 'through-doors.json');
  writeFileSync(localJsonPath, JSON.stringify({ ...stack.now(), ...addresses }));
  return {
    home: stack.home,
    localJsonPath,
    now: () => readLocalStack(localJsonPath),
    stop: () => stack.stop(),
  };
};

/** Does what `npm start` does before it starts services. */
export const deployDemo = async (stack: OwnStack): Promise<void> => {
  for (const command of ['deploy', 'demo']) {
    const { code, stdout, stderr } = await loyaltyctl(stack, command);
    if (code !== 0) throw new Error(`loyaltyctl ${command}: ${stdout}${stderr}`);
  }
};

/** Returns the port of a URL. */
export const portOf = (url: string): number => Number(new URL(url).port);
