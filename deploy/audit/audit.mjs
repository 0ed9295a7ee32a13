// `npm run audit`: judges package-lock.json by advisories that are given to it. It asks no network.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { closureOf, locate, programsIn } from '../images/closure.mjs';
import { concernOf, readAdvisories } from './advisories.mjs';

const help = `npm run audit -- --advisories PATH [options]

Judges every package of package-lock.json by advisories in OSV's format: a folder of JSON files, a ZIP of them (the export of
npm at osv.dev: npm/all.zip) or one file. Prints what is affected, how badly, since which version it is mended, who needs it,
and which images have it. No network is asked.

  --advisories <path>     or the variable ADVISORIES; «none» judges nothing, and a release that was made so is not published
  --exceptions <file>     what is known and accepted, each with a reason and an end (default: deploy/audit/exceptions.json)
  --max-age-days <days>   the newest advisory may be so old (default: 7)
  --root <folder>         the checkout to judge (default: this one)
  --help                  this text

Exit code 0: nothing is affected. 1: something is. 2: it could not be judged.
`;

const { values } = parseArgs({
  options: {
    advisories: { type: 'string' },
    exceptions: { type: 'string' },
    'max-age-days': { type: 'string', default: '7' },
    root: { type: 'string', default: join(dirname(fileURLToPath(import.meta.url)), '../..') },
    help: { type: 'boolean', default: false },
  },
});

class CannotJudge extends Error {}

const dayMs = 86_400_000;
const today = new Date().toISOString().slice(0, 10);

/** What is looked at again at least once a year. */
const exceptionDaysMax = 366;

const readExceptions = (path) => {
  const { exceptions } = JSON.parse(readFileSync(path, 'utf8'));
  for (const { id, reason, until } of exceptions) {
    const place = `${path}: the exception ${id}`;
    if (typeof reason !== 'string' || reason.trim() === '') throw new CannotJudge(`${place} has no reason.`);
    const endMs = /^\d{4}-\d{2}-\d{2}$/.test(until) ? Date.parse(until) : NaN;
    if (Number.isNaN(endMs)) throw new CannotJudge(`${place} has no end («until», as in ${today}).`);
    if (endMs > Date.now() + exceptionDaysMax * dayMs)
      throw new CannotJudge(`${place} ends more than a year from now.`);
  }
  return exceptions;
};

const nameAt = (place) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Installed packages of others by their names, a place each. */
const installedIn = (packages) => {
  const byName = new Map();
  for (const [place, { link, name = nameAt(place), version }] of Object.entries(packages)) {
    if (!place.includes('node_modules/') || link === true) continue;
    byName.set(name, [...(byName.get(name) ?? []), { place, name, version }]);
  }
  return byName;
};

/** From each place the one that needs it, on a shortest way from this repository's own packages. */
const needersIn = (packages) => {
  const own = Object.keys(packages).filter((place) => !place.includes('node_modules/'));
  const needers = new Map(own.map((place) => [place, null]));
  for (const place of needers.keys())
    for (const needed of neededAt(packages, place)) if (!needers.has(needed)) needers.set(needed, place);
  return needers;
};

const neededAt = (packages, place) => {
  const { dependencies, devDependencies, optionalDependencies, peerDependencies } = packages[place];
  const names = Object.keys({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
    ...peerDependencies,
  });
  // Optional ones of other platforms are in the lock file too; peers may be absent.
  return names
    .flatMap((name) => locate(packages, place, name) ?? [])
    .filter((found) => packages[found].link !== true);
};

const wayTo = (needers, place) => {
  const way = [];
  for (let at = place; at !== null && at !== undefined; at = needers.get(at))
    way.unshift(at.includes('node_modules/') ? nameAt(at) : at || 'package.json');
  return way.join(' > ');
};

const imagesOf = (root, packages) =>
  programsIn(root).map(({ name, workspace }) => ({ name, places: new Set(closureOf(packages, workspace)) }));

