import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '@loyalty/kernel';
import { inheritedEnvironment } from '../config.ts';
import { readProcess } from '../processes/process-table.ts';
import { spawnTied } from '../processes/tied-process.ts';
import type { StackContext } from '../settings.ts';

const dependencyPlugin = 'org.apache.maven.plugins:maven-dependency-plugin';
/**
 * Newer versions, from 3.0 on, require the project file of an archive's parent, which Apicurio does not
 * publish.
 */
const unpackPlugin = `${dependencyPlugin}:2.10`;
const copyPlugin = `${dependencyPlugin}:3.8.1`;

const reportEveryMs = 10_000;

interface Artifact {
  readonly group: string;
  readonly name: string;
  readonly version: string;
  readonly typeAndClassifier?: string;
}

interface MavenFetch {
  /** Includes the version, so a new version gets a new folder. */
  readonly folder: string;
  readonly title: string;
  goal(target: string): MavenGoal;
}

interface MavenGoal {
  readonly args: readonly string[];
  readonly pom?: string;
}

/** Fetches a folder, which appears as a whole or not at all, also if two stacks fetch at the same time. */
export const fetchOnce = async (context: StackContext, wanted: MavenFetch): Promise<string> => {
  const folder = join(context.layout.cacheDir, wanted.folder);
  if (existsSync(folder)) return folder;
  context.say(`Fetching ${wanted.title} through Maven (once) …`);
  removeAbandoned(context.layout.cacheDir, wanted.folder);
  const working = `${folder}.${String(process.pid)}.part`;
  mkdirSync(working, { recursive: true });
  await runMaven(context, wanted, working);
  renameOnce(working, folder);
  return folder;
};

/** Unfinished folders of interrupted fetches are named after their processes. */
const removeAbandoned = (cacheDir: string, folder: string): void => {
  for (const name of readdirSync(cacheDir)) {
    const pid = /\.(\d+)\.part$/.exec(name)?.[1];
    if (!name.startsWith(folder) || pid === undefined || readProcess(Number(pid)) !== undefined) continue;
    rmSync(join(cacheDir, name), { recursive: true, force: true });
  }
};

const runMaven = async (context: StackContext, wanted: MavenFetch, working: string): Promise<void> => {
  const { args, pom } = wanted.goal(working);
  const pomPath = join(working, 'pom.xml');
  if (pom !== undefined) writeFileSync(pomPath, pom);
  const logPath = join(context.layout.logDir, 'maven.log');
  const maven = spawnTied({
    command: 'mvn',
    args: [
      '--batch-mode',
      '--no-transfer-progress',
      ...(pom === undefined ? [] : ['--file', pomPath]),
      ...args,
    ],
    env: { ...inheritedEnvironment(), JAVA_HOME: context.javaHome },
    cwd: working,
    logPath,
  });
  const ending = await whileReporting(maven.ended, context, wanted.title);
  if (ending.how === 'exit' && ending.code === 0) return;
  throw new Fault(
    'FETCH_FAILED',
    `Maven could not fetch ${wanted.title}: ${firstError(logPath)} (${logPath})`,
  );
};

const whileReporting = async <T>(work: Promise<T>, context: StackContext, title: string): Promise<T> => {
  const startedAt = Date.now();
  const timer = setInterval(() => {
    context.say(`Still fetching ${title}: ${String(Math.round((Date.now() - startedAt) / 1_000))} s so far.`);
  }, reportEveryMs);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
};

const firstError = (logPath: string): string =>
  readFileSync(logPath, 'utf8')
    .split('\n')
    .find((line) => line.startsWith('[ERROR]')) ?? 'it could not be run';

const coordinates = ({ group, name, version, typeAndClassifier }: Artifact): string =>
  [group, name, version, typeAndClassifier].filter((word) => word !== undefined).join(':');

export const unpackGoal = (artifact: Artifact, target: string, includes = '**'): MavenGoal => ({
  args: [
    `${unpackPlugin}:unpack`,
    `-Dartifact=${coordinates(artifact)}`,
    `-DoutputDirectory=${target}`,
    `-Dmdep.unpack.includes=${includes}`,
  ],
});

export const copyWithDependenciesGoal = (artifacts: readonly Artifact[], target: string): MavenGoal => ({
  args: [`${copyPlugin}:copy-dependencies`, `-DoutputDirectory=${target}`, '-DincludeScope=runtime'],
  pom: `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId>
  <artifactId>local-stack</artifactId>
  <version>1</version>
  <dependencies>
${artifacts.map(pomDependency).join('\n')}
  </dependencies>
</project>
`,
});

const pomDependency = ({ group, name, version }: Artifact): string =>
  `    <dependency><groupId>${group}</groupId><artifactId>${name}</artifactId><version>${version}</version></dependency>`;

/** Renames a folder, unless another stack of this checkout has already put an equal one there. */
export const renameOnce = (working: string, target: string): void => {
  try {
    renameSync(working, target);
  } catch (failure) {
    rmSync(working, { recursive: true, force: true });
    if (!existsSync(target)) throw failure;
  }
};
