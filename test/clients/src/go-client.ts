import { join } from 'node:path';
import { type ClientContext, documentPath, newFolder, programArguments } from './client-context.ts';
import { flagsOf, oapiCodegen, openapiGo } from './generators.ts';
import { makeByOpenapiGenerator } from './openapi-generator.ts';
import { runProgram } from './run-program.ts';

const program = `github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v${oapiCodegen.version}`;

/**
 * Generates and compiles a Go client by oapi-codegen and lets it use the API, and compiles the one of openapi-generator.
 * Returns the output of the first.
 */
export const tryGoClient = async (context: ClientContext): Promise<string> => {
  const cwd = newFolder(context, 'go');
  await runProgram({
    title: 'Making the Go client with oapi-codegen',
    command: 'go',
    args: [
      'run',
      program,
      ...flagsOf(oapiCodegen),
      '-package',
      'loyalty',
      '-o',
      join(cwd, 'loyalty/client.gen.go'),
      documentPath(context),
    ],
    cwd: context.root,
  });
  await runProgram({
    title: 'Compiling the Go client',
    command: 'go',
    args: ['build', '-o', 'evaluate', '.'],
    cwd,
  });
  const used = await runProgram({
    title: 'Using the API with the Go client',
    command: join(cwd, 'evaluate'),
    args: programArguments(context),
    cwd,
  });
  await compileOther(context);
  return used;
};

const compileOther = async (context: ClientContext): Promise<void> => {
  const folder = join(context.root, '.loyalty/clients/go-openapi-generator');
  const more = ['--git-user-id', 'example', '--git-repo-id', 'loyalty', '--package-name', 'loyalty'];
  await makeByOpenapiGenerator(context, { made: openapiGo, folder, more });
  // Its tests are examples that want a library of their own.
  const build = ['build', '-mod=mod', '.'];
  await runProgram({
    title: 'Compiling the client of openapi-generator',
    command: 'go',
    args: build,
    cwd: folder,
  });
};
