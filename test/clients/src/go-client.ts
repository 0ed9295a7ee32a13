import { join } from 'node:path';
import { runProgram } from './run-program.ts';
import { argumentsOf, documentPath, newFolder, type ClientContext } from './client-context.ts';

const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';

/** Generates and compiles a Go client and lets it evaluate a receipt. Returns its output. */
export const tryGoClient = async (context: ClientContext): Promise<string> => {
  const cwd = newFolder(context, 'go');
  await runProgram({
    title: 'Making the Go client with oapi-codegen',
    command: 'go',
    args: [
      'run',
      generator,
      '-generate',
      'types,client',
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
  const title = 'Evaluating a receipt with the Go client';
  return runProgram({ title, command: join(cwd, 'evaluate'), args: argumentsOf(context), cwd });
};
