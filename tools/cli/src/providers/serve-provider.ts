import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Command, Option } from 'commander';
import { createSigningSecret, type SigningSecret } from '@loyalty/egress/signatures';
import { examples, integerFrom } from '../arguments.ts';
import {
  closeOnInterrupt,
  headerOf,
  type LoopbackServer,
  readSigned,
  refused,
  serveLoopback,
  type LoopbackRefusal,
} from '../loopback.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';

const serveHelp = `
Each request is one line: its key, the type of the reward, the response status and the code. While the process runs, the
same Idempotency-Key gets the same code.
`;

export const addServe = (providers: Command, session: Session): void => {
  providers
    .command('serve')
    .description('Run a sample provider of reward codes on 127.0.0.1, to try out fulfilment.')
    .requiredOption('--port <number>', 'the port to listen on; 0 for any free port', integerFrom(0, 65_535))
    .option(
      '--secret <text>',
      'refuse requests (401) that are not signed with this secret, or are older than five minutes',
    )
    .addOption(
      new Option(
        '--mode <mode>',
        'fail: respond with 500; hang: never respond; lie: give everybody the same code; garbage: respond without JSON; slow: respond after --delay-ms',
      )
        .choices(providerModes)
        .default('ok'),
    )
    .option('--delay-ms <ms>', 'how long the mode slow waits', integerFrom(0, 600_000), 2_000)
    .addHelpText(
      'after',
      serveHelp +
        examples('providers serve --port 8090 --secret …', 'providers serve --port 8090 --mode fail'),
    )
    .action(session.action(runProvider));
};

interface ServeFlags {
  readonly port: number;
  readonly mode: ProviderMode;
  readonly delayMs: number;
  readonly secret?: string;
}

const runProvider = async (
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
  task.note(
    `Listening on http://127.0.0.1:${provider.port.toString()}/ (${flags.mode}). Press Ctrl-C to stop.`,
  );
  await closeOnInterrupt(provider);
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
  const what = [idempotencyKey ?? '-', rewardType ?? '-', status?.toString() ?? 'no response'];
  if (code !== null) what.push(code);
  if (refusal !== null) what.push(refusal);
  if (isRepeat) what.push('(repeat)');
  return what.join('  ');
};

/** The provider is correct, or has one of the failures of real providers. */
const providerModes = ['ok', 'fail', 'hang', 'lie', 'garbage', 'slow'] as const;
export type ProviderMode = (typeof providerModes)[number];

interface ProviderOptions {
  /** The value 0 means any free port. */
  readonly port: number;
  readonly mode: ProviderMode;
  readonly delayMs: number;
  /**
   * If it is given, a request must have a signature with it that was made within five minutes; otherwise it
   * is refused.
   */
  readonly secret: string | null;
  readonly onAnswered: (line: RecordedCodeRequest) => void;
}

export interface RecordedCodeRequest {
  readonly idempotencyKey: string | null;
  readonly rewardType: string | null;
  readonly status: number | null;
  readonly code: string | null;
  readonly isRepeat: boolean;
  readonly refusal: string | null;
}

/** Serves a provider that behaves as a partner's would: the same key gets the same code again. */
export const serveProvider = (options: ProviderOptions): Promise<LoopbackServer> => {
  const secret = options.secret === null ? null : createSigningSecret(options.secret);
  const codes = new Map<string, string>();
  return serveLoopback(options.port, (request, response) =>
    serve(request, response, { options, secret, codes }),
  );
};

interface SampleProvider {
  readonly options: ProviderOptions;
  readonly secret: SigningSecret | null;
  readonly codes: Map<string, string>;
}

const serve = async (
  request: IncomingMessage,
  response: ServerResponse,
  provider: SampleProvider,
): Promise<void> => {
  const { mode, delayMs, onAnswered } = provider.options;
  const read = await readCodeRequest(request, provider.secret);
  if (!read.ok) {
    const { status, refusal } = read;
    onAnswered({ ...unknown, status, refusal });
    send(response, status, JSON.stringify({ error: refusal }));
    return;
  }
  const answered = responseTo(read.request, provider);
  onAnswered(answered);
  if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (answered.status !== null) send(response, answered.status, bodyOf(mode, answered.code));
};

const unknown = { idempotencyKey: null, rewardType: null, code: null, isRepeat: false };

const lie = 'SAMPLE-SAME-FOR-ALL';

const responseTo = (
  { idempotencyKey, rewardType }: ReadRequest,
  { options, codes }: SampleProvider,
): RecordedCodeRequest => {
  const asked = { idempotencyKey, rewardType, refusal: null };
  const isRepeat = codes.has(idempotencyKey);
  const kept = codes.get(idempotencyKey) ?? `SAMPLE-${randomBytes(8).toString('hex').toUpperCase()}`;
  codes.set(idempotencyKey, kept);
  switch (options.mode) {
    case 'ok':
    case 'slow':
      return { ...asked, status: 200, code: kept, isRepeat };
    case 'lie':
      return { ...asked, status: 200, code: lie, isRepeat };
    case 'garbage':
      return { ...asked, status: 200, code: null, isRepeat };
    case 'fail':
      return { ...asked, status: 500, code: null, isRepeat };
    case 'hang':
      return { ...asked, status: null, code: null, isRepeat };
  }
};

const bodyOf = (mode: ProviderMode, code: string | null): string => {
  if (mode === 'garbage') return '<html>\u0000\u001b[31m{"code": 7';
  return JSON.stringify(code === null ? { error: 'This sample provider fails.' } : { code });
};

const send = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
};

interface ReadRequest {
  readonly idempotencyKey: string;
  readonly rewardType: string | null;
}

/** First the signatures, if there is a secret, as a provider must. */
const readCodeRequest = async (
  request: IncomingMessage,
  secret: SigningSecret | null,
): Promise<{ readonly ok: true; readonly request: ReadRequest } | LoopbackRefusal> => {
  const read = await readSigned(request, secret);
  if (!read.ok) return read;
  const idempotencyKey = headerOf(request, 'idempotency-key');
  if (idempotencyKey === undefined) return refused(400, 'There is no Idempotency-Key.');
  const { rewardType } = read.fields;
  return {
    ok: true,
    request: { idempotencyKey, rewardType: typeof rewardType === 'string' ? rewardType : null },
  };
};
