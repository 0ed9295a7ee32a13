import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createSigningSecret, type SigningSecret } from '@loyalty/egress';
import { serveLoopback, type LoopbackServer } from '../loopback/serve-loopback.ts';
import { readAsking, type ReadRequest } from './read-asking.ts';

/** The behaviour of the sample provider: correct, or one of the failures of real providers. */
export const providerModes = ['ok', 'fail', 'hang', 'lie', 'garbage', 'slow'] as const;
export type ProviderMode = (typeof providerModes)[number];

export interface ProviderOptions {
  /** 0: any free port. */
  readonly port: number;
  readonly mode: ProviderMode;
  /** The delay of `slow`, milliseconds. */
  readonly delayMs: number;
  /** If given, a request without both signatures is refused. */
  readonly secret: string | null;
  /** Called once for each request. */
  readonly onAnswered: (line: RecordedCodeRequest) => void;
}

export interface RecordedCodeRequest {
  readonly idempotencyKey: string | null;
  readonly rewardType: string | null;
  /** Null: no response. */
  readonly status: number | null;
  readonly code: string | null;
  /** True when the key was seen before. */
  readonly isRepeat: boolean;
  /** The reason of a refusal. */
  readonly refusal: string | null;
}

/** Starts a provider of reward codes on loopback, as a partner would build one: the same key gets the same code again. */
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
  /** By idempotency key. */
  readonly codes: Map<string, string>;
}

const serve = async (
  request: IncomingMessage,
  response: ServerResponse,
  provider: SampleProvider,
): Promise<void> => {
  const { mode, delayMs, onAnswered } = provider.options;
  const read = await readAsking(request, provider.secret);
  if (!read.ok) {
    const { status, refusal } = read;
    onAnswered({ ...unknown, status, refusal });
    send(response, status, JSON.stringify({ error: refusal }));
    return;
  }
  const answered = answerTo(read.asking, provider);
  onAnswered(answered);
  if (mode === 'slow') await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (answered.status !== null) send(response, answered.status, bodyOf(mode, answered.code));
};

const unknown = { idempotencyKey: null, rewardType: null, code: null, isRepeat: false };

/** The code that a lying provider gives to everybody. */
const lie = 'SAMPLE-SAME-FOR-ALL';

const answerTo = (
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
