import { readFileSync } from 'node:fs';
import { openapiPythonClient, generatorTable } from '../clients/src/generators.ts';

it('the guide lists the generators, versions and flags that `drill -- clients` uses', () => {
  expect(readFileSync('docs/integration.md', 'utf8')).toContain(`\n\n${generatorTable()}\n\n`);
});

it('what is installed for Python is the version that the guide lists', () => {
  const requirements = readFileSync('test/clients/python/requirements.txt', 'utf8').split('\n');
  expect(requirements).toContain(`openapi-python-client==${openapiPythonClient.version}`);
});
