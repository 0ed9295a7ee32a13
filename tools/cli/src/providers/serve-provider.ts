import { Option, type Command } from 'commander';
import { examples, integerFrom } from '../arguments.ts';
import { runProvider } from '../providers/run-provider.ts';
import { providerModes } from '../providers/serve-provider.ts';
import type { Session } from '../session.ts';

const serveHelp = `
Each request is one line: its key, the type of the reward, the status, the code. The same Idempotency-Key gets the same code
for as long as the process runs.
`;

/** `providers serve`. */
export const addServe = (providers: Command, session: Session): void => {
  providers
    .command('serve')
    .description('Be a sample provider of reward codes on 127.0.0.1, for trying fulfilment out.')
    .requiredOption('--port <number>', 'where to listen; 0: any free port', integerFrom(0, 65_535))
    .option('--secret <text>', 'refuse (401) what is not signed with it, by both signatures')
    .addOption(
      new Option(
        '--mode <mode>',
        'fail: 500; hang: never answer; lie: one code for everybody; garbage: no JSON; slow: after --delay-ms',
      )
        .choices(providerModes)
        .default('ok'),
    )
    .option('--delay-ms <ms>', 'how long `slow` waits', integerFrom(0, 600_000), 2_000)
    .addHelpText(
      'after',
      serveHelp +
        examples('providers serve --port 8090 --secret …', 'providers serve --port 8090 --mode fail'),
    )
    .action(session.action(runProvider));
};
