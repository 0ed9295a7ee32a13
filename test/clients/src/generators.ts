/** A generator of clients from the served document, as the guide lists it. */
interface Generator {
  readonly generator: string;
  readonly version: string;
  /** What it is called with, besides paths and names of packages; an empty text if nothing is needed. */
  readonly flags: string;
  /** What a user of its client should know. */
  readonly known: string;
}

export const oapiCodegen: Generator = {
  generator: 'oapi-codegen',
  version: '2.8.2',
  flags: '-generate types,client,skip-prune',
  known: 'Without skip-prune it leaves out the bodies of webhooks.',
};

const openapiGenerator = '7.22.0';

export const openapiJava: Generator = {
  generator: 'openapi-generator java',
  version: openapiGenerator,
  flags:
    '--library native --additional-properties=openApiNullable=false,containerDefaultToNull=true,useSingleRequestParameter=true',
  known:
    'Pass each operation its request object: lists of arguments change with each new optional parameter. The model of the problem is read from the body of the ApiException.',
};

export const openapiTypescript: Generator = {
  generator: 'openapi-generator typescript-fetch',
  version: openapiGenerator,
  flags: '--additional-properties=importFileExtension=.js',
  known: 'The extension is for modules of Node. An evaluate is typed with its 202 too, so narrow it.',
};

export const openapiGo: Generator = {
  generator: 'openapi-generator go',
  version: openapiGenerator,
  flags: '--additional-properties=enumClassPrefix=true',
  known: 'Without the flag, constants such as ACTIVE collide and it does not compile.',
};

export const openapiPython: Generator = {
  generator: 'openapi-generator python',
  version: openapiGenerator,
  flags: '',
  known: 'It writes null for members that are absent, which is the same.',
};

export const openapiPythonClient: Generator = {
  generator: 'openapi-python-client',
  version: '0.29.1',
  flags: '--meta none',
  known: 'A problem is returned, not thrown, so judge what comes back by its class.',
};

const generators: readonly Generator[] = [
  oapiCodegen,
  openapiJava,
  openapiTypescript,
  openapiGo,
  openapiPython,
  openapiPythonClient,
];

/** The flags of a generator as arguments. */
export const flagsOf = ({ flags }: Generator): readonly string[] => flags.split(' ').filter(Boolean);

/** The table of generators in Markdown, as `docs/integration.md` has it. */
export const generatorTable = (): string =>
  [
    '| Generator | Version | Flags | Known |',
    '| --- | --- | --- | --- |',
    ...generators.map(
      ({ generator, version, flags, known }) =>
        `| ${generator} | ${version} | ${flags === '' ? 'none' : `\`${flags}\``} | ${known} |`,
    ),
  ].join('\n');
