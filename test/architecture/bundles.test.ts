import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin, SourceMap, type SourceMapPayload } from 'node:module';
import { join, relative } from 'node:path';

const root = join(__dirname, '../..');
const services = readdirSync(join(root, 'services')).map((name) => `services/${name}`);
const folderOf = (workspace: string) => join(root, workspace, 'dist/bundle');
const filesOf = (workspace: string) =>
  readdirSync(folderOf(workspace)).filter((file) => file.endsWith('.mjs'));

const textOf = (workspace: string, file: string) => readFileSync(join(folderOf(workspace), file), 'utf8');
const mapOf = (workspace: string, file: string) => {
  const path = join(folderOf(workspace), `${file}.map`);
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload) : undefined;
};

/** The sources that its maps name, once for each file of the bundle that has them. */
const sourcesOf = (workspace: string): readonly string[] =>
  filesOf(workspace)
    .flatMap((file) => mapOf(workspace, file)?.sources ?? [])
    .map((source) => relative(root, join(folderOf(workspace), source)))
    .filter((source) => !source.endsWith('.json'))
    .sort();

/** The call in each main file. */
const started = /await run(Service|Loyaltyctl)\(/;

describe.each([...services, 'tools/cli'])('the bundle of %s', (workspace) => {
  test('holds each module of ours once, as TypeScript that is here', () => {
    const sources = sourcesOf(workspace);
    expect(sources).toContain(`${workspace}/src/main.ts`);
    expect(sources).toEqual([...new Set(sources)]);
    expect(sources.filter((source) => !existsSync(join(root, source)))).toEqual([]);
    expect(
      sources.filter((source) => !/^(packages|services|tools)\/[^/]+\/src\/.*\.ts$/.test(source)),
    ).toEqual([]);
  });

  test('names the line of TypeScript of what it runs', () => {
    const lines = textOf(workspace, 'main.mjs').split('\n');
    const line = lines.findIndex((text) => started.test(text));
    const column = (lines[line] ?? '').search(started);
    const payload = mapOf(workspace, 'main.mjs');
    const entry = new SourceMap(payload ?? ({} as SourceMapPayload)).findEntry(line, column);
    expect(entry).toMatchObject({
      originalSource: expect.stringContaining(`src/main.ts`) as string,
      originalLine: readFileSync(join(root, workspace, 'src/main.ts'), 'utf8')
        .split('\n')
        .findIndex((text) => started.test(text)),
    });
  });

  test('leaves only libraries outside whose internals are required', () => {
    const imported = filesOf(workspace).flatMap((file) =>
      [...textOf(workspace, file).matchAll(/^(?:import|export) [^;]*?from "([^".][^"]*)";/gm)].map(
        (match) => match[1] ?? '',
      ),
    );
    const packages = new Set(imported.filter((from) => !isBuiltin(from)).map((from) => from.split('/')[0]));
    expect([...packages].filter((library) => !['kafkajs', 'pg', 'knex'].includes(library ?? ''))).toEqual([]);
  });
});
