import type { Command } from 'commander';
import { type EnvironmentId, Fault, invariant } from '@loyalty/kernel';
import type { Database } from '@loyalty/storage';
import { faultsOfSettings, settingNames, settingOwners, type Settings } from '@loyalty/tables/tenants';
import {
  type DatedSettings,
  getSettings,
  settingEntries,
  setSettings,
  type SetSettingsResult,
} from '@loyalty/tables/tenants/management';
import { type EnvironmentName, examples, modeOption, tenantOption } from '../arguments.ts';
import { withDatabase } from '../connections.ts';
import { requireEnvironmentId } from '../environments.ts';
import { UsageFault } from '../failures.ts';
import { type EntityWrite, publishingDatabase } from '../published-writes.ts';
import type { CommandContext, Session } from '../session.ts';
import { tableLines } from '../terminal.ts';

export const addSettingsCommands = (settings: Command, session: Session): void => {
  addGet(settings, session);
  addSet(settings, session);
};

const addGet = (settings: Command, session: Session): void => {
  settings
    .command('get')
    .description(
      `Show the settings of an environment, including defaults, and who owns each one. The settings are ${settingNames.join(', ')}.`,
    )
    .argument('[name]', 'only this setting')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addHelpText(
      'after',
      '\nA key with settings:write can also change what the TENANT owns. Only «settings set» can change what the OPERATOR owns.\n' +
        examples(
          'settings get --tenant … --mode live',
          'settings get pointValueCents --tenant … --mode live',
        ),
    )
    .action(
      session.action((task, name: string | undefined, environment: EnvironmentName) =>
        withDatabase(task, async (db) => {
          const found = await getSettings(db, await requireEnvironmentId(db, environment));
          invariant(found !== null, 'an environment that was found has settings');
          const { upcoming, ...settings } = found;
          const shown = name === undefined ? settings : onlySetting(found, name);
          const owners = ownersOf(shown);
          const rows = Object.entries(shown).map(([key, value]) => [
            key,
            owners[key] ?? '',
            JSON.stringify(value),
          ]);
          for (const line of tableLines(['setting', 'owner', 'value'], rows)) task.say(line);
          for (const line of upcomingLines(found, Object.keys(shown))) task.say(line);
          return { document: { settings: shown, owners, upcoming } };
        }),
      ),
    );
};

const addSet = (settings: Command, session: Session): void => {
  settings
    .command('set')
    .description(
      'Change one setting of an environment. It takes effect within 10 seconds; a looser limit on adjusted points takes effect a day later.',
    )
    .argument('<name>', `one of ${settingNames.join(', ')}`)
    .argument('<value>', 'the value as JSON, or null to restore the default')
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .addHelpText(
      'after',
      examples(
        'settings set pointValueCents 2 --tenant … --mode live',
        `settings set pointsExpiry '{"type": "ROLLING", "days": 365}' --tenant … --mode live`,
        'settings set pointValueCents null --tenant … --mode live',
      ),
    )
    .action(
      session.action((task, ...[name, value, environment]: [string, string, EnvironmentName]) =>
        withDatabase(task, async (db) => {
          const environmentId = await requireEnvironmentId(db, environment);
          const setting = { ...environment, environmentId, name };
          const written = await writeSetting(task, db, { setting, value: valueOf(value) });
          const shown = onlySetting(written.record, name);
          task.say(`${name} = ${JSON.stringify(Object.values(shown)[0])}`);
          for (const line of upcomingLines(written.record, [name])) task.say(line);
          const { upcoming } = written.record;
          return { document: { settings: shown, upcoming, isChanged: written.outcome === 'changed' } };
        }),
      ),
    );
};

export interface NamedSetting extends EnvironmentName {
  readonly environmentId: EnvironmentId;
  readonly name: string;
}

/**
 * Writes a setting, and notes and publishes the change. If it is refused, throws a sentence for the operator.
 */
export const writeSetting = async (
  task: CommandContext,
  db: Database,
  { setting, value }: { readonly setting: NamedSetting; readonly value: unknown },
): Promise<Extract<SetSettingsResult, { readonly outcome: 'changed' | 'unchanged' }>> => {
  const { environmentId, name } = setting;
  const publishing = await publishingDatabase(task, db, (result) => writtenSetting(result, setting));
  const written = await setSettings(publishing, environmentId, { [name]: value });
  if (written.outcome === 'invalid') {
    throw settingFault(name, written.faults);
  }
  if (written.outcome === 'not-yet-available') {
    throw new UsageFault(
      `${name} needs version ${written.needs.toString()} of the rules, but a running process knows only version ` +
        `${written.known.toString()}. «loyaltyctl processes» lists them: set it when all run the new release.`,
    );
  }
  if (written.outcome === 'not-found')
    throw new Fault('TENANT_NOT_FOUND', 'The environment no longer exists.');
  invariant('record' in written, 'an operator names no version, and no setting binds one');
  return written;
};

const writtenSetting = (
  result: unknown,
  { tenant, environmentId, name }: NamedSetting,
): EntityWrite | null => {
  const written = result as SetSettingsResult;
  if (written.outcome !== 'changed') return null;
  const noted = (settings: DatedSettings): object =>
    Object.fromEntries(settingEntries(settings).filter(([key]) => key === name));
  return {
    environmentId,
    tenantId: tenant,
    kind: 'setting',
    entityId: name,
    action: 'changed',
    body: noted(written.record),
    before: noted(written.before),
  };
};

/** A bare word is a text, so that the shell's quotes need no escaping. */
const valueOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** A limit that was loosened acts a day later (D307). */
const upcomingLines = ({ upcoming }: DatedSettings, names: readonly string[]): string[] =>
  Object.entries(upcoming)
    .filter(([name]) => names.includes(name))
    .map(([name, { value, from }]) => `${name} = ${JSON.stringify(value)} from ${from}`);

const onlySetting = (settings: DatedSettings, name: string): Partial<Settings> => {
  const entries = Object.entries(settings).filter(([key]) => key === name && key !== 'upcoming');
  if (entries.length === 0) throw settingFault(name, faultsOfSettings({ [name]: null }));
  return Object.fromEntries(entries);
};

const settingFault = (name: string, faults: readonly { readonly message: string }[]): UsageFault =>
  new UsageFault(faults.map(({ message }) => `${name} ${message}.`).join(' '));

const ownersOf = (shown: Partial<Settings>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(settingOwners).filter(([name]) => Object.hasOwn(shown, name)));
