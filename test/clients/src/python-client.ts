import { join } from 'node:path';
import { inheritedEnvironment } from '@loyalty/stack';
import { isInstalled, isRequired } from '@loyalty/testkit/runs';
import { type ClientContext, documentPath, newFolder, programArguments } from './client-context.ts';
import { flagsOf, openapiPython, openapiPythonClient } from './generators.ts';
import { makeByOpenapiGenerator } from './openapi-generator.ts';
import { runProgram } from './run-program.ts';

/**
 * Generates a Python client by openapi-python-client and one by openapi-generator, and lets each use the API. Returns their
 * outputs. Without `python3` both are left out.
 */
export const tryPythonClient = async (context: ClientContext): Promise<string> => {
  if (!isInstalled('python3')) {
    if (isRequired('python3')) throw new Error('This machine has no python3, which LOYALTY_REQUIRE names.');
    return 'left out, because this machine has no python3';
  }
  const cwd = newFolder(context, 'python');
  const python = await makeEnvironment(context);
  const env = Object.assign(inheritedEnvironment(), { PYTHONPATH: cwd });
  await runProgram({
    title: 'Making the Python client with openapi-python-client',
    command: join(python, 'bin/openapi-python-client'),
    args: [
      'generate',
      '--path',
      documentPath(context),
      '--output-path',
      join(cwd, 'loyalty'),
      '--overwrite',
      ...flagsOf(openapiPythonClient),
    ],
    cwd,
  });
  const more = ['--package-name', 'loyalty_by_openapi_generator'];
  await makeByOpenapiGenerator(context, { made: openapiPython, folder: cwd, more });
  const lines: string[] = [];
  for (const program of ['shop.py', 'round_trip.py']) {
    const used = await runProgram({
      title: `Using the API with ${program}`,
      command: join(python, 'bin/python'),
      args: [program, ...programArguments(context)],
      cwd,
      env,
    });
    lines.push(used);
  }
  return ['', ...lines].join('\n  ');
};

/** Installs the pinned packages once. */
const makeEnvironment = async ({ root }: ClientContext): Promise<string> => {
  const folder = join(root, '.loyalty/cache/clients/python-generators');
  await runProgram({
    title: 'Making an environment for Python',
    command: 'python3',
    args: ['-m', 'venv', folder],
    cwd: root,
  });
  const requirements = join(root, 'test/clients/python/requirements.txt');
  await runProgram({
    title: 'Installing the generator and what the clients need',
    command: join(folder, 'bin/python'),
    args: ['-m', 'pip', 'install', '--quiet', '--no-deps', '--requirement', requirements],
    cwd: root,
  });
  return folder;
};
