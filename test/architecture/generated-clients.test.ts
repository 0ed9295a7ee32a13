import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operations } from '@loyalty/contracts/http';
import { openapiPythonClient, generatorTable } from '../clients/src/generators.ts';

it('the guide lists the generators, versions and flags that `drill -- clients` uses', () => {
  expect(readFileSync('docs/integration.md', 'utf8')).toContain(`\n\n${generatorTable()}\n\n`);
});

it('what is installed for Python is the version that the guide lists', () => {
  const requirements = readFileSync('test/clients/python/requirements.txt', 'utf8').split('\n');
  expect(requirements).toContain(`openapi-python-client==${openapiPythonClient.version}`);
});

it('the program in Java passes each operation its request object, which takes further optional parameters', () => {
  const folder = 'test/clients/java/src/main/java';
  const program = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const ids: ReadonlySet<string> = new Set(operations.map(({ operationId }) => operationId));
  const calls = [...program.join('').matchAll(/\.(\w+)\(\s*(\w+)/g)].filter(([, id = '']) => ids.has(id));
  const wanted = ([, id = '']: RegExpExecArray) => `API${id.charAt(0).toUpperCase()}${id.slice(1)}Request`;
  expect(calls.length).toBeGreaterThan(30);
  expect(calls.map(([, , argument]) => argument)).toEqual(calls.map(wanted));
});
