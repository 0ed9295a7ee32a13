import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { freePort, inheritedEnvironment, readLocalStack } from '@loyalty/stack';
import {
  eventually,
  foundInNight,
  isInstalled,
  isRequired,
  outcomeOf,
  promisedBy,
  readDocumentedCommands,
  runDocumentedCommands,
  writeNight,
  type CommandsPlace,
  type DocumentedCommands,
  type Outcome,
} from '@loyalty/testkit/runs';
import { loyaltyctlJson } from '../support/loyaltyctl.ts';
import { read } from '../support/sources.ts';

/** The stack under test, with its addresses in place of those of the pages. */
let place: CommandsPlace;
beforeAll(async () => {
  const port = (await freePort()).toString();
  const { root, baseUrl } = readLocalStack();
  const replaced = {
    'http://127.0.0.1:8080/v1': baseUrl,
    'http://127.0.0.1:8090': `http://127.0.0.1:${port}`,
    '--port 8090': `--port ${port}`,
  };
  place = { root, replaced };
});

const named = (block: DocumentedCommands): readonly [string, DocumentedCommands] => [block.heading, block];

const run = async (block: DocumentedCommands): Promise<Outcome> => {
  const ran = await runDocumentedCommands(block, place);
  ran.close();
  return outcomeOf(ran, block);
};

/** Repeats the commands until their result is ready; their references make that harmless. */
const runUntilAsPromised = async (block: DocumentedCommands): Promise<Outcome> => {
  let outcome = await run(block);
  await eventually('the page is true', async () => {
    if (!isDeepStrictEqual(outcome, promisedBy(block))) outcome = await run(block);
    return isDeepStrictEqual(outcome, promisedBy(block));
  }).catch(() => undefined);
  return outcome;
};

describe('the commands of README.md', () => {
  const blocks = readDocumentedCommands('README.md');
  const isListening = ({ commands }: DocumentedCommands): boolean => commands.includes('webhooks listen');

  it('is a receipt, a redeem, a return, a reward and a webhook', () => {
    expect(blocks).toHaveLength(5);
  });

  it.each(blocks.filter((block) => !isListening(block)).map(named))(
    'responds as the page shows: %s',
    async (_heading, block) => {
      expect(await runUntilAsPromised(block)).toEqual(promisedBy(block));
    },
  );

  it.each(blocks.filter(isListening).map(named))(
    'reaches a receiver, which verifies what comes: %s',
    async (_heading, block) => {
      const ran = await runDocumentedCommands(block, place);
      const isPrinted = (): boolean => ran.besides().includes('transaction.processed');
      await eventually('the receiver printed the delivery', isPrinted).catch(() => undefined);
      ran.close();
      expect(ran.besides()).toContain('transaction.processed');
      expect(outcomeOf(ran, block)).toEqual(promisedBy(block));
    },
  );
});

