import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * A docker command on the PATH that builds with BuildKit, and reaches a daemon; or why there is none. A client from 23 on that lacks buildx
 * quietly takes the old builder, which the recipe does not suit, so such a one is passed over for the next on the PATH.
 */
export const findDocker = () => {
  const reasons = [];
  for (const docker of dockersOnPath()) {
    const builder = builderOf(docker);
    if (builder === null) reasons.push(`${docker} has no BuildKit: install buildx`);
    else if (!reachesDaemon(docker)) reasons.push(`${docker} reaches no daemon`);
    else return { docker, builder, reason: null };
  }
  return { docker: null, builder: null, reason: reasons.join('; ') || 'docker is not installed' };
};

const dockersOnPath = () => {
  const paths = (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'docker'));
  return [...new Set(paths.filter((path) => existsSync(path)).map((path) => realpathSync(path)))];
};

const ask = (command, ...args) => {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

/** Words that begin a build, and a name for what runs it; null without BuildKit. */
const builderOf = (docker) => {
  const buildx = ask(docker, 'buildx', 'version');
  if (buildx !== null) return { name: buildx, words: ['buildx', 'build', '--load'] };
  const [version = ''] = /\d+\.\d+\.\d+/.exec(ask(docker, '--version') ?? '') ?? [];
  if (Number.parseInt(version, 10) >= 23 || version === '') return null;
  return { name: `BuildKit of docker ${version}`, words: ['build'] };
};

const reachesDaemon = (docker) => ask(docker, 'version', '--format', '{{.Server.Version}}') !== null;

/** The images that stand in for public ones, as .loyalty/stand-ins.env names them; none without the file. */
export const standInsOf = (root) => {
  const path = join(root, '.loyalty/stand-ins.env');
  if (!existsSync(path)) return {};
  const lines = readFileSync(path, 'utf8').split('\n');
  return Object.fromEntries(lines.filter((line) => line.includes('=')).map((line) => line.split(/=(.*)/s)));
};
