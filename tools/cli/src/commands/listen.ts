import type { Command } from 'commander';
import { createLoyalty, type Loyalty, type Schemas } from '@loyalty/client';
import { createSigningSecret, signatureHeaders, type SigningSecret } from '@loyalty/egress/signatures';
import { Fault } from '@loyalty/kernel';
import { apiAccessOf, type ApiFlags, apiKeyOption, apiUrlOption, failedCall } from '../api-access.ts';
import { examples, modeOption, tenantOption } from '../arguments.ts';
import { reasonOf, UsageFault } from '../failures.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';
import { listenForInterrupt } from '../terminal.ts';

const explanation = `
The command registers a webhook without an address (its url is poll:), polls its events, and removes it when you press
Ctrl-C. It needs a key with the permissions webhooks:write and webhooks:read, and no address that others can reach.

With --forward-to, each event is sent to your own program, signed as a webhook is, with the secret that is printed at
the start. An event is sent once, whatever the response: your program may be restarted at any time.
`;

export const addListenCommand = (command: Command, session: Session): void => {
  command
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .option('--forward-to <url>', 'your program, such as http://localhost:3000/events', parseUrl)
    .option('--events <types...>', 'only events of these types', ['*'])
    .addOption(apiKeyOption())
    .addOption(apiUrlOption())
    .addHelpText(
      'after',
      explanation +
        examples(
          'listen --tenant … --mode test',
          'listen --tenant … --mode test --forward-to http://localhost:3000/events --events reward.issued',
        ),
    )
    .action(session.action(runListen));
};

const parseUrl = (text: string): string => {
  if (/^https?:/.test(text) && URL.canParse(text)) return text;
  throw new UsageFault(`${text} is not an address: pass --forward-to http://localhost:port/path.`);
};

interface ListenFlags extends ApiFlags {
  readonly forwardTo?: string;
  readonly events: readonly string[];
}

const runListen = async (task: CommandContext, flags: ListenFlags): Promise<CommandOutcome> => {
  const loyalty = createLoyalty(apiAccessOf(task, flags));
  const events = [...flags.events] as Schemas['WebhookCreateBody']['events'];
  const { id: webhookId, secret = '' } = await called(() =>
    loyalty.createWebhook({ body: { url: 'poll:', events } }),
  );
  const interruption = listenForInterrupt(() => undefined);
  const { signal } = interruption;
  const forward = flags.forwardTo === undefined ? null : forwarderTo(flags.forwardTo, secret);
  if (forward !== null) task.note(`Deliveries are signed with ${secret}`);
  task.note('Waiting for events. Press Ctrl-C to stop.');
  try {
    return { document: { events: await followEvents(task, { loyalty, webhookId, forward, signal }) } };
  } finally {
    interruption.release();
    await called(() => loyalty.deleteWebhook({ webhookId, drop: true })).catch((failure: unknown) => {
      task.note(`The webhook ${webhookId} is left and does no harm: ${reasonOf(failure)}`);
    });
  }
};

/** Returns the status of the response as text, or why there was none. */
type Forward = (event: Schemas['PolledEvent']) => Promise<string>;

interface Following {
  readonly loyalty: Loyalty;
  readonly webhookId: string;
  readonly forward: Forward | null;
  readonly signal: AbortSignal;
}

/** Prints events until the signal, and returns how many. An event that is polled again is left out. */
const followEvents = async (
  task: CommandContext,
  { loyalty, webhookId, forward, signal }: Following,
): Promise<number> => {
  const known = new Set<string>();
  let after: string | undefined;
  while (!signal.aborted) {
    const place = after === undefined ? {} : { after };
    const polled = await called(() => loyalty.pollWebhook({ webhookId, ...place }, { signal })).catch(
      (failure: unknown) => {
        if (signal.aborted) return null;
        throw failure;
      },
    );
    if (polled === null) break;
    for (const event of polled.events.filter(({ deliveryId }) => !known.has(deliveryId))) {
      known.add(event.deliveryId);
      const data = JSON.stringify(event.body?.['data'] ?? null);
      const responded = forward === null ? [] : [await forward(event)];
      task.say([...responded, event.event, event.eventId, data].join('  '));
    }
    after = polled.after ?? undefined;
  }
  return known.size;
};

const forwardedWithinMs = 10_000;

const forwarderTo = (url: string, secret: string): Forward => {
  const current: SigningSecret = createSigningSecret(secret);
  return async ({ eventId: id, body: sent }) => {
    const body = Buffer.from(JSON.stringify(sent));
    const timestampSeconds = Math.floor(Date.now() / 1_000);
    const headers = {
      'content-type': 'application/json',
      ...signatureHeaders({ id, timestampSeconds, body }, { current }),
    };
    try {
      const signal = AbortSignal.timeout(forwardedWithinMs);
      const response = await fetch(url, { method: 'POST', headers, body, signal });
      await response.body?.cancel();
      return response.status.toString();
    } catch (failure) {
      return `no response (${reasonOf(failure)})`;
    }
  };
};

/** Throws a Fault that says why a call of the API has no result. */
const called = async <Result>(call: () => Promise<Result>): Promise<Result> => {
  try {
    return await call();
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') throw error;
    const { code, reason } = failedCall(error);
    throw new Fault(code ?? 'NOT_CALLED', `The API does not let this command listen: ${reason}.`);
  }
};
