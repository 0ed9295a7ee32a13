import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { loadModule, parseSync } from 'libpg-query';
import { parse } from 'yaml';
import { tableCatalogue } from '@loyalty/storage/table-catalogue';
import { isInstalled, isRequired } from '@loyalty/testkit/runs';
import { startTestServer } from '@loyalty/testkit/servers';
import { readConfig, type Variables } from '../../tools/cli/src/config.ts';
import { captureRun } from '../../tools/cli/src/testing/captured-run.ts';
import { read } from '../support/sources.ts';

/** The words of one command, without quotes, and where it stands. */
interface Line {
  readonly page: string;
  readonly words: readonly string[];
}

const pages = readdirSync('docs/runbooks').map((name) => `docs/runbooks/${name}`);

/** Words, and the marks between commands. Quotes may hold anything, ends of lines too. */
const tokensIn = (text: string): readonly string[] =>
  text.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\\n|[^\s"'|;&#<>]|\\.)+|#[^\n]*|&&|[|;&<>]|\n/g) ?? [];

const unquoted = (token: string): string => token.replaceAll(/"((?:\\.|[^"\\])*)"|'([^']*)'/g, '$1$2');

const commandsIn = (page: string, text: string): readonly Line[] => {
  const commands: string[][] = [[]];
  for (const token of tokensIn(text)) {
    if (token.startsWith('#')) continue;
    if (/^(&&|[|;&\n])$/.test(token)) commands.push([]);
    else commands.at(-1)?.push(unquoted(token));
  }
  return commands.filter((words) => words.length > 0).map((words) => ({ page, words }));
};

