import { type ClientContext, newFolder, programArguments } from './client-context.ts';
import { openapiJava } from './generators.ts';
import { dependencyPlugin, makeByOpenapiGenerator, quietly } from './openapi-generator.ts';
import { runProgram } from './run-program.ts';

const packages = '--api-package loyalty.api --model-package loyalty.model --invoker-package loyalty'.split(
  ' ',
);

/** Generates and compiles a Java client and lets it use the API. Returns its output. */
export const tryJavaClient = async (context: ClientContext): Promise<string> => {
  const cwd = newFolder(context, 'java');
  await makeByOpenapiGenerator(context, { made: openapiJava, folder: cwd, more: packages });
  await runProgram({
    title: 'Compiling the Java client',
    command: 'mvn',
    args: [...quietly, 'compile', `${dependencyPlugin}:copy-dependencies`, '-DincludeScope=runtime'],
    cwd,
  });
  return runProgram({
    title: 'Using the API with the Java client',
    command: 'java',
    args: ['-cp', 'target/classes:target/dependency/*', 'Evaluate', ...programArguments(context)],
    cwd,
  });
};
