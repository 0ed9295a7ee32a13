// `npm run images`: builds the image of every service and of loyaltyctl, and writes its bill of materials and its provenance.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { billOf } from './bill-of-materials.mjs';
import { programOf, programsIn, targetOf } from './closure.mjs';
import { findDocker, standInsOf } from './docker.mjs';
import { provenanceOf } from './provenance.mjs';

const help = `npm run images [-- [NAME…] [options]]

Builds loyalty/NAME with the tags «local» and the version of lerna.json, and writes .loyalty/images/NAME.cdx.json
(CycloneDX) and NAME.provenance.json (SLSA). Without names: every service and loyaltyctl. The bases are those of deploy/images/Dockerfile, or those that
NODE_BUILD and NODE_RUN name here or in .loyalty/stand-ins.env (deploy/images/stand-ins.sh).

  --context <folder>  the checkout to build (default: this one)
  --tag <tag>         this tag alone
  --no-cache          every step anew; what npm fetched is kept
  --help              this text
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    context: { type: 'string', default: '.' },
    tag: { type: 'string' },
    'no-cache': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const fail = (sentence) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

const git = (...words) => execFileSync('git', words, { encoding: 'utf8' }).trim();

const revisionOf = () => {
  const changes = git('status', '--porcelain') === '' ? '' : '-modified';
  return `${git('rev-parse', 'HEAD')}${changes}`;
};

const dockerfile = 'deploy/images/Dockerfile';
const baseVariables = ['NODE_BUILD', 'NODE_RUN'];

/** The base that the recipe takes by itself. */
const publicBase = (variable) =>
  new RegExp(`^ARG ${variable}=(.*)$`, 'm').exec(readFileSync(dockerfile, 'utf8'))?.[1];

const chosenBases = () => {
  const standIns = standInsOf('.');
  return Object.fromEntries(
    baseVariables.flatMap((variable) => {
      const chosen = process.env[variable] ?? standIns[variable];
      return chosen === undefined ? [] : [[variable, chosen]];
    }),
  );
};

const build = (program, { docker, builder, bases, version, revision, tags }) => {
  const { name } = program;
  const args = { SERVICE: name, VERSION: version, REVISION: revision, ...bases };
  const words = [
    ...builder.words,
    ...(values['no-cache'] ? ['--no-cache'] : []),
    ...['--file', join(values.context, dockerfile), '--target', targetOf(program)],
    ...Object.entries(args).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]),
    ...tags.flatMap((tag) => ['--tag', `loyalty/${name}:${tag}`]),
    values.context,
  ];
  const begunAt = performance.now();
  const env = { ...process.env, DOCKER_BUILDKIT: '1' };
  const { status, stderr } = spawnSync(docker, words, { env, encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) fail(`${stderr.split('\n').slice(-40).join('\n')}\n${name} was not built.`);
  const seconds = ((performance.now() - begunAt) / 1_000).toFixed(1);
  const bytes = execFileSync(docker, ['inspect', '--format', '{{.Size}}', `loyalty/${name}:${tags[0]}`]);
  console.log(`loyalty/${name}:${tags[0]}  ${(Number(bytes) / 1e6).toFixed(0)} MB  ${seconds} s`);
};

const writeBesides = (program, { version, revision, bases, startedAt }) => {
  mkdirSync('.loyalty/images', { recursive: true });
  const write = (kind, document) =>
    writeFileSync(`.loyalty/images/${program.name}.${kind}.json`, `${JSON.stringify(document, null, 2)}\n`);
  write('cdx', billOf(values.context, program, { version, revision, base: bases.NODE_RUN }));
  const about = { version, revision, bases, startedAt, finishedAt: new Date() };
  write('provenance', provenanceOf(values.context, program, about));
};

const main = () => {
  if (values.help) return console.log(help);
  const { docker, builder, reason } = findDocker();
  if (docker === null) return fail(`No image was built: ${reason}.`);
  const bases = chosenBases();
  const { version } = JSON.parse(readFileSync('lerna.json', 'utf8'));
  const revision = revisionOf();
  const tags = values.tag === undefined ? ['local', version] : [values.tag];
  const programs =
    positionals.length === 0 ? programsIn('.') : positionals.map((name) => programOf('.', name));
  const basesUsed = Object.fromEntries(baseVariables.map((key) => [key, bases[key] ?? publicBase(key)]));
  console.log(`${builder.name}; bases ${Object.values(basesUsed).join(', ')}`);
  for (const program of programs) {
    const startedAt = new Date();
    build(program, { docker, builder, bases, version, revision, tags });
    writeBesides(program, { version, revision, bases: basesUsed, startedAt });
  }
};

main();
