import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { read } from '../support/sources.ts';

const { packages } = JSON.parse(read('package-lock.json')) as {
  readonly packages: Readonly<Record<string, { readonly version: string }>>;
};
const versionOf = (place: string): string => packages[place]?.version ?? '';
const jose = versionOf('node_modules/jose');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'audit-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

type Event = Readonly<Partial<Record<'introduced' | 'fixed' | 'last_affected' | 'limit', string>>>;

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

/** An invented advisory on a package that is really here, in the form in which osv.dev exports those of npm. */
const advisoryOn = (
  name: string,
  {
    id = 'GHSA-made-up00-0001',
    events = [{ introduced: '0' }],
    versions = [],
    modified = daysAgo(1),
    ...more
  }: {
    readonly id?: string;
    readonly events?: readonly Event[];
    readonly versions?: readonly string[];
    readonly modified?: string;
    readonly withdrawn?: string;
    readonly aliases?: readonly string[];
    readonly ecosystem?: string;
  } = {},
) => {
  const { ecosystem = 'npm', ...record } = more;
  return {
    schema_version: '1.7.3',
    id,
    modified,
    published: daysAgo(30),
    summary: `Invented: ${name} accepts what it must refuse`,
    details: 'No such weakness is known.',
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
    affected: [
      {
        package: { ecosystem, name, purl: `pkg:npm/${name}` },
        ranges: events.length === 0 ? [] : [{ type: 'SEMVER', events }],
        versions,
        database_specific: { source: 'invented' },
      },
    ],
    references: [{ type: 'WEB', url: 'https://advisories.invalid/1' }],
    database_specific: { severity: 'HIGH', github_reviewed: true },
    ...record,
  };
};

/** So that nothing is judged by an empty source. */
const ofNobody = advisoryOn('a-package-that-is-not-here', { id: 'GHSA-made-up00-9999' });

const written = (...advisories: readonly object[]): string => {
  const path = join(folder, 'advisories');
  mkdirSync(join(path, 'deeper'), { recursive: true });
  advisories.forEach((advisory, index) => {
    writeFileSync(
      join(path, index % 2 === 0 ? '.' : 'deeper', `${index.toString()}.json`),
      JSON.stringify(advisory),
    );
  });
  return path;
};

const exceptionsOf = (...exceptions: readonly object[]): readonly string[] => {
  const path = join(folder, 'exceptions.json');
  writeFileSync(path, JSON.stringify({ exceptions }));
  return ['--exceptions', path];
};

const audit = (path: string, ...words: readonly string[]) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['deploy/audit/audit.mjs', '--advisories', path, ...words],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
};

test('an advisory on what is here is printed with its severity, its mend, who needs the package, and where it runs', () => {
  const { status, stdout } = audit(
    written(ofNobody, advisoryOn('jose', { events: [{ introduced: '6.0.0' }, { fixed: '99.0.0' }] })),
    ...exceptionsOf(),
  );
  expect([status, stdout.split('\n')]).toEqual([
    1,
    [
      `GHSA-made-up00-0001  high  jose ${jose}, mended in 99.0.0`,
      '  Invented: jose accepts what it must refuse',
      '  package.json > jose',
      '  in the image of console, ingress, loyaltyctl',
      '',
      expect.stringMatching(
        /^\d{3,} packages judged by 2 advisories, the newest of \d{4}-\d\d-\d\d: 1 open\.$/,
      ),
      '',
    ],
  ]);
});

test('a package that only builds is judged too, with the way to it', () => {
  const { status, stdout } = audit(written(advisoryOn('change-case')), ...exceptionsOf());
  expect(status).toBe(1);
  expect(stdout).toContain('packages/contracts > openapi-typescript > change-case\n  in no image\n');
  expect(stdout).toContain('no version mends it');
});

const ranges: readonly (readonly [what: string, isAffected: boolean, events: readonly Event[]])[] = [
  ['from the first version on', true, [{ introduced: '0' }]],
  ['up to a later mend', true, [{ introduced: '0' }, { fixed: '99.0.0' }]],
  ['mended by this version', false, [{ introduced: '0' }, { fixed: jose }]],
  ['from this version on', true, [{ introduced: jose }]],
  ['from a later one on', false, [{ introduced: '99.0.0' }]],
  ['last in this version', true, [{ introduced: '0' }, { last_affected: jose }]],
  ['last in an earlier one', false, [{ introduced: '0' }, { last_affected: '1.0.0' }]],
  [
    'again after a mend, out of order',
    true,
    [{ introduced: '6.0.0' }, { fixed: '2.0.0' }, { introduced: '0' }],
  ],
  ['between two mends', false, [{ introduced: '0' }, { fixed: '2.0.0' }, { introduced: '99.0.0' }]],
  ['below a limit that it has passed', false, [{ introduced: '0' }, { limit: '2.0.0' }]],
  ['below a limit of all', true, [{ introduced: '0' }, { limit: '*' }]],
  ['with a mend that is no version', true, [{ introduced: '0' }, { fixed: 'soon' }]],
  ['before a pre-release of the next one', true, [{ introduced: '0' }, { fixed: '99.0.0-alpha.1' }]],
];

