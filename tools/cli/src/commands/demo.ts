import type { Command } from 'commander';
import { examples } from '../arguments.ts';
import { makeDemo, type DemoReport } from '../demo.ts';
import { jwtFolder } from '../jwt/jwt-folder.ts';
import { ensureKeyPair } from '../jwt/key-pair.ts';
import type { Session, CommandContext } from '../session.ts';
import { UsageFault } from '../usage-fault.ts';
import { withDatabase } from '../with-database.ts';

/** Far above the capacity of one machine, because a demo is for trials, including load tests. */
const rateLimitDefault = 1_000_000;

/** `demo`: the data with which the local stack begins. */
export const addDemoCommand = (program: Command, session: Session): void => {
  program
    .command('demo')
    .description('Make the demo tenants, keys and campaigns of the local stack. Safe to repeat.')
    .addHelpText(
      'after',
      `\nRATE_LIMIT_DEMO sets the requests a minute of the demo keys (default ${rateLimitDefault.toString()}).\n${examples('demo')}`,
    )
    .action(
      session.action(async (task) => {
        const limit = rateLimitOf(task);
        const tenants = await withDatabase(task, (db) => makeDemo(db, limit));
        const { publicKeyPath } = await ensureKeyPair(jwtFolder(task));
        for (const tenant of tenants) print(task, tenant);
        return { document: { tenants, jwtPublicKeyFile: publicKeyPath } };
      }),
    );
};

const rateLimitOf = ({ config }: CommandContext): number => {
  const text = config.demoRateLimit;
  if (text === undefined) return rateLimitDefault;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new UsageFault(`RATE_LIMIT_DEMO is ${text}; it must be an integer from 1 to 999999999.`);
};

const print = (task: CommandContext, { tenantId, name, environments }: DemoReport): void => {
  task.say(`Tenant ${tenantId} «${name}»`);
  for (const { mode, key, campaigns } of environments) {
    const list = campaigns.map((campaign) => `${campaign.name} (${campaign.state})`).join(', ');
    task.say(`  ${mode}: key ${key}${list === '' ? '' : `; ${list}`}`);
  }
};
