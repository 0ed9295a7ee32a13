import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** The major version in what `java -version` prints (`openjdk version "21.0.5"`, `java version "1.8.0_402"`), or 0. */
export const javaMajorOf = (printed) => {
  const found = /version "(?:1\.)?(\d+)/.exec(printed);
  return found === null ? 0 : Number(found[1]);
};

/** The first JDK home, of those usually found on Linux and macOS, that is at least `majorMin`; undefined if none is. */
export const findJdk = (majorMin, env = process.env) =>
  candidateHomes(env).find((home) => majorOfHome(home) >= majorMin);

const candidateHomes = (env) => [
  ...(env.JAVA_HOME ? [env.JAVA_HOME] : []),
  ...homesInPath(env.PATH ?? ''),
  ...childrenOf('/usr/lib/jvm'),
  ...childrenOf('/Library/Java/JavaVirtualMachines').map((home) => join(home, 'Contents/Home')),
  ...childrenOf(join(env.SDKMAN_DIR ?? join(env.HOME ?? '/', '.sdkman'), 'candidates/java')),
];

/** Links are followed, because /usr/bin/java is a link into the real home. */
const homesInPath = (path) =>
  path
    .split(delimiter)
    .map((folder) => join(folder, 'java'))
    .filter((java) => existsSync(java))
    .map((java) => dirname(dirname(realpathSync(java))));

/** Newest names first, so that of several JDKs the newest is taken. */
const childrenOf = (folder) =>
  existsSync(folder)
    ? readdirSync(folder)
        .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
        .map((name) => join(folder, name))
    : [];

/** 0 for a folder without a working `java`, so that a broken installation is passed over. */
const majorOfHome = (home) => {
  const { stdout, stderr } = spawnSync(join(home, 'bin/java'), ['-version'], { encoding: 'utf8' });
  return javaMajorOf(`${stdout ?? ''}${stderr ?? ''}`);
};
