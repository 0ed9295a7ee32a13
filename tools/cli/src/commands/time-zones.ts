import type { Command } from 'commander';
import type { Database } from '@loyalty/storage';
import { listTimeZones, type StoredTimeZone } from '@loyalty/tables/tenants/management';
import { examples } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';
import { tableLines } from '../terminal.ts';
import { writeSetting } from './settings.ts';

const explanation = `
An environment stores the clock changes of its time zone as they were known when the setting was written, so that all
processes decide in the same way. If a government changes them later, a newer version of Node knows the new ones.`;

export const addTimeZonesCommands = (timeZones: Command, session: Session): void => {
  timeZones
    .command('check')
    .description(
      'List the environments whose stored clock changes differ from those that this program knows. The exit code is 1 if there ' +
        'are any.',
    )
    .option(
      '--refresh',
      'store the clock changes that this program knows, as a change of the setting timeZone',
    )
    .addHelpText('after', explanation + '\n' + examples('time-zones check', 'time-zones check --refresh'))
    .action(
      session.action((task, { refresh = false }: { readonly refresh?: boolean }) =>
        withDatabase(task, (db) => check(task, db, refresh)),
      ),
    );
};

export interface TimeZoneReport {
  readonly environments: number;
  readonly differing: readonly DifferingZone[];
}

interface DifferingZone {
  readonly tenantId: string;
  readonly mode: string;
  readonly timeZone: string;
  /**
   * This is the first instant with another local time; null if the stored table cannot be read, or nothing is
   * known.
   */
  readonly from: string | null;
  readonly state: StoredTimeZone['comparison']['state'];
  readonly isRefreshed: boolean;
}

const check = async (task: CommandContext, db: Database, refresh: boolean): Promise<CommandOutcome> => {
  const all = await listTimeZones(db);
  const differing: DifferingZone[] = [];
  for (const zone of all.filter(({ comparison }) => comparison.state !== 'SAME')) {
    // A name that this program does not know would be refused.
    const isRefreshed = refresh && zone.comparison.state !== 'UNKNOWN';
    if (isRefreshed) await writeAgain(task, db, zone);
    differing.push(shown(zone, isRefreshed));
  }
  report(task, all.length, differing);
  const document: TimeZoneReport = { environments: all.length, differing };
  return { document, isFailure: differing.some(({ isRefreshed }) => !isRefreshed) };
};

const writeAgain = async (
  task: CommandContext,
  db: Database,
  { environmentId, tenantId: tenant, mode, timeZone }: StoredTimeZone,
): Promise<void> => {
  const setting = { tenant, mode, environmentId, name: 'timeZone' };
  await writeSetting(task, db, { setting, value: timeZone });
};

const shown = ({ comparison, ...zone }: StoredTimeZone, isRefreshed: boolean): DifferingZone => ({
  tenantId: zone.tenantId,
  mode: zone.mode,
  timeZone: zone.timeZone,
  from: comparison.state === 'DIFFERENT' ? new Date(comparison.fromMs).toISOString() : null,
  state: comparison.state,
  isRefreshed,
});

const report = (task: CommandContext, environments: number, differing: readonly DifferingZone[]): void => {
  task.say(
    `${environments.toString()} environments have a time zone. For ${differing.length.toString()} of them, the stored clock ` +
      'changes differ from those that this program knows.',
  );
  if (differing.length === 0) return;
  const rows = differing.map((zone) => [
    zone.tenantId,
    zone.mode,
    zone.timeZone,
    zone.from ?? words[zone.state],
    zone.isRefreshed ? 'refreshed' : '',
  ]);
  for (const line of tableLines(['tenant', 'mode', 'time zone', 'differs from', ''], rows)) task.say(line);
  if (differing.some(({ isRefreshed, state }) => !isRefreshed && state !== 'UNKNOWN'))
    task.note(
      'Run the command again with --refresh to store what this program knows. It takes effect within 10 seconds.',
    );
};

const words = {
  SAME: '',
  DIFFERENT: '',
  UNKNOWN: 'unknown to this program',
  UNREADABLE: 'cannot be read',
} as const satisfies Readonly<Record<DifferingZone['state'], string>>;