test('a range is evaluated as OSV prescribes', () => {
  const idOf = (at: number): string => `GHSA-range00-${at.toString().padStart(4, '0')}`;
  const { stdout } = audit(
    written(...ranges.map(([, , events], at) => advisoryOn('jose', { id: idOf(at), events }))),
    ...exceptionsOf(),
  );
  const found = new Set(stdout.match(/^GHSA-range00-\d+/gm));
  expect(ranges.map(([what], at) => [what, found.has(idOf(at))])).toEqual(
    ranges.map(([what, isAffected]) => [what, isAffected]),
  );
});

test('a version that is named is affected; a withdrawn advisory and one of another ecosystem are not looked at', () => {
  const named = advisoryOn('jose', { id: 'MAL-2026-1', events: [], versions: [jose] });
  const other = advisoryOn('jose', { id: 'GHSA-made-up00-0002', ecosystem: 'PyPI' });
  const withdrawn = advisoryOn('jose', { id: 'GHSA-made-up00-0003', withdrawn: daysAgo(1) });
  const { status, stdout } = audit(written(named, other, withdrawn), ...exceptionsOf());
  expect([status, stdout.match(/^(GHSA|MAL)-\S+ {2}\S+/gm)]).toEqual([1, ['MAL-2026-1  malicious']]);
});

test('an exception with a reason and an end is printed and passes; by an alias too, until its last day', () => {
  const source = written(advisoryOn('jose', { aliases: ['CVE-2026-0001'] }));
  const exception = {
    id: 'CVE-2026-0001',
    package: 'jose',
    reason: 'Our tokens are RS256.',
    until: daysAgo(0).slice(0, 10),
  };
  const passed = audit(source, ...exceptionsOf(exception));
  expect(passed.stdout).toContain(`Excepted until ${exception.until}: GHSA-made-up00-0001`);
  expect(passed.stdout).toContain('because Our tokens are RS256.');
  expect([passed.status, passed.stderr]).toEqual([0, '']);
  const over = audit(source, ...exceptionsOf({ ...exception, until: daysAgo(1).slice(0, 10) }));
  expect([over.status, over.stdout]).toEqual([
    1,
    expect.stringContaining('The exception CVE-2026-0001 ended on'),
  ]);
  expect(audit(source, ...exceptionsOf({ ...exception, package: 'pg' })).status).toBe(1);
  const unneeded = audit(written(ofNobody), ...exceptionsOf(exception));
  expect([unneeded.status, unneeded.stdout]).toEqual([
    0,
    expect.stringContaining('The exception CVE-2026-0001 is not needed any more.'),
  ]);
});

test.each<[what: string, exception: object, said: string]>([
  ['reason', { id: 'GHSA-1', reason: ' ', until: '2026-12-31' }, 'has no reason'],
  ['end', { id: 'GHSA-1', reason: 'x', until: 'later' }, 'has no end'],
  ['bound', { id: 'GHSA-1', reason: 'x', until: '2999-12-31' }, 'ends more than a year from now'],
])('an exception without a %s is refused', (_, exception, said) => {
  const { status, stderr } = audit(written(ofNobody), ...exceptionsOf(exception));
  expect([status, stderr]).toEqual([2, expect.stringContaining(said)]);
});

test.each<[what: string, source: () => string, said: string]>([
  ['an empty folder', () => written(), 'has no advisory on a package of npm'],
  ['a folder that is not there', () => join(folder, 'nowhere'), 'Could not be judged: ENOENT'],
  ['old advisories', () => written(advisoryOn('x', { modified: daysAgo(8) })), 'more than 7 days ago'],
  ['a file that is none', () => written({ name: 'jose' }), "is no advisory in OSV's format"],
])('▲ %s: exit code 2, so silence never passes for health', (_, source, said) => {
  const { status, stderr } = audit(source(), ...exceptionsOf());
  expect([status, stderr]).toEqual([2, expect.stringContaining(said)]);
});

test('the export of npm is read as it comes, a ZIP', () => {
  const path = join(folder, 'all.zip');
  writeFileSync(
    path,
    zipOf({ 'GHSA-1.json': JSON.stringify(ofNobody), 'GHSA-2.json': JSON.stringify(advisoryOn('jose')) }),
  );
  const { status, stdout } = audit(path, ...exceptionsOf());
  expect([status, stdout]).toEqual([1, expect.stringContaining('judged by 2 advisories')]);
});

test('what is excepted now is in its file in good form, and a release begins with the audit', () => {
  expect(audit(written(ofNobody)).stderr).toBe('');
  const { scripts } = JSON.parse(read('package.json')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  expect(scripts['release']).toMatch(/^npm run audit && /);
  // Advisories cannot be had everywhere: the note of a release says so, and nothing of it is published (D142).
  expect(audit('none')).toMatchObject({ status: 0, stdout: 'Nothing was judged: ADVISORIES is «none».\n' });
});

/** Stored, not deflated: a local header, then the directory. */
const zipOf = (files: Readonly<Record<string, string>>): Buffer => {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [title, bytes] = [Buffer.from(name), Buffer.from(text)];
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt32LE(crc32(bytes), 10);
    shared.writeUInt32LE(bytes.length, 14);
    shared.writeUInt32LE(bytes.length, 18);
    shared.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, title, bytes]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), shared, place, title]));
    bodies.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  end.writeUInt16LE(directory.length, 4);
  end.writeUInt16LE(directory.length, 6);
  end.writeUInt32LE(Buffer.concat(directory).length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...bodies, ...directory, Buffer.from('PK\x05\x06'), end]);
};
