import type { Command } from 'commander';
import { type AccessRule, grantAccess } from '@loyalty/kafka/admin';
import { examples } from '../arguments.ts';
import { withKafka } from '../connections.ts';
import { UsageFault } from '../failures.ts';
import type { Session } from '../session.ts';
import { kafkaAclsLine, processes, rulesFor } from './access-table.ts';

export const addAccessCommands = (access: Command, session: Session): void => {
  addShow(access, session);
  addGrant(access, session);
};

interface PrincipalFlags {
  readonly principal?: readonly string[];
}

const addShow = (access: Command, session: Session): void => {
  withPrincipals(access.command('show'))
    .description('Print the rules as kafka-acls.sh commands, or with --json as a list.')
    .addHelpText('after', examples('access show', 'access show --principal ingress=User:CN=ingress'))
    .action(
      session.action((task, flags: PrincipalFlags) => {
        const rules = chosenRules(flags);
        for (const rule of rules) task.say(kafkaAclsLine(rule));
        return Promise.resolve({ document: { rules } });
      }),
    );
};

const addGrant = (access: Command, session: Session): void => {
  withPrincipals(access.command('grant'))
    .description(
      'Add the rules to a cluster that has an authorizer. Safe to repeat; it never removes a rule.',
    )
    .addHelpText('after', examples('access grant'))
    .action(
      session.action((task, flags: PrincipalFlags) =>
        withKafka(task, async (kafka) => {
          const rules = chosenRules(flags);
          await grantAccess(kafka, rules);
          task.say(`${rules.length.toString()} rules are in place.`);
          return { document: { rules } };
        }),
      ),
    );
};

const withPrincipals = (command: Command): Command =>
  command.option(
    '--principal <process=principal...>',
    'the principal of a process, unless it is User: followed by the name of the process',
  );

const chosenRules = ({ principal = [] }: PrincipalFlags): readonly AccessRule[] =>
  rulesFor(new Map(principal.map(principalIn)));

const principalIn = (text: string): readonly [string, string] => {
  const at = text.indexOf('=');
  const name = text.slice(0, Math.max(0, at));
  if (!processes.includes(name) || !text.slice(at + 1).includes(':'))
    throw new UsageFault(
      `«${text}» must be PROCESS=TYPE:NAME, where PROCESS is one of ${processes.join(', ')}.`,
    );
  return [name, text.slice(at + 1)];
};
