import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, type Part } from '@loyalty/kernel';
import { inheritedEnvironment } from '../config.ts';
import { lastLines } from '../home-folder.ts';
import { addressVariables, databaseUrlOf, type LocalStack } from '../local-stack.ts';
import { describeEnding, spawnTied, type TiedProcess } from '../processes/tied-process.ts';
import { loyaltyctlIn } from '../run-loyaltyctl.ts';
import type { Layout } from '../settings.ts';

/** Roles are made by the owner of the server, the schema by the owner of the tables. */
const linesOf = (stack: LocalStack): readonly Line[] => {
  const migrator = databaseUrlOf(stack, 'loyalty_migrate');
  const asMigrator = [
    { words: ['deploy'], databaseUrl: migrator },
    { words: ['demo'], databaseUrl: migrator },
  ];
  return migrator === stack.databaseUrl
    ? asMigrator
    : [{ words: ['roles', 'create'], databaseUrl: stack.databaseUrl }, ...asMigrator];
};

interface Line {
  readonly words: readonly string[];
  readonly databaseUrl: string;
}

/**
 * Creates the step that runs once before services start: roles, migrations, topics, schemas, then the demo
 * tenants and their keys.
 */
export const createDeployStep = (layout: Layout, stack: LocalStack): Part => {
  const logPath = join(layout.logDir, 'deploy.log');
  const loyaltyctl = loyaltyctlIn(layout.root);
  let current: TiedProcess | undefined;
  const run = async ({ words, databaseUrl }: Line): Promise<void> => {
    current = spawnTied({
      command: process.execPath,
      args: ['--enable-source-maps', loyaltyctl, ...words],
      cwd: layout.root,
      env: { ...inheritedEnvironment(), ...addressVariables(stack), DATABASE_URL: databaseUrl },
      logPath,
    });
    const ending = await current.ended;
    if (ending.how === 'exit' && ending.code === 0) return;
    throw new Fault(
      'DEPLOY_FAILED',
      `loyaltyctl ${words.join(' ')} failed (${describeEnding(ending)}); ${logPath} ends with:\n${lastLines(logPath, 15)}`,
    );
  };
  return {
    name: 'deploy',
    start: async () => {
      if (!existsSync(loyaltyctl)) throw new Fault('NOT_BUILT', `${loyaltyctl} is missing: npm run build.`);
      for (const line of linesOf(stack)) await run(line);
    },
    stop: async () => {
      await current?.stop();
    },
  };
};
