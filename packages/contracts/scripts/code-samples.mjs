// A call for each example of each operation of a tenant, as curl and as TypeScript: `x-codeSamples`, which viewers show beside it.
import ts from 'typescript';

/** Ingress writes its own address instead. */
const baseUrl = 'https://api.example.com/v1';
/** The document with samples; what is given stays as it is. `sources` are those of `@loyalty/client/snippets`. */
export const withCodeSamples = async (document, sources) => {
  const snippetOf = await snippetOfClient(sources);
  const { tenantId } = examplesIn(document, 'path');
  const samplesOf = (path, object) => {
    const calls = callsOf(document, path, object);
    const written = (language) =>
      calls.map(({ args, summary }) => ({
        summary,
        text: snippetOf(object.operationId, args, language, { baseUrl, tenantId }),
      }));
    const ids = idsIn(calls.map(({ args }) => ({ tenantId, ...args })));
    const script = withNotes('#', ids, oneScript(written('curl')));
    const program = withNotes('//', ids, oneProgram(written('typescript')));
    return [
      { lang: 'Shell', label: 'curl', source: script },
      { lang: 'TypeScript', label: 'TypeScript', source: program },
    ];
  };
  const sampled = (path, object) =>
    path.startsWith('/tenants/') && object.operationId !== undefined
      ? { ...object, 'x-codeSamples': samplesOf(path, object) }
      : object;
  return {
    ...document,
    paths: mapped(document.paths, (item, path) => mapped(item, (value) => sampled(path, value))),
  };
};

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The ids of the examples, which nobody has, each with the name of the field in which it is first. */
const idsIn = (value, name = '') => {
  if (typeof value === 'string') return new Map(uuid.test(value) ? [[value, name]] : []);
  if (typeof value !== 'object' || value === null) return new Map();
  const entries = Array.isArray(value) ? value.map((item) => [name, item]) : Object.entries(value);
  // A comparison names its field beside the value.
  const nameOf = (key) => (key === 'value' && typeof value.field === 'string' ? value.field : key);
  const found = entries.flatMap(([key, item]) => [...idsIn(item, nameOf(key))]);
  return new Map(found.filter(([id], at) => found.findIndex(([other]) => other === id) === at));
};

/** The sample, below a comment for each id that its reader must replace. */
const withNotes = (mark, ids, text) =>
  [...[...ids].map(([id, name]) => `${mark} Replace ${id} with your own ${name}.`), text].join('\n');

/** Examples stand one below the other: a viewer shows a tab for each sample, and a campaign has twelve examples. */
const oneScript = (calls) =>
  calls.length === 1 ? calls[0].text : calls.map(({ text, summary }) => `# ${summary}\n${text}`).join('\n\n');

const oneProgram = (calls) => {
  const [{ text }] = calls;
  if (calls.length === 1) return text;
  const call = 'const result = await';
  const bodies = calls.map(
    (one) => `// ${one.summary}\nawait${one.text.slice(one.text.indexOf(call) + call.length)}`,
  );
  return `${text.slice(0, text.indexOf(call))}\n${bodies.join('\n')}`;
};

const mapped = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]));

/** Compiled here, because the documents are made before the code; it imports the table of operations alone. */
const snippetOfClient = async ({ snippets, operations, lines }) => {
  const table = operations.replace('./generated/operations.ts', moduleOf(lines));
  const { snippetOf } = await import(moduleOf(snippets.replace('./operations.ts', moduleOf(table))));
  return snippetOf;
};

const moduleOf = (source) => {
  const code = ts.transpile(source, { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 });
  return `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`;
};

/** The arguments of the client's method, one for each example of a body. */
const callsOf = (document, path, { operationId, parameters = [], requestBody }) => {
  const inPath = examplesIn(document, 'path');
  const names = [...path.matchAll(/\{(\w+)\}/g)]
    .map(([, name]) => name)
    .filter((name) => name !== 'tenantId');
  const query = parameters
    .map(({ $ref }) => document.components.parameters[$ref.split('/').at(-1)])
    .filter((parameter) => parameter.in === 'query' && isGiven(operationId, parameter));
  const args = Object.fromEntries([
    ...names.map((name) => [name, inPath[name]]),
    ...query.map(({ name, example }) => [name, example]),
  ]);
  const content = requestBody?.content['application/json'];
  if (content === undefined) return [{ args }];
  const examples = Object.values(content.examples ?? { only: { value: content.example } });
  return examples.map(({ value, summary }) => ({
    args: { ...args, body: value },
    ...(examples.length === 1 ? {} : { summary }),
  }));
};

/** One of two is required there. */
const isGiven = (operationId, { name, required }) =>
  required === true || (operationId === 'findTransaction' && name === 'transactionRef');

const examplesIn = ({ components }, place) =>
  Object.fromEntries(
    Object.values(components.parameters)
      .filter((parameter) => parameter.in === place)
      .map(({ name, example }) => [name, example]),
  );
