import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import {
  type CallOptions,
  createLoyalty,
  isProblem,
  type Operation,
  type OperationId,
  operations,
  type Responded,
} from '@loyalty/client';
import { nearestName, openapiDocument, operations as documented } from '@loyalty/contracts/http';
import { Fault, invariant } from '@loyalty/kernel';
import { demoTenants } from '@loyalty/stack';
import { apiAccessOf, type ApiFlags, apiKeyOption, apiUrlOption, failedCall } from '../api-access.ts';
import { examples, modeOption, tenantOption } from '../arguments.ts';
import { documentedParameters } from '../documented-parameters.ts';
import { reasonOf, UsageFault } from '../failures.ts';
import { openLineSource } from '../files/line-source.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';

const explanation = `
The response is printed as JSON. A problem of the API is an error with its code, and the exit code is then 1.
`;

/** Adds a command for every operation of the client, with the texts of the API's document as its help. */
export const addApiCommands = (api: Command, session: Session): void => {
  api
    .usage('[operation] [options]')
    .argument('[operation]', 'the operation to call')
    .allowUnknownOption()
    .allowExcessArguments()
    .addHelpText(
      'after',
      explanation +
        examples(
          'api',
          'api getMember --help',
          'api listMembers --search ann --tenant … --mode live --key sk_live_…',
          'api createCampaign --body campaign.json --tenant … --mode test',
        ),
    );
  const listed = operationIds.map((operationId) => addOperation(api, session, operationId));
  api.action(
    session.action((task, name: string | undefined) => {
      if (name !== undefined) throw unknownOperation(name);
      if (!task.isJson) api.outputHelp();
      return Promise.resolve({ document: { operations: listed } });
    }),
  );
};

const operationIds = Object.keys(operations) as OperationId[];

const nearMax = 8;

