import { join } from 'node:path';
import { type ClientContext, newFolder, programArguments } from './client-context.ts';
import { openapiTypescript } from './generators.ts';
import { makeByOpenapiGenerator } from './openapi-generator.ts';
import { runProgram } from './run-program.ts';

/** Generates a client by typescript-fetch, compiles it with strict options and lets it use the API. Returns its output. */
export const tryTypescriptFetch = async (context: ClientContext): Promise<string> => {
  const cwd = newFolder(context, 'typescript-fetch');
  await makeByOpenapiGenerator(context, { made: openapiTypescript, folder: join(cwd, 'loyalty') });
  const modules = join(context.root, 'node_modules');
  await runProgram({
    title: 'Compiling the client by typescript-fetch',
    command: process.execPath,
    args: [
      join(modules, '@typescript/native/bin/tsc'),
      ...'shop.ts --ignoreConfig --strict --noUncheckedIndexedAccess --target es2022 --lib es2022,dom'.split(
        ' ',
      ),
      ...'--module nodenext --moduleResolution nodenext --outDir compiled --types node'.split(' '),
      '--typeRoots',
      join(modules, '@types'),
    ],
    cwd,
  });
  return runProgram({
    title: 'Using the API with the client by typescript-fetch',
    command: process.execPath,
    args: ['compiled/shop.js', ...programArguments(context)],
    cwd,
  });
};
