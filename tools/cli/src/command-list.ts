import type { Command } from 'commander';
import { rulesVersion } from '@loyalty/rules';
import type { Session } from './session.ts';

interface ListedCommand {
  readonly name: string;
  readonly description: string;
  readonly load: () => Promise<AddCommand>;
}

/** Adds subcommands, or options and an action. `loadAll` does so for all commands. */
type AddCommand = (command: Command, session: Session, loadAll: () => Promise<void>) => void;

/** The commands in the order of the help. A command is loaded when it is called. */
export const commandList: readonly ListedCommand[] = [
  {
    name: 'deploy',
    description:
      'Prepare everything that services need before they start: migrate, topics create, schemas register. Safe to repeat. ' +
      'The database belongs to the first Kafka cluster and registry that it is deployed with; any other is refused.',
    load: async () => (await import('./deploy/deploy.ts')).addDeployCommand,
  },
  {
    name: 'migrate',
    description: 'Bring the schema of the database up to date. If several run at once, they take turns.',
    load: async () => (await import('./deploy/deploy.ts')).addMigrateCommand,
  },
  {
    name: 'topics',
    description: 'The topics of Kafka.',
    load: async () => (await import('./deploy/deploy.ts')).addTopicsCommand,
  },
  {
    name: 'schemas',
    description: 'The schemas in the registry.',
    load: async () => (await import('./deploy/deploy.ts')).addSchemasCommand,
  },
  {
    name: 'access',
    description: 'What each service may do on Kafka. The rules follow from the catalogue of topics.',
    load: async () => (await import('./access/access.ts')).addAccessCommands,
  },
  {
    name: 'roles',
    description: 'The roles of the database.',
    load: async () => (await import('./deploy/deploy.ts')).addRolesCommand,
  },
  {
    name: 'cell',
    description: 'The cell of this database, where several cells are run side by side.',
    load: async () => (await import('./commands/cell.ts')).addCellCommands,
  },
  {
    name: 'demo',
    description: 'Create the demo tenants, keys and campaigns of the local stack. Safe to repeat.',
    load: async () => (await import('./commands/demo.ts')).addDemoCommand,
  },
  {
    name: 'tenants',
    description: 'Tenants. Each has a live and a test environment.',
    load: async () => (await import('./commands/tenants.ts')).addTenantsCommands,
  },
  {
    name: 'keys',
    description: 'The API keys of an environment.',
    load: async () => (await import('./keys/keys.ts')).addKeysCommands,
  },
  {
    name: 'sessions',
    description: 'The sessions of people in the console. Needs REDIS_URL.',
    load: async () => (await import('./commands/sessions.ts')).addSessionsCommands,
  },
  {
    name: 'settings',
    description: 'The settings of an environment.',
    load: async () => (await import('./commands/settings.ts')).addSettingsCommands,
  },
  {
    name: 'time-zones',
    description: 'The clock changes that environments have stored for their time zones.',
    load: async () => (await import('./commands/time-zones.ts')).addTimeZonesCommands,
  },
  {
    name: 'audit',
    description: 'The audit log of an environment: who changed what.',
    load: async () => (await import('./commands/audit.ts')).addAuditCommands,
  },
  {
    name: 'members',
    description: 'Members of one environment.',
    load: async () => (await import('./commands/members.ts')).addMembersCommands,
  },
  {
    name: 'erasures',
    description: 'The erasures of members.',
    load: async () => (await import('./erasures/erasures.ts')).addErasuresCommands,
  },
  {
    name: 'token',
    description: 'Sign a JWT for development with the key pair of this checkout.',
    load: async () => (await import('./jwt/token.ts')).addTokenCommand,
  },
  {
    name: 'api',
    description: 'Call any operation of the API. Without an operation, list all of them.',
    load: async () => (await import('./commands/api.ts')).addApiCommands,
  },
  {
    name: 'mcp',
    description: 'Serve the reads of an environment to an assistant, by the Model Context Protocol.',
    load: async () => (await import('./mcp/mcp.ts')).addMcpCommand,
  },
  {
    name: 'providers',
    description: "A tenant's own services that issue the codes of rewards.",
    load: async () => (await import('./providers/providers.ts')).addProvidersCommands,
  },
  {
    name: 'secrets',
    description: 'The secrets that tenants share with their partners, which are encrypted in the database.',
    load: async () => (await import('./commands/secrets.ts')).addSecretsCommands,
  },
  {
    name: 'receipts',
    description: 'Send receipts in bulk.',
    load: async () => (await import('./receipts/receipts.ts')).addReceiptsCommands,
  },
  {
    name: 'campaigns',
    description: 'What campaigns award for a receipt, and why.',
    load: async () => (await import('./commands/campaigns.ts')).addCampaignsCommands,
  },
  {
    name: 'programme',
    description:
      'The programme of an environment as a document: settings, tiers, segments, events and campaigns.',
    load: async () => (await import('./commands/programme.ts')).addProgrammeCommands,
  },
  {
    name: 'returns',
    description: 'Returns of receipts.',
    load: async () => (await import('./returns/returns.ts')).addReturnsCommands,
  },
  {
    name: 'redemptions',
    description: 'Redemptions: points that are authorized and not captured yet, and voids.',
    load: async () => (await import('./commands/redemptions.ts')).addRedemptionsCommands,
  },
  {
    name: 'processes',
    description:
      'List the processes that were seen in the last 30 seconds, with their release, the version of their rules and the newest migration that they know.',
    load: async () => (await import('./commands/processes.ts')).addProcessCommand,
  },
  {
    name: 'wait-for',
    description: `Wait until each service of a kind has a process that runs the rules of this release (${rulesVersion.toString()}) or newer ones. The exit code is 1 if the time runs out.`,
    load: async () => (await import('./commands/processes.ts')).addWaitForCommand,
  },
  {
    name: 'jobs',
    description:
      'List the scheduled jobs with their latest runs. While clocks differ, jobs that expire or delete data are held back, and the exit code is 1.',
    load: async () => (await import('./commands/jobs.ts')).addJobsCommand,
  },
  {
    name: 'stream',
    description: "Topics for tenants' own producers, and topics on which tenants read what happened.",
    load: async () => (await import('./commands/streams.ts')).addStreamCommands,
  },
  {
    name: 'positions',
    description: 'The positions of consumer groups: how far each partition is stored.',
    load: async () => (await import('./positions/positions.ts')).addPositionsCommands,
  },
  {
    name: 'dead-letters',
    description: 'Dead letters: messages that the engines gave up on.',
    load: async () => (await import('./dead-letters/dead-letters.ts')).addDeadLettersCommands,
  },
  {
    name: 'outbox',
    description: 'Messages that Kafka refused to take from the outbox, and that wait for an operator.',
    load: async () => (await import('./commands/outbox.ts')).addOutboxCommands,
  },
  {
    name: 'expire-points',
    description: 'Expire the points that are due, or give back the points that a run expired.',
    load: async () => (await import('./commands/expire-points.ts')).addExpirePointsCommand,
  },
  {
    name: 'tiers',
    description: 'The tiers of members.',
    load: async () => (await import('./commands/tiers.ts')).addTiersCommands,
  },
  {
    name: 'segments',
    description: 'The members of segments.',
    load: async () => (await import('./segments/segments.ts')).addSegmentsCommands,
  },
  {
    name: 'statistics',
    description: 'The purchase statistics of members.',
    load: async () => (await import('./commands/statistics.ts')).addStatisticsCommands,
  },
  {
    name: 'codes',
    description: 'Pools of reward codes that you bought or that another system generated.',
    load: async () => (await import('./codes/codes.ts')).addCodesCommands,
  },
  {
    name: 'listen',
    description: 'Print the events of an environment as they happen, and send them to a program of your own.',
    load: async () => (await import('./commands/listen.ts')).addListenCommand,
  },
  {
    name: 'webhooks',
    description: 'Webhooks, as a partner receives them.',
    load: async () => (await import('./commands/webhooks.ts')).addWebhooksCommands,
  },
  {
    name: 'check',
    description:
      'Verify the invariants on everything that was written since the last run without violations, or on all data if there was no such run.',
    load: async () => (await import('./commands/check.ts')).addCheckCommand,
  },
  {
    name: 'probe',
    description:
      'Call the API as a till does: enrol a member, send a receipt and its repeat, redeem, and read the member.',
    load: async () => (await import('./commands/probe.ts')).addProbeCommand,
  },
  {
    name: 'history',
    description:
      'Facts that are no longer true, because they were published before the database lost its last commits.',
    load: async () => (await import('./history/history.ts')).addHistoryCommands,
  },
  {
    name: 'restore',
    description:
      'Commands for a database that was restored from a backup; docs/runbooks/restore.md explains the order.',
    load: async () => (await import('./restore/restore.ts')).addRestoreCommands,
  },
  {
    name: 'completion',
    description: 'Print a script with which a shell completes commands, options and files.',
    load: async () => (await import('./commands/completion.ts')).addCompletionCommand,
  },
];
