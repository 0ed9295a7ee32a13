// Advisories in OSV's format (ossf.github.io/osv-schema), from a folder, a ZIP such as the export of npm, or one file.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import semver from 'semver';
import yauzl from 'yauzl';

/** The records of npm one by one, not withdrawn ones. Throws where a file is none: a record that is passed over would hide what it says. */
export async function* readAdvisories(path) {
  for await (const { name, text } of textsAt(path)) {
    const record = parsed(name, text);
    if (record.withdrawn !== undefined) continue;
    if (record.affected?.some(isOfNpm) === true) yield record;
  }
}

const isOfNpm = ({ package: named }) => named?.ecosystem === 'npm';

const parsed = (name, text) => {
  const record = jsonOf(name, text);
  if (typeof record?.id === 'string' && typeof record.modified === 'string') return record;
  throw new Error(`${name} is no advisory in OSV's format`);
};

const jsonOf = (name, text) => {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${name} is no JSON`, { cause });
  }
};

async function* textsAt(path) {
  if (statSync(path).isDirectory()) {
    for (const name of readdirSync(path, { recursive: true }).filter(isJson).sort())
      yield { name: join(path, name), text: readFileSync(join(path, name), 'utf8') };
  } else if (path.endsWith('.zip')) {
    yield* textsInZip(path);
  } else {
    yield { name: path, text: readFileSync(path, 'utf8') };
  }
}

const isJson = (name) => name.endsWith('.json');

/** The export of npm has more than 200,000 entries: one at a time is in memory. */
async function* textsInZip(path) {
  const zip = await promisify(yauzl.open)(path, { lazyEntries: true, autoClose: false });
  try {
    for (let entry = await nextEntry(zip); entry !== null; entry = await nextEntry(zip))
      if (isJson(entry.fileName)) yield { name: `${path}:${entry.fileName}`, text: await textOf(zip, entry) };
  } finally {
    zip.close();
  }
}

/** Null at the end. */
const nextEntry = (zip) =>
  new Promise((resolve, reject) => {
    const settle = (end) => (value) => {
      zip.removeAllListeners();
      end(value);
    };
    zip.once('entry', settle(resolve));
    zip.once(
      'end',
      settle(() => resolve(null)),
    );
    zip.once('error', settle(reject));
    zip.readEntry();
  });

const textOf = async (zip, entry) => {
  const chunks = [];
  for await (const chunk of await promisify(zip.openReadStream.bind(zip))(entry)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
};

/** How a record concerns this version of a package: null, or the version that mends it (null where none is known) and how bad it is. */
export const concernOf = (record, { name, version }) => {
  const own = record.affected.filter((one) => isOfNpm(one) && one.package.name === name);
  const hit = own.find((one) => isAffected(one, version));
  return hit === undefined ? null : { fixedIn: fixedIn(hit, version), severity: severityOf(record, hit) };
};

const isAffected = ({ versions = [], ranges = [] }, version) =>
  versions.includes(version) || ranges.some((range) => isComparable(range) && isInRange(range, version));

/** Ranges of commits say nothing of versions. */
const isComparable = ({ type }) => type === 'SEMVER' || type === 'ECOSYSTEM';

/** The evaluation that the format prescribes. A bound that is no version counts as met: better a line too many than none. */
const isInRange = ({ events }, version) => {
  const limits = events.flatMap(({ limit }) => (limit === undefined ? [] : [limit]));
  if (limits.length > 0 && !limits.some((limit) => limit === '*' || isBelow(version, limit))) return false;
  return events.toSorted(byBound).reduce((isHit, { introduced, fixed, last_affected: last }) => {
    if (introduced !== undefined && !isBelow(version, introduced)) return true;
    if (fixed !== undefined && isAtLeast(version, fixed)) return false;
    return last !== undefined && isAtLeast(version, last) && version !== last ? false : isHit;
  }, false);
};

const boundOf = ({ introduced, fixed, last_affected: last, limit }) =>
  introduced ?? fixed ?? last ?? limit ?? '0';

/** «0» is before every version, pre-releases too. */
const byBound = (one, other) => {
  const [left, right] = [boundOf(one), boundOf(other)].map((bound) => semver.parse(bound));
  if (left === null || right === null) return Number(left !== null) - Number(right !== null);
  return semver.compare(left, right);
};

const isBelow = (version, bound) => semver.valid(bound) !== null && semver.lt(version, bound);
const isAtLeast = (version, bound) => semver.valid(bound) !== null && semver.gte(version, bound);

const fixedIn = ({ ranges = [] }, version) => {
  const fixes = ranges
    .flatMap(({ events }) => events)
    .flatMap(({ fixed }) => (semver.valid(fixed) === null ? [] : [fixed]));
  return semver.sort(fixes.filter((fixed) => semver.gt(fixed, version)))[0] ?? null;
};

/** The word of the database that wrote it, otherwise its CVSS vector; packages that were made to do harm have neither. */
const severityOf = ({ id, severity = [], database_specific: said = {} }, hit) => {
  if (id.startsWith('MAL-')) return 'malicious';
  const word = hit.database_specific?.severity ?? said.severity;
  return (word ?? hit.severity?.[0]?.score ?? severity[0]?.score ?? 'unknown').toLowerCase();
};
