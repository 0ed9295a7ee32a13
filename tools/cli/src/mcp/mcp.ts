import type { Command } from 'commander';
import { type CallOptions, createLoyalty, type Loyalty, type Responded } from '@loyalty/client';
import { nearestName } from '@loyalty/contracts/http';
import { demoTenants } from '@loyalty/stack';
import { releaseVersion } from '@loyalty/telemetry/metrics';
import { apiAccessOf, type ApiFlags, apiKeyOption, apiUrlOption, failedCall } from '../api-access.ts';
import { examples, modeOption, tenantOption } from '../arguments.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';
import { readTools, type ReadTool } from './read-tools.ts';

const explanation = `
The server speaks the Model Context Protocol on standard input and output, for assistants that start it as a process. Its tools
are the operations of the API that change nothing and that the key permits; it never writes. Use a key with the role analyst.
`;

const instructions =
  'Reads of one environment of a loyalty programme. Amounts are integers in cents, points are integers. `memberRef` and ' +
  '`externalRef` are the references of the retailer, and ids are UUIDs of the API: find a member with listMembers {"ref": …}. ' +
  'explainTransaction says what each campaign would award for a receipt, and why others award nothing. Lists have pages: ' +
  'pass nextCursor as cursor. No tool changes anything.';

/** Adds the command that serves reads of the API to assistants. */
export const addMcpCommand = (command: Command, session: Session): void => {
  command
    .addOption(tenantOption().default(demoTenants[0].tenantId, 'the demo tenant'))
    .addOption(modeOption().default('live'))
    .addOption(apiKeyOption())
    .addOption(apiUrlOption())
    .addHelpText(
      'after',
      explanation + examples('mcp --tenant … --mode live --key sk_live_… --base-url https://…/v1'),
    )
    .action(session.action(serve));
};

/** Serves until the input ends. */
const serve = async (task: CommandContext, flags: ApiFlags): Promise<CommandOutcome> => {
  const loyalty = createLoyalty(apiAccessOf(task, flags));
  const { permissions, mode } = await loyalty.getCredential();
  const tools = readTools(permissions, { isTest: mode === 'test' });
  // No other command needs the library, which takes long to load.
  const { McpServer } = await import('@modelcontextprotocol/sdk/server/mcp.js');
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { CallToolRequestSchema, ListToolsRequestSchema } =
    await import('@modelcontextprotocol/sdk/types.js');
  // Its own `tool` takes schemas of zod; ours are those of the document.
  const mcp = new McpServer(
    { name: 'loyalty-engine', version: releaseVersion },
    { capabilities: { tools: {} }, instructions },
  );
  const { server } = mcp;
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(shownTool) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
    callTool(loyalty, tools, { name: params.name, args: params.arguments ?? {} }),
  );
  const { input, out } = task.terminal;
  const closed = new Promise<void>((resolve) => input.once('end', resolve).once('close', resolve));
  await mcp.connect(new StdioServerTransport(input, out));
  task.note(`Serving ${tools.length.toString()} reads of the ${mode} environment.`);
  await closed;
  await mcp.close();
  return { document: { tools: tools.length } };
};

const shownTool = ({ name, title, description, inputSchema }: ReadTool) => ({
  name,
  title,
  description,
  inputSchema,
  annotations: { title, readOnlyHint: true, openWorldHint: false },
});

type Call = (args: object, options: CallOptions) => Promise<Responded<unknown>>;

interface Asked {
  readonly name: string;
  readonly args: Readonly<Record<string, unknown>>;
}

const callTool = async (loyalty: Loyalty, tools: readonly ReadTool[], { name, args }: Asked) => {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined)
    return failed(
      `There is no tool ${name}.${meant(
        name,
        tools.map((one) => one.name),
      )}`,
    );
  const known = Object.keys(tool.inputSchema.properties);
  const unknown = Object.keys(args).find((each) => !known.includes(each));
  if (unknown !== undefined) return failed(`${name} has no argument ${unknown}.${meant(unknown, known)}`);
  const missing = tool.inputSchema.required.find((each) => args[each] === undefined);
  if (missing !== undefined) return failed(`${name} needs the argument ${missing}.`);
  try {
    // Which arguments an operation takes is known by its schema, not by its type.
    const { data } = await (loyalty.withResponse[tool.name] as Call)(args, {});
    return { content: [textOf(JSON.stringify(data))] };
  } catch (error) {
    // The client refuses a value that cannot stand in a path, before anything is sent.
    if (error instanceof TypeError) return failed(error.message);
    const context = (error as { readonly context?: unknown }).context;
    return failed(`${failedCall(error).reason}. ${context === undefined ? '' : JSON.stringify(context)}`);
  }
};

const meant = (name: string, known: readonly string[]): string => {
  const near = nearestName(name, known);
  return near === null ? '' : ` Did you mean ${near}?`;
};

const textOf = (text: string) => ({ type: 'text' as const, text });

const failed = (text: string) => ({ content: [textOf(text.trim())], isError: true });
