import type { Command } from 'commander';
import { examples, parseUuid } from '../arguments.ts';
import { requireYes, yesOption } from '../confirmation.ts';
import { betweenCells } from '../moves/cells.ts';
import { abortMove, moveTenant } from '../moves/move-tenant.ts';
import type { Session } from '../session.ts';

interface MoveFlags {
  readonly to: string;
  readonly abort?: true;
  readonly yes?: true;
}

/** `tenants move`. */
export const addMove = (tenants: Command, session: Session): void => {
  tenants
    .command('move')
    .description(
      'Move a tenant to another cell: close it here, copy it, open it there. Run it again after a failure, and for receipts that are still streamed here.',
    )
    .argument('<tenant>', 'its id', parseUuid)
    .requiredOption(
      '--to <file>',
      'a JSON file with databaseUrl, kafkaBrokers, schemaRegistryUrl and secretKeysFile of the other cell (the local.json of a local stack is one), and settings, an object with KAFKA_SECURITY_PROTOCOL and such where they are needed',
    )
    .option('--abort', 'open it here again, as long as it is not open there')
    .addOption(yesOption())
    .addHelpText(
      'after',
      examples('tenants move … --to /etc/loyalty/cell-1.json', 'tenants move … --to cell-1.json --abort'),
    )
    .action(
      session.action(async (task, tenant: string, { to, abort, yes }: MoveFlags) => {
        const question = 'Its callers are answered 503 until it is open in the other cell. Move it?';
        if (abort !== true) await requireYes(task, question, yes === true ? { yes } : {});
        const run = abort === true ? abortMove : moveTenant;
        return { document: await betweenCells(task, to, (cells) => run(cells, tenant)) };
      }),
    );
};
