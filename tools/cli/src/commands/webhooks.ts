import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Command } from 'commander';
import { createSigningSecret, type SigningSecret } from '@loyalty/egress/signatures';
import { examples, integerFrom } from '../arguments.ts';
import { closeOnInterrupt, readSigned, serveLoopback } from '../loopback.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';

const listenHelp = `
Each event is one line: the response status, the type of the event, its id and its data. A delivery of a webhook with a
batch has several. «(repeat)» marks an event whose id was received before, as happens after a lost response. A receiver
skips such an event.
`;

export const addWebhooksCommands = (webhooks: Command, session: Session): void => {
  webhooks
    .command('listen')
    .description('Run an endpoint on 127.0.0.1 that verifies and prints deliveries, to try out webhooks.')
    .requiredOption('--port <number>', 'the port to listen on; 0 for any free port', integerFrom(0, 65_535))
    .option(
      '--secret <text>',
      'refuse deliveries (401) that are not signed with this secret, or are older than five minutes',
    )
    .option(
      '--status <number>',
      'the status with which to respond to all other deliveries',
      integerFrom(200, 599),
      204,
    )
    .addHelpText(
      'after',
      listenHelp +
        examples('webhooks listen --port 8090 --secret …', 'webhooks listen --port 8090 --status 503'),
    )
    .action(session.action(runListen));
};

interface Received {
  readonly status: number;
  /** There is one for each event. */
  readonly lines: readonly string[];
}

/** It verifies the signature and its time, prints each delivery, and marks repeated events, until Ctrl-C. */
const runListen = async (
  task: CommandContext,
  flags: { readonly port: number; readonly secret?: string; readonly status: number },
): Promise<CommandOutcome> => {
  const secret = flags.secret === undefined ? null : createSigningSecret(flags.secret);
  const known = new Set<string>();
  let deliveries = 0;
  const server = await serveLoopback(flags.port, async (request, response) => {
    const { status, lines } = await receive(request, { secret, known, status: flags.status });
    deliveries += 1;
    for (const line of lines) task.say(line);
    respond(response, status);
  });
  task.note(`Listening on http://127.0.0.1:${server.port.toString()}/. Press Ctrl-C to stop.`);
  await closeOnInterrupt(server);
  return { document: { deliveries, events: known.size } };
};

const receive = async (
  request: IncomingMessage,
  receiver: { readonly secret: SigningSecret | null; readonly known: Set<string>; readonly status: number },
): Promise<Received> => {
  const read = await readSigned(request, receiver.secret);
  if (!read.ok) return { status: read.status, lines: [`${read.status.toString()}  ${read.refusal}`] };
  return { status: receiver.status, lines: eventsIn(read.fields).map((event) => lineOf(event, receiver)) };
};

type Fields = Readonly<Record<string, unknown>>;

const eventsIn = (fields: Fields): readonly Fields[] => {
  const { events } = fields;
  if (!Array.isArray(events)) return [fields];
  return events.filter((event): event is Fields => typeof event === 'object' && event !== null);
};

const lineOf = (
  { id, event, data }: Fields,
  { status, known }: { readonly status: number; readonly known: Set<string> },
): string => {
  const isRepeat = typeof id === 'string' && known.has(id);
  if (typeof id === 'string') known.add(id);
  const parts = [status.toString(), textOf(event), textOf(id), JSON.stringify(data)];
  return [...parts, ...(isRepeat ? ['(repeat)'] : [])].join('  ');
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '-');

const respond = (response: ServerResponse, status: number): void => {
  response.writeHead(status).end();
};
