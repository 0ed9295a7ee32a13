import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { read } from '../support/sources.ts';

const commit = 'c'.repeat(40);
const registry = 'registry.invalid/loyalty';
const builder = 'https://ci.invalid/pipelines/7';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'publish-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

const write = (path: string, content: string | object): void => {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
};

/** A program that notes how it was called, and the provenance that it was given. */
const standIn = (tool: string, script: string): void => {
  const path = join(root, 'bin', tool);
  write(
    `bin/${tool}`,
    `#!/bin/sh
echo "${tool} $*" >> "${root}/calls"
case "$*" in *provenance.json*) for word; do case "$word" in *provenance.json) cat "$word" > "${root}/attested";; esac; done;; esac
${script}
`,
  );
  chmodSync(path, 0o755);
};

interface Checkout {
  readonly revision?: string;
  readonly isAudited?: boolean;
  readonly security?: string;
}

/** A checkout with one service whose image is built, and stand-ins for docker and cosign. */
const layOut = ({
  revision = commit,
  isAudited = true,
  security = 'security@owner.invalid',
}: Checkout = {}): void => {
  write('deploy/releases.json', {
    releases: [{ version: '1.2.0', commit, date: '2026-12-01', isAudited, steps: {} }],
  });
  write('LICENSE', 'Apache License');
  write('SECURITY.md', `Report to ${security}.`);
  write('services/ingress/package.json', { name: '@loyalty/ingress' });
  write('tools/stack/package.json', { name: '@loyalty/stack' });
  write('.loyalty/images/ingress.cdx.json', {
    metadata: { component: { properties: [{ name: 'org.opencontainers.image.revision', value: revision }] } },
  });
  write('.loyalty/images/ingress.provenance.json', {
    buildDefinition: { externalParameters: { source: { digest: { gitCommit: revision } } } },
    runDetails: { builder: { id: '' } },
  });
  standIn(
    'docker',
    `case "$*" in
*Labels*) echo '{"org.opencontainers.image.revision":"${revision}"}';;
*RepoDigests*) echo '["elsewhere.invalid/x@sha256:1","${registry}/ingress@sha256:2"]';;
esac`,
  );
  standIn('cosign', '');
};

const publish = (...words: readonly string[]) => {
  const program = resolve('deploy/images/publish.mjs');
  const call = ['-c', 'PATH="$0:$PATH" exec "$@"', join(root, 'bin'), process.execPath, program];
  const { status, stdout, stderr } = spawnSync('sh', [...call, ...words], { cwd: root, encoding: 'utf8' });
  return { status, stdout, stderr };
};

const all = ['--registry', registry, '--builder', builder];

const callsThat = (pattern: RegExp): readonly string[] =>
  readFileSync(join(root, 'calls'), 'utf8')
    .split('\n')
    .filter((line) => pattern.test(line))
    .map((line) => line.replace(/\S*\/(\w+\.provenance\.json)/, '$1'));

test('an image is pushed, then its digest is signed and attested with its bill and its provenance', () => {
  layOut();
  expect(publish(...all, '--key', 'env://KEY')).toMatchObject({ status: 0, stderr: '' });
  const digest = `${registry}/ingress@sha256:2`;
  expect(callsThat(/ (tag|push|sign|attest) /)).toEqual([
    `docker tag loyalty/ingress:1.2.0 ${registry}/ingress:1.2.0`,
    `docker push ${registry}/ingress:1.2.0`,
    `cosign sign --yes --key env://KEY ${digest}`,
    `cosign attest --yes --key env://KEY --type cyclonedx --predicate .loyalty/images/ingress.cdx.json ${digest}`,
    `cosign attest --yes --key env://KEY --type slsaprovenance1 --predicate ingress.provenance.json ${digest}`,
  ]);
  const attested: unknown = JSON.parse(readFileSync(join(root, 'attested'), 'utf8'));
  expect(attested).toMatchObject({
    buildDefinition: { externalParameters: { source: { digest: { gitCommit: commit } } } },
    runDetails: { builder: { id: builder } },
  });
});

