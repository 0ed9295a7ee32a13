// `npm run publish:images`: pushes the images of the newest release, and signs and attests each by its digest.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { programsIn } from './closure.mjs';

const help = `npm run publish:images -- --registry REGISTRY --builder URI [options]

For every image of the newest release, as «npm run images» built it at the commit of that release: pushes it, signs its digest
(cosign), and attests its bill of materials (CycloneDX) and its provenance (SLSA 1). Nothing is pushed unless all is well:
the release was audited, images and files are of its commit, and SECURITY.md names an address.

  --registry <name>   as in registry.example/loyalty
  --builder <uri>     who builds: the address of the pipeline or the team; stands in the provenance
  --key <reference>   the key of cosign; without it cosign asks the identity of who calls
  --dry-run           judges, and prints the commands that would run
  --help              this text
`;

const { values } = parseArgs({
  options: {
    registry: { type: 'string' },
    builder: { type: 'string' },
    key: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const billPath = (name) => `.loyalty/images/${name}.cdx.json`;
const provenancePath = (name) => `.loyalty/images/${name}.provenance.json`;

const isHere = (tool) => spawnSync(tool, ['version'], { stdio: 'ignore' }).error === undefined;

const labelsOf = (image) => {
  const { status, stdout } = spawnSync('docker', ['inspect', '--format', '{{json .Config.Labels}}', image], {
    encoding: 'utf8',
  });
  return status === 0 ? (JSON.parse(stdout) ?? {}) : null;
};

/** Sentences: why this must not be published. */
const reasonsAgainst = (release, programs) => [
  ...(values.registry === undefined ? ['Name the registry: --registry.'] : []),
  ...(URL.canParse(values.builder ?? '') ? [] : ['Say who builds, by a URI: --builder.']),
  ...(release.isAudited === true
    ? []
    : [`Release ${release.version} was not audited: its note has no «isAudited».`]),
  ...(existsSync('LICENSE') ? [] : ['LICENSE is missing.']),
  ...(/«[^»]*»/.test(readFileSync('SECURITY.md', 'utf8'))
    ? ['SECURITY.md has a placeholder where an address must stand.']
    : []),
  ...['docker', 'cosign'].filter((tool) => !isHere(tool)).map((tool) => `${tool} is not on the PATH.`),
  ...(isHere('docker') ? programs.flatMap(({ name }) => reasonsAgainstImage(release, name)) : []),
];

const reasonsAgainstImage = ({ version, commit }, name) => {
  const image = `loyalty/${name}:${version}`;
  const labels = labelsOf(image);
  if (labels === null) return [`${image} is not here: build it at ${commit} by npm run images.`];
  const revisions = [
    ['the image', labels['org.opencontainers.image.revision']],
    ['its bill', revisionOfBill(name)],
    ['its provenance', revisionOfProvenance(name)],
  ];
  return revisions
    .filter(([, revision]) => revision !== commit)
    .map(([what, revision]) => `${image}: ${what} is of ${revision ?? 'no commit'}, not of ${commit}.`);
};

const revisionOfBill = (name) =>
  existsSync(billPath(name))
    ? readJson(billPath(name)).metadata.component.properties.find(
        (property) => property.name === 'org.opencontainers.image.revision',
      )?.value
    : undefined;

const revisionOfProvenance = (name) =>
  existsSync(provenancePath(name))
    ? readJson(provenancePath(name)).buildDefinition.externalParameters.source.digest.gitCommit
    : undefined;

const run = (tool, ...words) => {
  if (values['dry-run']) return void console.log([tool, ...words].join(' '));
  execFileSync(tool, words, { stdio: ['ignore', 'inherit', 'inherit'] });
};

/** By the registry that was pushed to, because an image may be in several. */
const digestOf = (target) => {
  if (values['dry-run']) return `${values.registry}/…@sha256:…`;
  const out = execFileSync('docker', ['inspect', '--format', '{{json .RepoDigests}}', target], {
    encoding: 'utf8',
  });
  const repository = target.slice(0, target.lastIndexOf(':'));
  const found = JSON.parse(out).find((digest) => digest.startsWith(`${repository}@`));
  if (found === undefined) throw new Error(`${target} has no digest in ${values.registry}`);
  return found;
};

/** The digest is signed and not the tag, which may be moved. */
const publish = (folder, { version }, name) => {
  const target = `${values.registry}/${name}:${version}`;
  run('docker', 'tag', `loyalty/${name}:${version}`, target);
  run('docker', 'push', target);
  const digest = digestOf(target);
  const key = values.key === undefined ? [] : ['--key', values.key];
  const attest = (type, path) =>
    run('cosign', 'attest', '--yes', ...key, '--type', type, '--predicate', path, digest);
  const provenance = readJson(provenancePath(name));
  provenance.runDetails.builder.id = values.builder;
  const path = join(folder, `${name}.provenance.json`);
  writeFileSync(path, JSON.stringify(provenance));
  run('cosign', 'sign', '--yes', ...key, digest);
  attest('cyclonedx', billPath(name));
  attest('slsaprovenance1', path);
  console.log(digest);
};

const main = () => {
  if (values.help) return process.stdout.write(help);
  const [release] = readJson('deploy/releases.json').releases;
  const programs = programsIn('.');
  const reasons = reasonsAgainst(release, programs);
  if (reasons.length > 0) {
    process.stderr.write(`Nothing was published.\n${reasons.map((reason) => `  ${reason}`).join('\n')}\n`);
    return void (process.exitCode = 1);
  }
  const folder = mkdtempSync(join(tmpdir(), 'publish-'));
  try {
    for (const { name } of programs) publish(folder, release, name);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

main();
