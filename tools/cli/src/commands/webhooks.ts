import type { Command } from 'commander';
import { examples, integerFrom } from '../arguments.ts';
import type { Session } from '../session.ts';
import { runListen } from '../webhooks/run-listen.ts';

const listenHelp = `
Each delivery is one line: the response, the type of the event, its id, its data. «(heard before)»: an id that came before, as
after a lost response; receivers skip such a delivery.
`;

/** `webhooks listen`. */
export const addWebhooksCommands = (program: Command, session: Session): void => {
  program
    .command('webhooks')
    .description('Webhooks of partners.')
    .command('listen')
    .description('Be an endpoint on 127.0.0.1 that verifies and prints deliveries, for trying webhooks out.')
    .requiredOption('--port <number>', 'where to listen; 0: any free port', integerFrom(0, 65_535))
    .option('--secret <text>', 'refuse (401) what is not signed with it, by both signatures')
    .option('--status <number>', 'the response status for all other deliveries', integerFrom(200, 599), 204)
    .addHelpText(
      'after',
      listenHelp +
        examples('webhooks listen --port 8090 --secret …', 'webhooks listen --port 8090 --status 503'),
    )
    .action(session.action(runListen));
};