const unknownOperation = (name: string): UsageFault => {
  if (name.startsWith('-'))
    return new UsageFault('The operation comes first: «loyaltyctl api <operation> --name value».');
  const nearest = nearestName(name, operationIds);
  const others = operationIds.filter((id) => id.toLowerCase().includes(name.toLowerCase()));
  const near = [...new Set(nearest === null ? others : [nearest, ...others])].slice(0, nearMax);
  const meant = near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`;
  return new UsageFault(`There is no operation «${name}».${meant} «loyaltyctl api» lists all operations.`);
};

const addOperation = (api: Command, session: Session, operationId: OperationId) => {
  const { operation, summary, tag, parameters } = documentedOf(operationId);
  const { method, path, permission, testKeyOnly, hasBody, isBodyOptional } = operation;
  const command = api.command(operationId).description(`${summary}.`).helpGroup(`${tag}:`);
  const take = (flags: string, help: string, isRequired: boolean): unknown =>
    isRequired ? command.requiredOption(flags, help) : command.option(flags, help);
  for (const { name, help, isRequired } of parameters) take(`--${name} <value>`, help, isRequired);
  if (hasBody) take('--body <file>', 'a JSON file with the body, or - for standard input', !isBodyOptional);
  if (operation.takesIfMatch)
    take('--if-match <etag>', 'change the record only if it still has this etag', false);
  if (operation.takesIdempotencyKey)
    take(
      '--idempotency-key <key>',
      'what an earlier run was sent with, to repeat it (default: a random key)',
      false,
    );
  const needed = parameters.filter(({ isRequired }) => isRequired).map(({ name }) => `--${name} …`);
  const words = ['api', operationId, ...needed, ...(hasBody ? ['--body body.json'] : [])];
  const place = `--tenant … --mode ${testKeyOnly ? 'test' : 'live'}`;
  command
    .addOption(tenantOption().default(demoTenants[0].tenantId, 'the demo tenant'))
    .addOption(modeOption().default('live'))
    .addOption(apiKeyOption())
    .addOption(apiUrlOption())
    .addHelpText(
      'after',
      `\n${method} ${path}, permission ${permission}\n${examples(`${words.join(' ')} ${place}`)}`,
    )
    .action(
      session.action((task, flags: CallFlags) => {
        const given = parameters.map(({ name }) => [name, flags[name]] as const);
        return call(task, operationId, { flags, parameters: Object.fromEntries(given) });
      }),
    );
  return { operationId, method, path, permission, summary };
};

/** What the API's document says of it; its parameters are those of path and query. */
const documentedOf = (operationId: OperationId) => {
  const operation = documented.find((one) => one.operationId === operationId);
  const key = operation?.method.toLowerCase() as 'get' | undefined;
  const object = key && openapiDocument.paths[operation?.path ?? '']?.[key];
  invariant(operation !== undefined && object !== undefined, 'client and document have the same operations');
  const parameters = documentedParameters(object).map(({ name, required = false, description }) => ({
    name,
    isRequired: required,
    help: String(description).replaceAll(/\s+/g, ' ').trim(),
  }));
  return { operation, summary: String(object['summary']), tag: String(object['tags']), parameters };
};

interface SentFlags {
  readonly body?: string;
  readonly ifMatch?: string;
  readonly idempotencyKey?: string;
}

type CallFlags = ApiFlags & SentFlags & Readonly<Record<string, string | undefined>>;

type Call = (args: object, options: CallOptions) => Promise<Responded<unknown>>;

const call = async (
  task: CommandContext,
  operationId: OperationId,
  { flags, parameters }: { readonly flags: CallFlags; readonly parameters: object },
): Promise<CommandOutcome> => {
  const { withResponse } = createLoyalty(apiAccessOf(task, flags));
  const body = flags.body === undefined ? undefined : await readJson(task, flags.body);
  // Which arguments an operation takes is known by its options, not by its type.
  const send = withResponse[operationId] as Call;
  const { ifMatch, idempotencyKey = randomUUID() } = flags;
  try {
    const { data, isReplayed } = await send({ ...parameters, body }, { ifMatch, idempotencyKey });
    if (isReplayed) task.note('This request was executed before: this is the stored response.');
    if (data !== undefined) task.say(JSON.stringify(data, null, 2));
    return { document: data ?? null };
  } catch (error) {
    throw faultOf(operationId, error, idempotencyKey);
  }
};

const readJson = async (task: CommandContext, file: string): Promise<unknown> => {
  const path = file === '-' ? file : resolve(task.folder, file);
  const source = await openLineSource(path, task.terminal.input);
  const chunks: Buffer[] = [];
  for await (const chunk of source.chunks()) chunks.push(chunk);
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch (failure) {
    throw new UsageFault(`The body in ${source.name} is not JSON: ${reasonOf(failure)}.`);
  }
};

const nextStepOf = (retry: Operation['retry'], idempotencyKey: string): string =>
  ({
    safe: 'It is safe to run the command again.',
    reference: 'It is safe to run the command again with the same reference.',
    key: `It is safe to run the command again with --idempotency-key ${idempotencyKey} within 24 hours.`,
  })[retry];

const faultOf = (operationId: OperationId, error: unknown, idempotencyKey: string): Fault => {
  // The client refuses a value that cannot stand in a path, before anything is sent.
  if (error instanceof TypeError) return new UsageFault(error.message);
  const { code, reason, isOutcomeUnknown } = failedCall(error);
  const context: Readonly<Record<string, unknown>> = isProblem(error) ? error.context : {};
  const details = Object.entries(context).map(([name, value]) => `, ${name} ${JSON.stringify(value)}`);
  const next = nextStepOf(operations[operationId].retry, idempotencyKey);
  const unknown = isOutcomeUnknown ? ` We do not know whether it was done. ${next}` : '';
  return new Fault(code ?? 'NOT_CALLED', `${operationId} failed: ${reason}${details.join('')}.${unknown}`);
};
