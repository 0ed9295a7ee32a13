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

/** The usual addresses of the pages, and those of the stack that the tests run on. */
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

/** What a block did: why it failed, and what it answered, written as the page shows it. */
interface Outcome {
  readonly failure: string | null;
  readonly shown: unknown;
}

const outcomeOf = (ran: RunCommands, { expected }: DocumentedCommands): Outcome => {
  const failure = failureOf(ran);
  const isShown = failure === null && expected !== undefined;
  return { failure, shown: isShown ? asShown(answerOf(ran), expected) : undefined };
};

/** A command failed, or something was answered with a problem. */
const failureOf = ({ code, stdout, stderr }: RunCommands): string | null =>
  code !== 0 || stdout.includes('"requestId"') ? `${code.toString()}: ${stdout}\n${stderr}` : null;

/** What the last command answered: the JSON at the end of what was printed, behind the headers if there are any. */
const answerOf = ({ stdout }: RunCommands): unknown =>
  JSON.parse(stdout.trimEnd().split(/\r?\n/).at(-1) ?? '');

const promised = ({ expected }: DocumentedCommands): Outcome => ({ failure: null, shown: expected });

const run = async (block: DocumentedCommands): Promise<Outcome> => {
  const ran = await runDocumentedCommands(block, addresses);
  ran.close();
  return outcomeOf(ran, block);
};

/** What takes a moment is there when the commands are repeated; their references make that harmless. */
const runUntilAsPromised = async (block: DocumentedCommands): Promise<Outcome> => {
  let outcome = await run(block);
  await eventually('the page is true', async () => {
    if (!isDeepStrictEqual(outcome, promised(block))) outcome = await run(block);
    return isDeepStrictEqual(outcome, promised(block));
  }).catch(() => undefined);
  return outcome;
};

describe('what README.md tells a newcomer to type', () => {
  const blocks = readDocumentedCommands('README.md');
  const isListening = ({ commands }: DocumentedCommands): boolean => commands.includes('webhooks listen');

  it('is a receipt, a redeem, a reward and a webhook', () => {
    expect(blocks).toHaveLength(4);
  });

  it.each(blocks.filter((block) => !isListening(block)).map(named))(
    'answers as it says: %s',
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

describe('what docs/walkthrough.md tells a reader to type', () => {
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
