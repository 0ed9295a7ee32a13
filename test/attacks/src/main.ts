import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { say, startOwnStack } from '@loyalty/stack';
import { runWithOptions } from '../../fault/src/run-main.ts';
import { startNames } from './attacker/names.ts';
import { chooseAttacks, listOf } from './choose-attacks.ts';
import { helpText, readOptions } from './options.ts';
import { runAttacks } from './run/run-attacks.ts';

/** The compiled file is in `test/attacks/dist/attacks/src`. */
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../../../..');

/** `npm run test:attacks`: one tenant attacks another with legal means; exit code 1 when a promise was broken. */
await runWithOptions({ helpText, readOptions }, async (options) => {
  const attacks = chooseAttacks(options);
  if (options.isList) {
    say(listOf(attacks));
    return;
  }
  say(`${attacks.length.toString()} attacks; starting a stack in .loyalty/attacks`);
  const names = await startNames();
  try {
    const variables = { DNS_SERVERS: names.servers.join() };
    const stack = await startOwnStack({ root, home: join(root, '.loyalty/attacks'), variables });
    await runAttacks(stack, options, attacks).finally(() => stack.stop());
  } finally {
    await names.close();
  }
});
