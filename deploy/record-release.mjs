// Notes the release that lerna has just committed (the script `postversion` of package.json), so that its build can be
// made again and run beside a later one, the steps of the schema that it is the first to have (they never change again), and bytes that
// it writes.
// A commit cannot name itself, so this is a commit of its own.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

execFileSync('npm', ['run', 'build'], { stdio: 'inherit' });
const { allMigrations } = await import('../packages/service/dist/migrations.js');
const { hashOfStep } = await import('../tools/cli/dist/deploy/deploy.js');

const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).trim();
const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

const path = 'deploy/releases.json';
const { version } = read('lerna.json');
const { releases } = read(path);
const isReleased = ({ name }) => releases.some(({ steps }) => Object.hasOwn(steps, name));
const steps = Object.fromEntries(
  allMigrations.filter((step) => !isReleased(step)).map((step) => [step.name, hashOfStep(step)]),
);
const release = {
  version,
  commit: git('rev-parse', 'HEAD'),
  date: new Date().toISOString().slice(0, 10),
  // `npm run release` audits first; with ADVISORIES=none it judges nothing, and such a release is not published.
  isAudited: (process.env.ADVISORIES ?? 'none') !== 'none',
  steps,
};
writeFileSync(path, `${JSON.stringify({ releases: [release, ...releases] }, null, 2)}\n`);
const argo = 'deploy/helm/examples/argo.yaml';
const revision = `targetRevision: ${release.commit}`;
writeFileSync(argo, readFileSync(argo, 'utf8').replace(/targetRevision: \S+/, revision));
execFileSync('node', ['deploy/record-bytes.mjs', version], { stdio: 'inherit' });
git('add', path, argo, 'test/contract/released');
git('commit', '--no-verify', '--quiet', '--message', `Note release ${version}`);
console.log(`Release ${version} is ${release.commit}.`);
