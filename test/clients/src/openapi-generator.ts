import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type ClientContext, documentPath } from './client-context.ts';
import { flagsOf, openapiJava } from './generators.ts';
import { runProgram } from './run-program.ts';

export const dependencyPlugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
export const quietly = ['--batch-mode', '--no-transfer-progress', '--quiet'];

interface MadeClient {
  /** The generator as the table names it; its last word is the language. */
  readonly made: Parameters<typeof flagsOf>[0];
  /** The folder that is written. */
  readonly folder: string;
  readonly more?: readonly string[];
}

/** Makes a client from the served document with openapi-generator, which is fetched once. */
export const makeByOpenapiGenerator = async (
  context: ClientContext,
  { made, folder, more = [] }: MadeClient,
): Promise<void> => {
  const jar = await fetchGenerator(context.root);
  const language = made.generator.split(' ').at(-1) ?? '';
  await runProgram({
    title: `Making a client with ${made.generator}`,
    command: 'java',
    args: [
      '-jar',
      jar,
      'generate',
      '-g',
      language,
      '-i',
      documentPath(context),
      '-o',
      folder,
      ...flagsOf(made),
      ...more,
    ],
    cwd: context.root,
  });
};

const fetchGenerator = async (root: string): Promise<string> => {
  const folder = join(root, '.loyalty/cache/openapi-generator');
  const { version } = openapiJava;
  const jar = join(folder, `openapi-generator-cli-${version}.jar`);
  if (existsSync(jar)) return jar;
  const artifact = `org.openapitools:openapi-generator-cli:${version}`;
  await runProgram({
    title: `Fetching openapi-generator ${version} through Maven (once, 30 MB)`,
    command: 'mvn',
    args: [...quietly, `${dependencyPlugin}:copy`, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`],
    cwd: root,
  });
  return jar;
};
