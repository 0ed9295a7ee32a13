import { closeWhenInterrupted } from '../loopback/serve-loopback.ts';
import type { CommandOutcome, CommandContext } from '../session.ts';
import { serveProvider, type RecordedCodeRequest, type ProviderMode } from './serve-provider.ts';

export interface ServeFlags {
  readonly port: number;
  readonly mode: ProviderMode;
  readonly delayMs: number;
  readonly secret?: string;
}

/** Serves until Ctrl-C. */
export const runProvider = async (
  task: CommandContext,
  { secret, ...flags }: ServeFlags,
): Promise<CommandOutcome> => {
  let asked = 0;
  const provider = await serveProvider({
    ...flags,
    secret: secret ?? null,
    onAnswered: (answered) => {
      asked += 1;
      task.say(lineOf(answered));
    },
  });
  task.note(`Listening at http://127.0.0.1:${provider.port.toString()}/ (${flags.mode}); Ctrl-C ends it.`);
  await closeWhenInterrupted(provider);
  return { document: { asked } };
};

const lineOf = ({
  idempotencyKey,
  rewardType,
  status,
  code,
  isRepeat,
  refusal,
}: RecordedCodeRequest): string => {
  const what = [idempotencyKey ?? '-', rewardType ?? '-', status?.toString() ?? 'no answer'];
  if (code !== null) what.push(code);
  if (refusal !== null) what.push(refusal);
  if (isRepeat) what.push('(heard before)');
  return what.join('  ');
};
