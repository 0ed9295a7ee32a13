import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from './run-program.ts';
import { argumentsOf, documentPath, newFolder, type ClientContext } from './client-context.ts';

export const dependencyPlugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
const generator = { name: 'openapi-generator-cli', version: '7.22.0' };
const packages = '--api-package loyalty.api --model-package loyalty.model --invoker-package loyalty'.split(
  ' ',
);
export const quietly = ['--batch-mode', '--no-transfer-progress', '--quiet'];

/** Generates and compiles a Java client and lets it evaluate a receipt. Returns its output. */
export const tryJavaClient = async (context: ClientContext): Promise<string> => {
  const cwd = newFolder(context, 'java');
  const jar = await fetchGenerator(context.root);
  await runProgram({
    title: 'Making the Java client with openapi-generator',
    command: 'java',
    args: [
      '-jar',
      jar,
      'generate',
      '-g',
      'java',
      '--library',
      'native',
      '-o',
      cwd,
      '-i',
      documentPath(context),
      '--additional-properties=hideGenerationTimestamp=true,openApiNullable=false,containerDefaultToNull=true',
      ...packages,
    ],
    cwd,
  });
  await runProgram({
    title: 'Compiling the Java client',
    command: 'mvn',
    args: [...quietly, 'compile', `${dependencyPlugin}:copy-dependencies`, '-DincludeScope=runtime'],
    cwd,
  });
  return runProgram({
    title: 'Evaluating a receipt with the Java client',
    command: 'java',
    args: ['-cp', 'target/classes:target/dependency/*', 'Evaluate', ...argumentsOf(context)],
    cwd,
  });
};

/** Downloads the generator once. */
const fetchGenerator = async (root: string): Promise<string> => {
  const folder = join(root, '.loyalty/cache/openapi-generator');
  const jar = join(folder, `${generator.name}-${generator.version}.jar`);
  if (existsSync(jar)) return jar;
  const artifact = `org.openapitools:${generator.name}:${generator.version}`;
  await runProgram({
    title: `Fetching ${generator.name} ${generator.version} through Maven (once, 30 MB)`,
    command: 'mvn',
    args: [...quietly, `${dependencyPlugin}:copy`, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`],
    cwd: root,
  });
  return jar;
};
