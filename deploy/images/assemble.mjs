// Lays out one program for its image: node deploy/images/assemble.mjs libraries|program NAME FOLDER, at the root of a checkout. `libraries`
// takes what is installed, `program` what is compiled: two layers, because the first outlives most releases. FOLDER/app gets what the
// program needs at run time and nothing else; FOLDER/work is where a command's files are mounted.
import { cpSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { closureOf, lockedPackages, programOf } from './closure.mjs';

const [part = '', name = '', out = ''] = process.argv.slice(2);
const root = process.cwd();
const app = join(out, 'app');
const { workspace } = programOf(root, name);
const packages = lockedPackages(root);
const places = closureOf(packages, workspace);
const isLibrary = (place) => place.includes('node_modules/');

/** What production never runs: types, and the fixtures that tests share. */
const notRun = /\.d\.[cm]?ts(\.map)?$|\/testing$/;
const typesOrMaps = /\.d\.[cm]?ts$|\.map$/;

/** Without what is nested in it: what is needed of that has a place of its own. */
const copyLibrary = (place) => {
  const from = join(root, place);
  const nested = join(from, 'node_modules');
  const isRun = (path) => path !== nested && !typesOrMaps.test(path);
  cpSync(from, join(app, place), { recursive: true, filter: isRun });
};

const link = (place, target) => {
  mkdirSync(dirname(join(app, place)), { recursive: true });
  symlinkSync(relative(dirname(place), target), join(app, place));
};

const layOutLibraries = () => {
  for (const place of places.filter(isLibrary)) {
    const { link: isLink, resolved } = packages[place];
    if (isLink === true) link(place, resolved);
    else copyLibrary(place);
  }
};

/** A program is its bundle, and the documents that this reads. */
const folders = ['dist/bundle', 'dist/documents'];

/** Our own maps stay, so that a stack names lines of TypeScript. */
const copyWorkspace = (place) => {
  cpSync(join(root, place, 'package.json'), join(app, place, 'package.json'));
  const isRun = (path) => !notRun.test(path);
  for (const folder of folders) {
    const from = join(root, place, folder);
    if (existsSync(from)) cpSync(from, join(app, place, folder), { recursive: true, filter: isRun });
  }
};

const layOutProgram = () => {
  for (const place of places.filter((candidate) => !isLibrary(candidate))) copyWorkspace(place);
  writeFileSync(join(app, 'package.json'), `${JSON.stringify({ private: true, type: 'module' })}\n`);
  // The same path in every image, so that the recipe can name it without a shell.
  writeFileSync(join(app, 'main.js'), `import './${workspace}/dist/bundle/main.mjs';\n`);
  mkdirSync(join(out, 'work/.loyalty'), { recursive: true });
};

if (part === 'libraries') layOutLibraries();
else layOutProgram();
