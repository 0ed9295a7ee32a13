import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault, type Part } from '@loyalty/kernel';
import { inheritedEnvironment } from '../config.ts';
import { lastLines } from '../home-folder.ts';
import { describeEnding, spawnTied, type TiedProcess } from '../processes/tied-process.ts';
import { loyaltyctlIn } from '../run-loyaltyctl.ts';
import type { Layout } from '../settings.ts';

const commands = ['deploy', 'demo'] as const;

/** Runs once before services start: migrations, topics and schemas, then the demo tenants and their keys. */
export const createDeployStep = (layout: Layout, env: Readonly<Record<string, string>>): Part => {
  const logPath = join(layout.logDir, 'deploy.log');
  const loyaltyctl = loyaltyctlIn(layout.root);
  let current: TiedProcess | undefined;
  const run = async (command: string): Promise<void> => {
    current = spawnTied({
      command: process.execPath,
      args: ['--enable-source-maps', loyaltyctl, command],
      cwd: layout.root,
      env: { ...inheritedEnvironment(), ...env },
      logPath,
    });
    const ending = await current.ended;
    if (ending.how === 'exit' && ending.code === 0) return;
    throw new Fault(
      'DEPLOY_FAILED',
      `loyaltyctl ${command} failed (${describeEnding(ending)}); ${logPath} ends with:\n${lastLines(logPath, 15)}`,
    );
  };
  return {
    name: 'deploy',
    start: async () => {
      if (!existsSync(loyaltyctl)) throw new Fault('NOT_BUILT', `${loyaltyctl} is missing: npm run build.`);
      for (const command of commands) await run(command);
    },
    stop: async () => {
      await current?.stop();
    },
  };
};