test.each<[what: string, checkout: Checkout, words: readonly string[], reason: RegExp]>([
  ['a release that was not audited', { isAudited: false }, all, /Release 1\.2\.0 was not audited/],
  [
    'the placeholder of SECURITY.md',
    { security: "«the owner's address»" },
    all,
    /SECURITY\.md has a placeholder/,
  ],
  [
    'an image of another commit',
    { revision: `${commit}-modified` },
    all,
    /the image is of c+-modified, not of c+\./,
  ],
  ['no registry', {}, ['--builder', builder], /--registry/],
  ['no builder', {}, ['--registry', registry], /--builder/],
])('▲ nothing is pushed with %s', (_, checkout, words, reason) => {
  layOut(checkout);
  expect(publish(...words)).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(reason) as unknown,
  });
  expect(callsThat(/ (tag|push|sign|attest) /)).toEqual([]);
});

test('a dry run prints the commands and runs none', () => {
  layOut();
  const { status, stdout } = publish(...all, '--dry-run');
  expect([status, stdout.match(/^(docker|cosign) \w+/gm)]).toEqual([
    0,
    ['docker tag', 'docker push', 'cosign sign', 'cosign attest', 'cosign attest'],
  ]);
  expect(callsThat(/ (tag|push|sign|attest) /)).toEqual([]);
});

test('the provenance of an image names its commit, its lock file and its bases by their digests (D142)', () => {
  const program = `
import { provenanceOf } from './deploy/images/provenance.mjs';
const at = new Date(0);
const about = { version: '1.0.0', revision: '${commit}', bases: { NODE_RUN: 'base@sha256:${'a'.repeat(64)}', NODE_BUILD: 'local' } };
console.log(JSON.stringify(provenanceOf('.', { name: 'ingress' }, { ...about, startedAt: at, finishedAt: at })));
`;
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  expect(JSON.parse(out)).toMatchObject({
    buildDefinition: {
      externalParameters: { source: { digest: { gitCommit: commit } } },
      internalParameters: { service: 'ingress', version: '1.0.0' },
      resolvedDependencies: [
        { name: 'source', digest: { gitCommit: commit } },
        { name: 'package-lock.json', digest: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as unknown } },
        { name: 'NODE_RUN', digest: { sha256: 'a'.repeat(64) } },
        { name: 'NODE_BUILD', uri: 'local' },
      ],
    },
  });
});

test('every package has the licence of LICENSE, and so has every image', () => {
  const manifests = execFileSync('git', ['ls-files', '*package.json'], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
  expect(manifests.length).toBeGreaterThan(20);
  const licences = manifests.map((path) => [path, (JSON.parse(read(path)) as { license?: string }).license]);
  expect(licences.filter(([, licence]) => licence !== 'Apache-2.0')).toEqual([]);
  expect(read('LICENSE')).toContain('Version 2.0, January 2004');
  const recipe = read('deploy/images/Dockerfile');
  expect(recipe).toContain('org.opencontainers.image.licenses="Apache-2.0"');
  expect(recipe).toContain('COPY LICENSE /app/LICENSE');
});

/** Forms that no made-up value of a test or a document has: keys of clouds, of GitHub, of chats, and private keys. */
const secrets =
  /\b(AKIA|ASIA)[A-Z0-9]{16}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bgithub_pat_\w{60,}|\bxox[abprs]-[\w-]{20,}|\bnpm_[A-Za-z0-9]{36}\b|-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----\n[A-Za-z0-9+/=\n]{100,}/;

test('▲ no file of the repository has a secret of a known form', () => {
  expect(secrets.test(`AKIA${'A1B2'.repeat(4)}`)).toBe(true);
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean);
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((path) => secrets.test(readFileSync(path, 'latin1')))).toEqual([]);
});