describe('the commands of docs/walkthrough.md', () => {
  it.each(readDocumentedCommands('docs/walkthrough.md').map(named))(
    'succeeds: %s',
    async (_heading, block) => {
      expect(await run(block)).toEqual(promisedBy(block));
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

test('the bulk call of docs/integration.md responds for each item', () => {
  const blocks = [...read('docs/integration.md').matchAll(/^```sh run\n([^]*?)^```/gm)];
  const [, code = ''] = blocks.find(([, text = '']) => text.includes('/evaluate/bulk')) ?? [];
  const { baseUrl, tenants } = readLocalStack();
  const [{ tenantId, testKey } = { tenantId: '', testKey: '' }] = tenants;
  const given = { LOYALTY_URL: baseUrl, LOYALTY_TENANT: tenantId, LOYALTY_KEY: testKey };
  const env = Object.assign(inheritedEnvironment(), given);
  const printed = execFileSync('sh', ['-c', code], {
    encoding: 'utf8',
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const { results } = JSON.parse(printed) as { results: readonly { status: number; problem?: object }[] };
  expect(results.map(({ status }) => status)).toEqual([200, 400]);
  expect(results[1]?.problem).toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('«Moving from test to live» of docs/integration.md moves a programme, and nothing differs then', async () => {
  const blocks = [...read('docs/integration.md').matchAll(/^```sh run\n([^]*?)^```/gm)];
  const [, code = ''] = blocks.find(([, text = '']) => text.includes('programme pull')) ?? [];
  const { id: tenant } = await loyaltyctlJson<{ id: string }>('tenants', 'create', 'Moving to live');
  const keyOf = async (mode: string): Promise<string> => {
    const flags = ['--tenant', tenant, '--mode', mode, '--role', 'admin'];
    return (await loyaltyctlJson<{ key: string }>('keys', 'create', ...flags)).key;
  };
  const [testKey, liveKey] = [await keyOf('test'), await keyOf('live')];
  const { root, baseUrl } = readLocalStack();
  const made = await fetch(`${baseUrl}/tenants/${tenant}/campaigns`, {
    method: 'POST',
    headers: { 'X-API-Key': testKey, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Summer double', earningRule: { type: 'FIXED_POINTS', points: 5 } }),
  });
  expect(made.status).toBe(201);
  const folder = mkdtempSync(join(tmpdir(), 'programme-'));
  const given = {
    LOYALTY_URL: baseUrl,
    LOYALTY_TENANT: tenant,
    LOYALTY_KEY: liveKey,
    LOYALTY_TEST_KEY: testKey,
  };
  const loyaltyctl = `loyaltyctl() { node ${join(root, 'tools/cli/dist/main.js')} "$@"; }`;
  const printed = execFileSync('sh', ['-ec', `${loyaltyctl}\n${code}`], {
    cwd: folder,
    encoding: 'utf8',
    env: Object.assign(inheritedEnvironment(), given),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  expect(readFileSync(join(folder, 'programme.yaml'), 'utf8')).toContain('key: summer-double');
  expect(printed).toMatch(
    /\+ campaign summer-double: create[^]*Nothing differs; states were not compared[^]*\n$/,
  );
  rmSync(folder, { recursive: true });
});

const withJq = isInstalled('jq') || isRequired('jq') ? describe : describe.skip;

withJq('«Moving in» and «Taking your data out» of docs/integration.md', () => {
  const blocks = [...read('docs/integration.md').matchAll(/^```sh run\n([^]*?)^```/gm)];
  const refs = Array.from({ length: 150 }, () => randomUUID());
  const loyaltyctl = `loyaltyctl() { node ${join(readLocalStack().root, 'tools/cli/dist/main.js')} "$@"; }`;

  test.each([
    ['loyaltyctl', 'loyaltyctl members import', /150 would be created[^]*150 created/],
    ['curl', 'split -l 100', /("outcome":"UNCHANGED"[^]*?){150}/],
    ['exports', 'loyaltyctl members export', /records are in members.ndjson.gz[^]*records are in ledger.csv/],
  ])('brings in each member, and takes out all, with %s', (_tool, begin, printed) => {
    const [, code = ''] = blocks.find(([, text = '']) => text.includes(begin)) ?? [];
    const { baseUrl, tenants } = readLocalStack();
    const [{ tenantId, testKey } = { tenantId: '', testKey: '' }] = tenants;
    const cwd = mkdtempSync(join(tmpdir(), 'moving-in-'));
    const lines = refs.map((externalRef) => JSON.stringify({ externalRef, balance: 5 }));
    writeFileSync(join(cwd, 'members.ndjson'), lines.join('\n'));
    writeFileSync(join(cwd, 'members.csv'), `externalRef,balance\n${refs.join(',5\n')},5\n`);
    const given = { LOYALTY_URL: baseUrl, LOYALTY_TENANT: tenantId, LOYALTY_KEY: testKey };
    const env = Object.assign(inheritedEnvironment(), given);
    const commands = `${loyaltyctl}\n${code.replace('--mode live', '--mode test')}`;
    expect(execFileSync('bash', ['-c', commands], { cwd, encoding: 'utf8', env })).toMatch(printed);
    rmSync(cwd, { recursive: true });
  });
});

withJq('«Cards, lost cards, two accounts» of docs/integration.md', () => {
  const [, chapter = ''] =
    /^## Cards, lost cards, two accounts$([^]*?)^## /m.exec(read('docs/integration.md')) ?? [];
  const commands = [...chapter.matchAll(/^```sh run\n([^]*?)^```/gm)].map(([, text = '']) => text);
  const loyaltyctl = `loyaltyctl() { node ${join(readLocalStack().root, 'tools/cli/dist/main.js')} "$@"; }`;

  test('gives a member two cards, blocks one, and merges the doubles of the member and of a file (D345, D346)', async () => {
    expect(commands).toHaveLength(4);
    const { id: tenant } = await loyaltyctlJson<{ id: string }>('tenants', 'create', 'Cards');
    const flags = ['--tenant', tenant, '--mode', 'test', '--role', 'admin'];
    const { key } = await loyaltyctlJson<{ key: string }>('keys', 'create', ...flags);
    const given = { LOYALTY_URL: readLocalStack().baseUrl, LOYALTY_TENANT: tenant, LOYALTY_KEY: key };
    const env = Object.assign(inheritedEnvironment(), given);
    const cwd = mkdtempSync(join(tmpdir(), 'cards-'));
    writeFileSync(join(cwd, 'doubles.csv'), 'stays,merged\napp-77,shop-77\n');
    const enrol = `call "$members" -d '{"externalRef":"shop-77"}'`;
    const [first = '', second = '', third = '', last = ''] = commands;
    const code = [loyaltyctl, first, second, third, enrol, last.replace('--mode live', '--mode test')].join(
      '\n',
    );
    // The command asks whether it may merge.
    const printed = execFileSync('sh', ['-ec', code], { cwd, encoding: 'utf8', env, input: 'yes\n' });
    for (const line of [
      '["app-77","card-77"]',
      '["app-77","ACTIVE",true]',
      '["card-77","BLOCKED",false]',
      '["card-78","ACTIVE",false]',
      '[false,50,50,[]]',
      '[true,50,50]',
      '["app-77",50]',
    ])
      expect(printed).toContain(`${line}\n`);
    expect(printed).toMatch(/Could be merged: 1, with 0 points[^]*\nMerged: 1, with 0 points/);
    rmSync(cwd, { recursive: true });
  });
});

const cached = join(readLocalStack().root, '.loyalty/cache');
/** The libraries of the producer in Java: those of the stack's own broker and registry. */
const javaLibraries = (): string => {
  const folders = readdirSync(cached);
  const kafka = folders.find((name) => name.startsWith('kafka-')) ?? '';
  const registry = join(folders.find((name) => name.startsWith('apicurio-')) ?? '', 'lib/main');
  const avro = readdirSync(join(cached, registry)).find((name) => name.startsWith('org.apache.avro.avro-'));
  return `${join(cached, kafka)}/*:${join(cached, registry, avro ?? '')}`;
};

const withPython = isInstalled('python3') || isRequired('python3') ? describe : describe.skip;

withPython('the programs of docs/integration.md for streams', () => {
  it('stream a night, and find exactly what had no effect', async () => {
    const { baseUrl, tenants } = readLocalStack();
    const [{ tenantId, testKey } = { tenantId: '', testKey: '' }] = tenants;
    const folder = mkdtempSync(join(tmpdir(), 'night-'));
    const night = writeNight({
      page: 'docs/integration.md',
      folder,
      prefix: randomUUID(),
      stream: await loyaltyctlJson('stream', 'enable', '--tenant', tenantId, '--mode', 'test'),
      api: { baseUrl, tenantId, key: testKey },
    });
    const run = (program: string, ...args: readonly string[]): string =>
      execFileSync(program, args, {
        cwd: folder,
        encoding: 'utf8',
        env: Object.assign(inheritedEnvironment(), night.env),
      });
    run('java', '-cp', javaLibraries(), 'StreamReceipts.java');
    const printed = run('python3', 'reconcile.py', night.since);
    expect(foundInNight(printed)).toEqual(night.expected);
    // A sample of members, because the key may send 60 requests a minute; two of their receipts share a reference, one is not valid.
    const file = join(folder, 'receipts.ndjson');
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    writeFileSync(file, lines.filter((_line, at) => at % 50 < 10).join('\n'));
    const proof = run('python3', 'prove.py').trimEnd().split('\n');
    rmSync(folder, { recursive: true });
    expect(proof).toEqual([
      expect.stringMatching(/-900 0 transactions 0 awarded 0 entered$/),
      '198 receipts counted once',
    ]);
  });
});

test('▲ docs/first-install.md leads from a tenant to the first receipt (D147)', () => {
  const page = read('docs/first-install.md');
  const { root, baseUrl } = readLocalStack();
  const shell = (text: string, key = ''): string =>
    execFileSync('sh', ['-eu', '-c', text], {
      cwd: root,
      encoding: 'utf8',
      env: Object.assign(inheritedEnvironment(), { KEY: key }),
    });
  const inPod = 'kubectl --namespace loyalty exec loyalty-admin-0 -- node /app/main.js ';
  const [tenant = '', made = ''] = page
    .split('\n')
    .filter((line) => line.startsWith(inPod))
    .map((line) => shell(line.replace(inPod, 'node tools/cli/bin/loyaltyctl.mjs ')));
  expect(tenant).toContain('«Corner Shop»');
  const [key = ''] = /^sk_live_\S+$/m.exec(made) ?? [];
  const blocks = [...page.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block = '']) => block);
  const calls = blocks.filter((block) => block.includes('curl ')).join('');
  const printed = shell(calls.replace('http://127.0.0.1:8080/v1', baseUrl), key);
  expect(printed).toContain('"pointsAwarded":150');
});
