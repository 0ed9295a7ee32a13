import type { Command } from 'commander';
import { createSessionIndex, type SessionHolder, type SessionIndex } from '@loyalty/storage/session-index';
import { notConfigured } from '../addresses.ts';
import { examples, parseName } from '../arguments.ts';
import { libraryLogger } from '../connections.ts';
import { count } from '../progress.ts';
import type { CommandContext, Session } from '../session.ts';
import { tableLines } from '../terminal.ts';

export const addSessionsCommands = (sessions: Command, session: Session): void => {
  addList(sessions, session);
  addEnd(sessions, session);
};

interface SubjectFlags {
  readonly subject: string;
}

const subjectHelp =
  'the person: the claim sub of their tokens, which the audit log and the log of the console show';

const addList = (sessions: Command, session: Session): void => {
  sessions
    .command('list')
    .description('List the open sessions of a person, oldest first.')
    .requiredOption('--subject <sub>', subjectHelp, parseName)
    .addHelpText('after', examples('sessions list --subject 248289761001'))
    .action(
      session.action((task, flags: SubjectFlags) =>
        withSessions(task, async (index) => {
          const found = await index.list(holderOf(flags));
          const listed = found.map(({ key, signedInAtMs, endsInMs }) => ({
            session: key,
            signedInAt: new Date(signedInAtMs).toISOString(),
            endsInMinutes: Math.ceil(endsInMs / 60_000),
          }));
          for (const line of tableLines(
            ['SESSION', 'SIGNED IN', 'ENDS IF UNUSED FOR'],
            listed.map((one) => [one.session, one.signedInAt, `${one.endsInMinutes.toString()} min`]),
          ))
            task.say(line);
          if (listed.length === 0) task.say(nobody(flags));
          return { document: { sessions: listed } };
        }),
      ),
    );
};

const addEnd = (sessions: Command, session: Session): void => {
  sessions
    .command('end')
    .description('Sign a person out of all browsers at once. Safe to repeat.')
    .requiredOption('--subject <sub>', subjectHelp, parseName)
    .addHelpText(
      'after',
      `
Lock the account at the identity provider first, because a person who can still sign in there can open a new session at
once. The provider keeps its own session and its refresh tokens, but only the console had those tokens, and it has deleted
them.
${examples('sessions end --subject 248289761001')}`,
    )
    .action(
      session.action((task, flags: SubjectFlags) =>
        withSessions(task, async (index) => {
          const ended = await index.endAll(holderOf(flags));
          task.say(
            ended === 0
              ? nobody(flags)
              : `${count(ended)} ${ended === 1 ? 'session has' : 'sessions have'} ended.`,
          );
          return { document: { ended } };
        }),
      ),
    );
};

const nobody = ({ subject }: SubjectFlags): string => `Nobody is signed in as «${subject}».`;

const holderOf = ({ subject }: SubjectFlags): SessionHolder => ({ claim: 'sub', value: subject });

const withSessions = async <T>(
  task: CommandContext,
  work: (index: SessionIndex) => Promise<T>,
): Promise<T> => {
  const url = task.addresses.redisUrl();
  if (url === null) throw notConfigured('REDIS_URL');
  const index = createSessionIndex({ url, logger: libraryLogger(task) });
  try {
    await index.reached();
    return await work(index);
  } finally {
    await index.close();
  }
};
