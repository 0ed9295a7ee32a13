// The packages that one program needs at run time, from package-lock.json alone: images and their bills of materials follow it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));

const workspacesIn = (root, folder) =>
  readdirSync(join(root, folder))
    .filter((name) => existsSync(join(root, folder, name, 'package.json')))
    .map((name) => `${folder}/${name}`)
    .sort();

/** The programs that have an image: each service, and each command of a tool (`bin`). */
export const programsIn = (root) => {
  const services = workspacesIn(root, 'services').map((workspace) => ({
    name: workspace.slice('services/'.length),
    workspace,
    isCommand: false,
  }));
  const commands = workspacesIn(root, 'tools').flatMap((workspace) =>
    Object.keys(readJson(join(root, workspace, 'package.json')).bin ?? {}).map((name) => ({
      name,
      workspace,
      isCommand: true,
    })),
  );
  return [...services, ...commands];
};

/** The stage of the recipe that is its image: pages and a command need more than `service` has. */
export const targetOf = ({ name, isCommand }) =>
  isCommand ? 'loyaltyctl' : name === 'console' ? 'console' : 'service';

/** Of the pages: they build, or are types, and no byte of them is served. */
const onlyBuilds = /node_modules\/(vite|@types\/[^/]+)$/;

/**
 * Libraries that the build puts into files of a program: its image holds their code and not their packages. Those of the console are what
 * its pages import, and all that these need; `/assets/licences.txt` has their licences.
 */
export const bundledIn = (root, { name, workspace }) => {
  if (name !== 'console') return [];
  const packages = lockedPackages(root);
  const imported = Object.keys(packages[workspace].devDependencies)
    .map((library) => locate(packages, workspace, library))
    .filter((place) => !onlyBuilds.test(place));
  const places = new Set(imported.flatMap((place) => closureOf(packages, place)));
  return [...places]
    .filter((place) => !onlyBuilds.test(place))
    .sort()
    .map((place) => ({ place, file: 'dist/pages' }));
};

/** The program of this name; throws a sentence that lists the names there are. */
export const programOf = (root, name) => {
  const programs = programsIn(root);
  const found = programs.find((program) => program.name === name);
  if (found !== undefined) return found;
  throw new Error(`«${name}» has no image: ${programs.map((program) => program.name).join(', ')}.`);
};

/** The entries of package-lock.json by their places, such as `node_modules/pg`. */
export const lockedPackages = (root) => readJson(join(root, 'package-lock.json')).packages;

/**
 * The places of everything that the workspace `start` needs at run time, itself and links to other workspaces included, sorted. Peers count
 * unless they are optional; optional dependencies do not: they are other platforms' and the local stack's.
 */
export const closureOf = (packages, start) => {
  const found = new Set();
  const visit = (place) => {
    if (found.has(place)) return;
    found.add(place);
    const entry = packages[place];
    if (entry.link === true) visit(entry.resolved);
    else for (const name of neededBy(entry)) visit(locate(packages, place, name) ?? missing(place, name));
  };
  visit(start);
  return [...found].sort();
};

const neededBy = ({ dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) => [
  ...Object.keys(dependencies),
  ...Object.keys(peerDependencies).filter((name) => peerDependenciesMeta[name]?.optional !== true),
];

/** The place that Node finds `name` at from `place`: in its folder, or in the nearest above; undefined where there is none. */
export const locate = (packages, place, name) => {
  const parts = place.split('/');
  const folders = [...parts.keys(), parts.length].map((length) => parts.slice(0, length)).reverse();
  return folders
    .map((folder) => [...folder, 'node_modules', name].join('/'))
    .find((candidate) => packages[candidate] !== undefined);
};

const missing = (place, name) => {
  throw new Error(`${place} needs ${name}, which package-lock.json does not have.`);
};
