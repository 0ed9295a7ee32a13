import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { freePort, readLocalStack } from '@loyalty/stack';
import { eventually } from '@loyalty/testkit';
import {
  asShown,
  readDocumentedCommands,
  runDocumentedCommands,
  type DocumentedCommands,
  type RunCommands,
} from '../support/documented-commands.ts';
import { read } from '../support/sources.ts';

/** Maps the addresses of the pages to those of the stack under test. */
let addresses: Readonly<Record<string, string>>;
beforeAll(async () => {
  const port = (await freePort()).toString();
  addresses = {
    'http://127.0.0.1:8080/v1': readLocalStack().baseUrl,
    'http://127.0.0.1:8090': `http://127.0.0.1:${port}`,
    '--port 8090': `--port ${port}`,
  };
});

const named = (block: DocumentedCommands): readonly [string, DocumentedCommands] => [block.heading, block];

/** The outcome of a block: why it failed, and its response, written as the page shows it. */
interface Outcome {
  readonly failure: string | null;
  readonly shown: unknown;
}

const outcomeOf = (ran: RunCommands, { expected }: DocumentedCommands): Outcome => {
  const failure = failureOf(ran);
  const isShown = failure === null && expected !== undefined;
  return { failure, shown: isShown ? asShown(answerOf(ran), expected) : undefined };
};

/** Returns why a command failed, or the problem in its response. */
const failureOf = ({ code, stdout, stderr }: RunCommands): string | null =>
  code !== 0 || stdout.includes('"requestId"') ? `${code.toString()}: ${stdout}\n${stderr}` : null;

/** Returns the last command's response: the JSON at the end of the output, after any headers. */
const answerOf = ({ stdout }: RunCommands): unknown =>
  JSON.parse(stdout.trimEnd().split(/\r?\n/).at(-1) ?? '');

const promised = ({ expected }: DocumentedCommands): Outcome => ({ failure: null, shown: expected });

const run = async (block: DocumentedCommands): Promise<Outcome> => {
  const ran = await runDocumentedCommands(block, addresses);
  ran.close();
  return outcomeOf(ran, block);
};

/** Repeats the commands until their result is ready; their references make that harmless. */
const runUntilAsPromised = async (block: DocumentedCommands): Promise<Outcome> => {
  let outcome = await run(block);
  await eventually('the page is true', async () => {
    if (!isDeepStrictEqual(outcome, promised(block))) outcome = await run(block);
    return isDeepStrictEqual(outcome, promised(block));
  }).catch(() => undefined);
  return outcome;
};

describe('the commands of README.md', () => {
  const blocks = readDocumentedCommands('README.md');
  const isListening = ({ commands }: DocumentedCommands): boolean => commands.includes('webhooks listen');

  it('is a receipt, a redeem, a reward and a webhook', () => {
    expect(blocks).toHaveLength(4);
  });

  it.each(blocks.filter((block) => !isListening(block)).map(named))(
    'responds as the page shows: %s',
    async (_heading, block) => {
      expect(await runUntilAsPromised(block)).toEqual(promised(block));
    },
  );

  it.each(blocks.filter(isListening).map(named))(
    'reaches a receiver, which verifies what comes: %s',
    async (_heading, block) => {
      const ran = await runDocumentedCommands(block, addresses);
      await eventually('the receiver printed the delivery', () =>
        ran.besides().includes('transaction.processed'),
      ).finally(ran.close);
      expect(outcomeOf(ran, block)).toEqual(promised(block));
    },
  );
});

describe('the commands of docs/walkthrough.md', () => {
  it.each(readDocumentedCommands('docs/walkthrough.md').map(named))(
    'succeeds: %s',
    async (_heading, block) => {
      expect(await run(block)).toEqual(promised(block));
    },
  );
});

test('the retry loop of docs/integration.md has a receipt evaluated, once', () => {
  const [, code = ''] = /^```js run\n([^]*?)^```/m.exec(read('docs/integration.md')) ?? [];
  const folder = mkdtempSync(join(tmpdir(), 'till-'));
  const path = join(folder, 'till.mjs');
  const { baseUrl, tenants } = readLocalStack();
  const [{ tenantId, liveKey } = { tenantId: '', liveKey: '' }] = tenants;
  const receipt = { transactionRef: randomUUID(), memberRef: 'customer-of-the-loop', amount: 15000 };
  const asked = [`${baseUrl}/tenants/${tenantId}/transactions/evaluate`, liveKey, receipt];
  writeFileSync(
    path,
    `${code}\nconst asked = ${JSON.stringify(asked)};
console.log(JSON.stringify([await evaluate(...asked), await evaluate(...asked)]));`,
  );
  const printed = execFileSync(process.execPath, [path], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  const [first, second] = JSON.parse(printed) as [{ pointsAwarded: number }, unknown];
  expect(first.pointsAwarded).toBe(155);
  expect(second).toEqual(first);
});