const find = async (path, installed) => {
  const found = [];
  let records = 0;
  let newest = '';
  for await (const record of readAdvisories(path)) {
    records += 1;
    if (record.modified > newest) newest = record.modified;
    const names = new Set(record.affected.map((affected) => affected.package?.name));
    for (const one of [...names].flatMap((name) => installed.get(name) ?? [])) {
      const concern = concernOf(record, one);
      if (concern !== null) found.push({ record, installed: one, concern });
    }
  }
  return { found, records, newest };
};

const judgeSource = ({ records, newest }, path) => {
  if (records === 0) throw new CannotJudge(`${path} has no advisory on a package of npm.`);
  const days = (Date.now() - Date.parse(newest)) / dayMs;
  const daysMax = Number(values['max-age-days']);
  if (!(days <= daysMax))
    throw new CannotJudge(
      `The newest advisory of ${path} is of ${newest.slice(0, 10)}, more than ${values['max-age-days']} days ago: get the present ones.`,
    );
};

const isExceptedBy =
  ({ record, installed }) =>
  (exception) =>
    [record.id, ...(record.aliases ?? [])].includes(exception.id) &&
    (exception.package === undefined || exception.package === installed.name);

const describe = ({ record, installed, concern }, { needers, images }) => {
  const having = images.filter(({ places }) => places.has(installed.place)).map(({ name }) => name);
  return [
    `${record.id}  ${concern.severity}  ${installed.name} ${installed.version}, ${concern.fixedIn === null ? 'no version mends it' : `mended in ${concern.fixedIn}`}`,
    ...(record.summary === undefined ? [] : [`  ${record.summary}`]),
    `  ${wayTo(needers, installed.place)}`,
    `  ${having.length === 0 ? 'in no image' : `in the image of ${having.join(', ')}`}`,
  ].join('\n');
};

const notJudged = () => {
  console.log('Nothing was judged: ADVISORIES is «none».');
  return 0;
};

const main = async () => {
  const path = values.advisories ?? process.env.ADVISORIES ?? '';
  if (path === '')
    throw new CannotJudge(
      'No advisories: name them with --advisories or ADVISORIES (--help says where they come from).',
    );
  if (path === 'none') return notJudged();
  const exceptions = readExceptions(values.exceptions ?? join(values.root, 'deploy/audit/exceptions.json'));
  const { packages } = JSON.parse(readFileSync(join(values.root, 'package-lock.json'), 'utf8'));
  const installed = installedIn(packages);
  const source = await find(path, installed);
  judgeSource(source, path);
  const context = { needers: needersIn(packages), images: imagesOf(values.root, packages) };
  const open = [];
  const used = new Set();
  for (const found of source.found) {
    const exception = exceptions.find(isExceptedBy(found));
    if (exception !== undefined) used.add(exception);
    if (exception === undefined || exception.until < today) open.push(found);
    else
      console.log(
        `Excepted until ${exception.until}: ${describe(found, context)}\n  because ${exception.reason}\n`,
      );
  }
  for (const found of open) console.log(`${describe(found, context)}\n`);
  for (const exception of exceptions) {
    if (!used.has(exception)) console.log(`The exception ${exception.id} is not needed any more.`);
    else if (exception.until < today)
      console.log(`The exception ${exception.id} ended on ${exception.until}.`);
  }
  const judged = [...installed.values()].flat().length;
  console.log(
    `${judged} packages judged by ${source.records} advisories, the newest of ${source.newest.slice(0, 10)}: ${open.length === 0 ? 'none affects them' : `${open.length} open`}.`,
  );
  return open.length === 0 ? 0 : 1;
};

if (values.help) process.stdout.write(help);
else
  process.exitCode = await main().catch((thrown) => {
    const reason = thrown instanceof CannotJudge ? thrown.message : `Could not be judged: ${thrown.message}`;
    process.stderr.write(`${reason}\n`);
    return 2;
  });