/** Returns the commands of a page: its blocks of a shell, and code spans that begin with a program. */
const linesOf = (page: string): readonly Line[] => {
  const text = read(page);
  const blocks = [...text.matchAll(/^ *```sh\n([^]*?)^ *```/gm)].map(([, block = '']) => block);
  const spans = [
    ...text
      .replaceAll(/^ *```[^]*?^ *```/gm, '')
      .matchAll(/`((?:kubectl|psql|curl|helm|loyaltyctl) [^`]+)`/g),
  ];
  return blocks.concat(spans.map(([, span = '']) => span)).flatMap((each) => commandsIn(page, each));
};

const all = pages.flatMap(linesOf);
const of = (program: string): readonly Line[] => all.filter(({ words }) => words[0] === program);
const shown = ({ page, words }: Line): string => `${page}: ${words.join(' ')}`;

interface ServiceFacts {
  readonly service: string;
  readonly settings: readonly { readonly variable: string }[];
  readonly operatorSettings?: readonly { readonly variable: string }[];
}

const services = JSON.parse(read('deploy/helm/loyalty/files/services.json')) as readonly ServiceFacts[];
const values = parse(read('deploy/helm/loyalty/values.yaml')) as {
  readonly services: Readonly<Record<string, unknown>>;
  readonly admin: { readonly commands: Readonly<Record<string, readonly string[]>> };
};

test('every program of a page is judged here, or belongs to somebody else', () => {
  const judged = ['kubectl', 'psql', 'curl', 'helm', 'loyaltyctl'];
  const ofOthers =
    'argocd chronyc date grep head jq openssl redis-cli sleep sort tail uniq sed awk docker for while do done loyaltyctl() }'.split(
      ' ',
    );
  const programs = new Set(all.map(({ words: [program = ''] }) => program));
  expect(
    [...programs].filter(
      (program) => !judged.concat(ofOthers).includes(program) && !program.startsWith('kafka-'),
    ),
  ).toEqual([]);
  for (const program of judged) expect(of(program).length).toBeGreaterThan(1);
});

describe('kubectl (D155)', () => {
  const workloads = Object.keys(values.services).concat(
    'admin',
    'check',
    'deploy',
    'erasures',
    'probe',
    'run',
  );
  const templates = Object.keys(values.admin.commands).map((name) => `loyalty-run-${name}`);
  const named: Readonly<Record<string, readonly string[]>> = {
    deployment: Object.keys(values.services).map((name) => `loyalty-${name}`),
    cronjob: templates.concat('loyalty-check', 'loyalty-erasures', 'loyalty-probe'),
    pod: ['loyalty-admin-0'],
  };

  const labelIn = (word: string): string | undefined => /^app\.kubernetes\.io\/name=(.+)$/.exec(word)?.[1];

  /** Returns the words of a line that name nothing of the chart. Objects of others are theirs. */
  const strangersIn = ({ words }: Line): readonly string[] =>
    words.filter((word, at) => {
      const [, kind = '', name = ''] = /^(?:--from=)?(deployment|cronjob)s?\/(.+)$/.exec(word) ?? [];
      if (kind !== '') return named[kind]?.includes(name) !== true;
      if (words[at - 1] === 'cronjob') return named['cronjob']?.includes(word) !== true;
      if (word.startsWith('loyalty-admin')) return named['pod']?.includes(word) !== true;
      return !workloads.concat('redis').includes(labelIn(word) ?? 'redis');
    });

  test('each line names what the chart makes', () => {
    expect(
      of('kubectl')
        .filter((line) => strangersIn(line).length > 0)
        .map(shown),
    ).toEqual([]);
    const planted = 'kubectl logs -l app.kubernetes.io/name=earn-engine'.split(' ');
    expect(strangersIn({ page: '', words: planted })).toHaveLength(1);
    expect(
      strangersIn({ page: '', words: ['kubectl', 'create', 'job', '--from=cronjob/loyalty-run-x'] }),
    ).toHaveLength(1);
  });

  /** Nobody listens there: what kubectl can parse ends with a refused connection. */
  const refusalOf = (line: Line): Promise<string | null> =>
    new Promise((resolve) => {
      const words = line.words.slice(1).filter((word) => !/^[<>]/.test(word));
      const args = ['--server=http://127.0.0.1:1', '--request-timeout=2s', ...words];
      const child = execFile('kubectl', args, { timeout: 60_000 }, (failure, stdout, stderr) => {
        const isParsed =
          failure === null || /connection refused|was refused|no objects passed/.test(stdout + stderr);
        // A file that the page makes.
        const isFile = /error reading .*no such file/.test(stderr);
        resolve(isParsed || isFile ? null : `${shown(line)}: ${stderr.split('\n')[0] ?? ''}`);
      });
      child.stdin?.end();
    });

  const isThere = isInstalled('kubectl');
  if (!isThere && isRequired('kubectl')) throw new Error('kubectl is missing');
  // Prose that names a verb has no object; a forwarded port stays open.
  const whole = of('kubectl').filter(({ words }) => words.length > 3 && !words.includes('port-forward'));

  test('kubectl itself takes each line, where it is installed', async () => {
    expect(whole.length).toBeGreaterThan(25);
    const refusals = isThere ? await Promise.all(whole.map(refusalOf)) : [];
    expect(refusals.filter((refusal) => refusal !== null)).toEqual([]);
    const planted = { page: '', words: 'kubectl logs -l a=b --sinze=1h'.split(' ') };
    expect(isThere ? await refusalOf(planted) : 'unknown flag').toContain('unknown flag');
  });
});

describe('helm', () => {
  const schema = JSON.parse(read('deploy/helm/loyalty/values.schema.json')) as Schema;
  interface Schema {
    readonly properties?: Readonly<Record<string, Schema>>;
  }
  const isValue = (path: string): boolean =>
    path.split('.').reduce<Schema | undefined>((place, name) => place?.properties?.[name], schema) !==
    undefined;

  test('each line upgrades the release by a value that exists', () => {
    const wrong = of('helm').filter(({ words }) => {
      if (words.slice(1).join(' ') === 'rollback loyalty') return false;
      const set = words.flatMap((word, at) => (words[at - 1] === '--set' ? [word.split('=')[0] ?? ''] : []));
      return (
        words.slice(1, 6).join(' ') !== 'upgrade loyalty deploy/helm/loyalty --namespace loyalty' ||
        !set.every(isValue)
      );
    });
    expect(wrong.map(shown)).toEqual([]);
    expect(isValue('stoped')).toBe(false);
  });
});

describe('psql', () => {
  beforeAll(loadModule);

  const statementsOf = ({ words }: Line): readonly string[] =>
    words.filter((_, at) => words[at - 1] === '-c' || words[at - 1]?.endsWith(' -c') === true);

  /** Nodes of a statement that name something. */
  interface Parsed {
    readonly RangeVar?: { readonly relname: string };
    readonly ColumnRef?: { readonly fields: readonly { readonly String?: { readonly sval?: string } }[] };
    readonly ResTarget?: { readonly name?: string };
    readonly RangeSubselect?: { readonly alias?: { readonly aliasname: string } };
  }

  /** Tables, and the columns that a statement names. */
  const namesIn = (
    statement: string,
  ): { readonly tables: Set<string>; readonly columns: Set<string>; readonly own: Set<string> } => {
    const [tables, columns, own] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const visit = (node: unknown): void => {
      if (Array.isArray(node)) node.forEach(visit);
      else if (typeof node === 'object' && node !== null) {
        note(node);
        Object.values(node).forEach(visit);
      }
    };
    const note = ({ RangeVar, ColumnRef, ResTarget, RangeSubselect }: Parsed): void => {
      if (RangeVar !== undefined) tables.add(RangeVar.relname);
      const column = ColumnRef?.fields.at(-1)?.String?.sval;
      if (column !== undefined) columns.add(column);
      if (ResTarget?.name !== undefined) own.add(ResTarget.name);
      if (RangeSubselect?.alias !== undefined) own.add(RangeSubselect.alias.aliasname);
    };
    visit(parseSync(statement).stmts);
    return { tables, columns, own };
  };

  const isOfPostgres = (table: string): boolean => table.startsWith('pg_');
  const readable = (table: string): readonly string[] => (tableCatalogue[table]?.read ?? '').split(/\s+/);

  /** Why a reader cannot have it; null for what `loyalty_read` may look at. */
  const refusalOf = (statement: string): string | null => {
    if (statement.startsWith('\\')) return null;
    const { tables, columns, own } = namesIn(statement);
    const ours = [...tables].filter((table) => !isOfPostgres(table));
    const unknown = ours.filter((table) => tableCatalogue[table] === undefined);
    if (unknown.length > 0) return `no table ${unknown.join()}`;
    if (ours.length < tables.size || ours.length === 0) return null;
    const known = ours.flatMap(readable).concat([...own], ours);
    const strange = [...columns].filter((column) => !known.includes(column));
    return strange.length === 0 ? null : `no readable column ${strange.join()}`;
  };

  const statements = of('psql').flatMap((line) =>
    statementsOf(line).map((statement) => [shown(line), statement] as const),
  );

  test('each line has a statement', () => {
    expect(statements.length).toBeGreaterThan(20);
    expect(
      of('psql')
        .filter((line) => line.words.length > 1 && statementsOf(line).length === 0)
        .map(shown),
    ).toEqual([]);
  });

  // What changes rows is an act of the owner: it is parsed, and its tables exist.
  test.each(statements)('Postgres takes, and a reader may ask, what stands in %s', (_, statement) => {
    const isLook = /^\s*(SELECT|SHOW)/i.test(statement);
    const refusal = refusalOf(statement);
    expect(
      isLook || refusal === null || refusal.startsWith('no readable column')
        ? isLook
          ? refusal
          : null
        : refusal,
    ).toBeNull();
  });

  test('a statement that names what is not there is found', () => {
    expect(refusalOf('SELECT count(*) FROM job')).toBe('no table job');
    expect(refusalOf('SELECT nmae FROM jobs')).toBe('no readable column nmae');
    expect(refusalOf('SELECT hash FROM api_keys')).toBe('no readable column hash');
    expect(() => refusalOf('SELEC 1')).toThrow('syntax error');
  });
});

describe('curl', () => {
  const adminPages = /pages: \[([^\]]+)\]/.exec(read('packages/http/src/admin/admin-server.ts'))?.[1] ?? '';

  test('each line asks a page of the admin port, or the registry', () => {
    const wrong = of('curl').filter(({ words }) => {
      const addresses = words.filter((word) => /^(https?:|\$)/.test(word));
      const isKnown = (address: string): boolean =>
        /^\$SCHEMA_REGISTRY_URL\/(subjects|schemas)\b/.test(address) ||
        adminPages.includes(`'${/^http:\/\/[^/]+:9090(\/.*)$/.exec(address)?.[1] ?? 'none'}'`);
      return addresses.length !== 1 || !addresses.every(isKnown);
    });
    expect(wrong.map(shown)).toEqual([]);
  });
});

describe('who floods (D152)', () => {
  const caller = { environmentId: 1, tenantId: 'loud', mode: 'live', limited: 0, failed: 1, tookMs: 5 };
  const quiet = { ...caller, environmentId: 2, tenantId: 'quiet', requests: 3 };
  const [ask, sum] = ['loyalty-ingress-checkout-admin', 'group_by'].map(
    (mark) => all.find(({ words }) => words.some((word) => word.includes(mark)))?.words,
  );

  test('the query asks every process of ingress for its callers, and adds them up', async () => {
    const server = await startTestServer((request, response) => {
      const callers = [quiet, { ...caller, requests: 7 }];
      response.end(JSON.stringify(request.url === '/callers' ? { callers } : {}));
    });
    const script = ask?.[ask.indexOf('--eval') + 1] ?? '';
    const pages = await outputOf(process.execPath, [
      '--eval',
      // Two processes behind one name.
      script
        .replace('"loyalty-ingress-checkout-admin", { all: true }', '"127.0.0.1", { all: true }')
        .replace('(all) =>', '([one]) => [one, one]).then((all) =>')
        .replace(':9090', `:${new URL(server.origin).port}`),
    ]);
    await server.close();
    expect(JSON.parse(pages)).toHaveLength(2);
    if (!isInstalled('jq')) return;
    const top = await outputOf('jq', ['-c', sum?.[1] ?? ''], pages);
    const both = { mode: 'live', limited: 0, failed: 2, tookMs: 10 };
    expect(JSON.parse(top)).toEqual([
      { tenantId: 'loud', requests: 14, ...both },
      { tenantId: 'quiet', requests: 6, ...both },
    ]);
  });

  const outputOf = async (program: string, args: readonly string[], input = ''): Promise<string> => {
    const run = promisify(execFile)(program, args);
    run.child.stdin?.end(input);
    return (await run).stdout;
  };
});

describe('loyaltyctl in the admin pod (D155)', () => {
  const { settings = [], operatorSettings = [] } =
    services.find(({ service }) => service === 'loyaltyctl') ?? {};
  const variables = new Set(settings.concat(operatorSettings).map(({ variable }) => variable));

  /** The pod's settings, with addresses at which nobody listens. */
  const given: Variables = {
    KAFKA_BROKERS: '127.0.0.1:1',
    KAFKA_SECURITY_PROTOCOL: 'SASL_SSL',
    KAFKA_SASL_USERNAME: 'loyaltyctl',
    KAFKA_SASL_PASSWORD_FILE: 'package.json',
    SCHEMA_REGISTRY_URL: 'http://127.0.0.1:1/apis/ccompat/v7',
    DATABASE_URL: 'postgres://loyalty_migrate@127.0.0.1:1/loyalty',
    DATABASE_PASSWORD_FILE: 'package.json',
    REDIS_URL: 'redis://127.0.0.1:1/0',
    SECRET_KEYS_FILE: 'package.json',
  };

  test('the pod is given what is tried here, and nothing that its command does not read', () => {
    expect(Object.keys(given).filter((variable) => !variables.has(variable))).toEqual([]);
    const reads = read('tools/cli/src/config.ts');
    const ownReads = Object.keys(readConfig({})).length;
    expect(ownReads).toBeGreaterThan(5);
    expect(
      operatorSettings
        .map(({ variable }) => variable)
        .filter((name) => name.startsWith('SECRET'))
        .every((name) => reads.includes(`'${name}'`)),
    ).toBe(true);
  });

  // They end only at a signal.
  const commands = of('loyaltyctl')
    .map((line) => ({ page: line.page, words: line.words.slice(1) }))
    .filter(
      ({ words: [first = '', second = ''] }) =>
        !['listen', 'serve'].includes(second) && first !== '' && !first.startsWith('-'),
    );
  const ends = commands.filter(({ words }) => !words.some((word) => /^[<>]/.test(word)));
  const distinct = [...new Map(ends.map((line) => [line.words.join(' '), line])).values()];

  const isName = ({ words }: Line): boolean => words.length === 1 || !/[\d$]|--|\.|\//.test(words.join(' '));

  /** Null: it went as far as a server. A name of a command in prose lacks its arguments. */
  const missingFor = async (line: Line, variablesGiven: Variables): Promise<string | null> => {
    const { exitCode, err } = await captureRun(line.words, { variables: variablesGiven, folder: '/tmp' });
    if (exitCode === 2 && isName(line)) return null;
    return exitCode === 2 || err.includes(' is not set and ') ? (err.split('\n')[0] ?? '') : null;
  };

  test('▲ each command has every setting that it reads', async () => {
    expect(distinct.length).toBeGreaterThan(40);
    const missing = await Promise.all(
      distinct.map(async (line) => [shown(line), await missingFor(line, given)] as const),
    );
    expect(missing.filter(([, refusal]) => refusal !== null)).toEqual([]);
  });

  test('a setting that the pod lacks is found', async () => {
    const lacking = Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'DATABASE_URL'));
    expect(await missingFor({ page: '', words: ['positions', 'list'] }, lacking)).not.toBeNull();
  });

  test.each(Object.entries(values.admin.commands))(
    'the template %s is a command that asks for nothing',
    async (_, words) => {
      const { exitCode, err } = await captureRun(words, { variables: given, folder: '/tmp' });
      expect([exitCode, err.includes('Usage')]).toEqual([1, false]);
    },
  );

  test('a command of a page without arguments has its template, or is a job of its own', () => {
    const templates = Object.values(values.admin.commands).map((words) => words.join(' '));
    const lacking = distinct
      .map(({ words }) => words.join(' '))
      .filter((line) =>
        /^(positions list( --parked)?|outbox rejected|processes|jobs|dead-letters list|history list|expire-points|secrets reseal|migrate --contract|deploy --check)$/.test(
          line,
        ),
      )
      .filter((line) => !templates.includes(line));
    expect(lacking).toEqual([]);
  });
});
