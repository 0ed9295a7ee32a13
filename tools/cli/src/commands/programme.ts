import type { Command } from 'commander';
import { apiKeyOption, apiUrlOption } from '../api-access.ts';
import { examples, modeOption, tenantOption } from '../arguments.ts';
import type { ProgrammeFlags } from '../programme/apply-programme.ts';
import { type Session, yesOption } from '../session.ts';

const explanation = `
A programme is settings, event definitions, segments, tiers and campaigns. The document is one YAML file in a fixed order, so two
pulls of the same programme are the same bytes, and Git shows what has changed. Entities are named by their keys, such as
{"field": "tier_id", "op": "eq", "value": {"tier": "gold"}}; no id, secret or member is in it.
`;

const applied = `
The whole document is judged first, and every fault is named with its line before anything is sent. Then the calls are shown, and
sent after you have said yes: event definitions, tiers, segments, campaigns as drafts, settings, and states last. A section that is
missing in the document is left alone. What the document does not have stays, unless you pass --prune: campaigns and event
definitions are then archived, and tiers and segments deleted. Campaigns keep their states, unless you pass --with-states: an active one that the
document has as a DRAFT is then paused. Active campaigns that would stop are named before you are asked.

Each call is sent on condition that nobody has changed the entity since it was read. Otherwise apply stops, and shows what differs
now. It may be stopped at any time: the same command goes on. The exit code is 1 if there was a fault, or if it was overtaken.
`;

/** Adds `programme`, whose commands need a key and no database. */
export const addProgrammeCommands = (programme: Command, session: Session): void => {
  const add = (name: string, description: string): Command =>
    programme
      .command(name)
      .description(description)
      .addOption(tenantOption().makeOptionMandatory())
      .addOption(modeOption().makeOptionMandatory())
      .addOption(apiKeyOption())
      .addOption(apiUrlOption());

  add('pull', 'Print the programme as a document.')
    .addHelpText('after', explanation + examples('programme pull --tenant … --mode test > programme.yaml'))
    .action(
      session.action(async (task, flags: ProgrammeFlags) =>
        (await import('../programme/apply-programme.ts')).printProgramme(task, flags),
      ),
    );
  add('diff', 'Show in what an environment differs from a document. The exit code is 1 if it does.')
    .argument('<file>', 'a path, or - for standard input')
    .option('--with-states', 'compare the states of campaigns, too')
    .addHelpText('after', examples('programme diff programme.yaml --tenant … --mode live'))
    .action(
      session.action(async (task, file: string, flags: ProgrammeFlags) =>
        (await import('../programme/apply-programme.ts')).compareProgramme(task, file, flags),
      ),
    );
  add('apply', 'Make an environment what a document says.')
    .argument('<file>', 'a path, or - for standard input')
    .option('--with-states', 'activate, pause and resume campaigns as the document says')
    .option('--prune', 'archive or delete what a section of the document does not have')
    .addOption(yesOption())
    .addHelpText('after', applied + examples('programme apply programme.yaml --tenant … --mode live'))
    .action(
      session.action(async (task, file: string, flags: ProgrammeFlags) =>
        (await import('../programme/apply-programme.ts')).applyProgramme(task, file, flags),
      ),
    );
};
