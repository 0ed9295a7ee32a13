import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import vm from 'node:vm';
import ts from 'typescript';
import { operations, type OperationId } from '@loyalty/client';
import { openapiDocument } from '@loyalty/contracts/http';

type OperationObject = NonNullable<(typeof openapiDocument.paths)[string]['get']>;

interface Sample {
  readonly lang: string;
  readonly label: string;
  readonly source: string;
}

/** An operation with the examples of its body in the document; without a body, with null. */
interface Sampled {
  readonly operationId: OperationId;
  readonly samples: readonly Sample[];
  readonly bodies: readonly unknown[];
}

const sampledOf = (object: OperationObject): Sampled => {
  const content = object.requestBody?.content['application/json'];
  const { example = null, examples = { only: { value: example } } } = content ?? {};
  return {
    operationId: object.operationId as OperationId,
    samples: (object['x-codeSamples'] ?? []) as readonly Sample[],
    bodies: Object.values(examples).map(({ value }) => value),
  };
};

const all: readonly Sampled[] = Object.values(openapiDocument.paths)
  .flatMap(({ get, post, put, patch, delete: remove }) => [get, post, put, patch, remove])
  .filter((object) => object !== undefined)
  .filter(({ operationId }) => operationId in operations)
  .map(sampledOf);

const textOf = ({ samples }: Sampled, language: string): string =>
  samples.find(({ label }) => label === language)?.source ?? '';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'samples-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('each operation of a tenant has two samples, one a language, and no other has any (D196)', () => {
  expect(all.map(({ operationId }) => operationId).toSorted()).toEqual(Object.keys(operations).toSorted());
  const unlike = all.filter(({ samples }) => samples.map(({ label }) => label).join() !== 'curl,TypeScript');
  expect(unlike.map(({ operationId }) => operationId)).toEqual([]);
  expect(JSON.stringify(openapiDocument).split('"x-codeSamples"')).toHaveLength(all.length + 1);
});

/** The calls that a script makes of curl: its arguments, in turn. */
const curlCalls = (script: string): readonly (readonly string[])[] => {
  const env = { PATH: `${folder}:/usr/bin:/bin`, LOYALTY_KEY: 'sk_test_1' };
  const out = execFileSync('sh', ['-eu', '-c', script], { env, encoding: 'utf8' });
  return out
    .split('\0\0')
    .slice(0, -1)
    .map((call) => call.split('\0'));
};

const wordAfter = (words: readonly string[], option: string): string =>
  words[words.indexOf(option) + 1] ?? '';

test('▲ the samples in curl are scripts that send each example of the document to its operation', () => {
  const stub = '#!/bin/sh\nfor word; do printf "%s\\0" "$word"; done\nprintf "\\0"\n';
  writeFileSync(join(folder, 'curl'), stub, { mode: 0o755 });
  for (const sampled of all) {
    const calls = curlCalls(textOf(sampled, 'curl'));
    const sent = calls.map((words) => (words.includes('-d') ? wordAfter(words, '-d') : 'null'));
    expect(sent.map((text) => JSON.parse(text) as unknown)).toEqual(sampled.bodies);
    const { method, path } = operations[sampled.operationId];
    const place = new RegExp(`/tenants/[^/{}]+${path.replace(/\{\w+\}/g, '[^/{}]+')}(\\?|$)`);
    for (const words of calls) {
      expect(words.includes('-X') ? wordAfter(words, '-X') : 'GET').toBe(method);
      expect(words.find((word) => word.startsWith('https://'))).toMatch(place);
      expect(words).toContain('X-API-Key: sk_test_1');
    }
  }
});

test('each sample says which ids of its examples the reader must replace', () => {
  const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
  const note = /^(?:#|\/\/) Replace ([0-9a-f-]{36}) with your own (\w+)\.$/gm;
  for (const { samples } of all)
    for (const { source } of samples) {
      const named = [...source.matchAll(note)].map(([, id]) => id);
      expect(new Set(source.replace(note, '').match(uuid))).toEqual(new Set(named));
      expect(new Set(named).size).toBe(named.length);
    }
  const [member] = all.filter(({ operationId }) => operationId === 'getMember');
  expect(member?.samples[0]?.source.split('\n').slice(0, 2)).toEqual([
    '# Replace 0198c0de-0000-7000-8000-000000000001 with your own tenantId.',
    '# Replace 0198c0de-7a11-8d4f-8e32-5c8e3b01d002 with your own memberId.',
  ]);
});

interface ClientCall {
  readonly name: string;
  readonly args: { readonly body?: unknown } | undefined;
}

/** The calls of methods that a program makes. */
const clientCalls = async (program: string): Promise<readonly ClientCall[]> => {
  const calls: ClientCall[] = [];
  const methods = new Proxy(
    {},
    { get: (_, name) => (args: ClientCall['args']) => calls.push({ name: String(name), args }) },
  );
  const code = program.replace("import { createLoyalty } from '@loyalty/client';", '');
  const given = { createLoyalty: () => methods, process: { env: {} } };
  await (vm.runInNewContext(`(async () => {${code}})()`, given) as Promise<void>);
  return JSON.parse(JSON.stringify(calls)) as readonly ClientCall[];
};

test('the samples in TypeScript are programs that call the method with each example of the document', async () => {
  for (const sampled of all) {
    const calls = await clientCalls(textOf(sampled, 'TypeScript'));
    expect(new Set(calls.map(({ name }) => name))).toEqual(new Set([sampled.operationId]));
    expect(calls.map(({ args }) => args?.body ?? null)).toEqual(sampled.bodies);
  }
});

test('▲ the samples in TypeScript compile', () => {
  const paths = all.map((sampled) => {
    const path = join(folder, `${sampled.operationId}.mts`);
    writeFileSync(path, textOf(sampled, 'TypeScript'));
    return path;
  });
  const program = ts.createProgram(paths, {
    noEmit: true,
    strict: true,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.es2024.string.d.ts'],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    allowImportingTsExtensions: true,
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
    paths: { '@loyalty/client': [resolve('packages/client/src/index.ts')] },
  });
  const faults = ts.getPreEmitDiagnostics(program);
  expect(faults.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '))).toEqual([]);
});
