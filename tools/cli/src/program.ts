import { Command } from 'commander';
import { releaseVersion } from '@loyalty/telemetry/metrics';
import { addAccessCommands } from './access/access.ts';
import { parseName } from './arguments.ts';
import { addCodesCommands } from './codes/codes.ts';
import { addApiCommands } from './commands/api.ts';
import { addAuditCommands } from './commands/audit.ts';
import { addCampaignsCommands } from './commands/campaigns.ts';
import { addCellCommands } from './commands/cell.ts';
import { addCheckCommand } from './commands/check.ts';
import { addCompletionCommand } from './commands/completion.ts';
import { addDemoCommand } from './commands/demo.ts';
import { addExpirePointsCommand } from './commands/expire-points.ts';
import { addJobsCommand } from './commands/jobs.ts';
import { addListenCommand } from './commands/listen.ts';
import { addMcpCommand } from './mcp/mcp.ts';
import { addMembersCommands } from './commands/members.ts';
import { addOutboxCommands } from './commands/outbox.ts';
import { addProbeCommand } from './commands/probe.ts';
import { addProcessCommand, addWaitForCommand } from './commands/processes.ts';
import { addRedemptionsCommands } from './commands/redemptions.ts';
import { addSecretsCommands } from './commands/secrets.ts';
import { addSessionsCommands } from './commands/sessions.ts';
import { addSettingsCommands } from './commands/settings.ts';
import { addStatisticsCommands } from './commands/statistics.ts';
import { addStreamCommands } from './commands/streams.ts';
import { addTenantsCommands } from './commands/tenants.ts';
import { addTiersCommands } from './commands/tiers.ts';
import { addTimeZonesCommands } from './commands/time-zones.ts';
import { addWebhooksCommands } from './commands/webhooks.ts';
import { addDeadLettersCommands } from './dead-letters/dead-letters.ts';
import { addDeployCommands, addRolesCommands } from './deploy/deploy.ts';
import { addErasuresCommands } from './erasures/erasures.ts';
import { addHistoryCommands } from './history/history.ts';
import { addTokenCommand } from './jwt/token.ts';
import { addKeysCommands } from './keys/keys.ts';
import { addPositionsCommands } from './positions/positions.ts';
import { addProvidersCommands } from './providers/providers.ts';
import { addReceiptsCommands } from './receipts/receipts.ts';
import { addRestoreCommands } from './restore/restore.ts';
import { addReturnsCommands } from './returns/returns.ts';
import { addSegmentsCommands } from './segments/segments.ts';
import type { Session } from './session.ts';
import type { Terminal } from './terminal.ts';

const environmentHelp = `
Addresses come from KAFKA_BROKERS, SCHEMA_REGISTRY_URL, DATABASE_URL and BASE_URL, and the keys of secrets from
SECRET_KEYS or SECRET_KEYS_FILE. Whatever is not set comes from the local stack: .loyalty/local.json in this folder or
one above it, or the file that LOYALTY_LOCAL_JSON names.

Exit codes: 0 done; 1 failed, or something was found; 2 the command line was wrong.`;

/** The groups are in the order of the help. */
const commandGroups: readonly ((program: Command, session: Session) => void)[] = [
  addDeployCommands,
  addAccessCommands,
  addRolesCommands,
  addCellCommands,
  addDemoCommand,
  addTenantsCommands,
  addKeysCommands,
  addSessionsCommands,
  addSettingsCommands,
  addTimeZonesCommands,
  addAuditCommands,
  addMembersCommands,
  addErasuresCommands,
  addTokenCommand,
  addApiCommands,
  addMcpCommand,
  addProvidersCommands,
  addSecretsCommands,
  addReceiptsCommands,
  addCampaignsCommands,
  addReturnsCommands,
  addRedemptionsCommands,
  addProcessCommand,
  addWaitForCommand,
  addJobsCommand,
  addStreamCommands,
  addPositionsCommands,
  addDeadLettersCommands,
  addOutboxCommands,
  addExpirePointsCommand,
  addTiersCommands,
  addSegmentsCommands,
  addStatisticsCommands,
  addCodesCommands,
  addListenCommand,
  addWebhooksCommands,
  addCheckCommand,
  addProbeCommand,
  addHistoryCommands,
  addRestoreCommands,
  addCompletionCommand,
];

/** Creates the program. Parsing throws instead of ending the process. */
export const createProgram = (session: Session, terminal: Terminal): Command => {
  const program = new Command('loyaltyctl');
  program
    .description('Deploy, configure, feed and check a loyalty engine.')
    .version(releaseVersion, '-V, --version', 'print the release')
    .option('--json', 'print one JSON document on standard output and nothing else')
    .option('--debug', 'print the stack of a failure, and the log of the Kafka client')
    .option('--as <name>', 'your name in the audit log (default: LOYALTY_OPERATOR, or your login)', parseName)
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => terminal.out.write(text),
      writeErr: (text) => terminal.err.write(text),
      outputError: (text, write) => {
        write(text.replace(/^error: /, 'loyaltyctl: '));
      },
    })
    .addHelpText('after', environmentHelp);
  for (const add of commandGroups) add(program, session);
  nameTheWayOut(program, program.name());
  return program;
};

const nameTheWayOut = (command: Command, path: string): void => {
  command.showHelpAfterError(`See «${path} --help».`);
  for (const child of command.commands) nameTheWayOut(child, `${path} ${child.name()}`);
};
