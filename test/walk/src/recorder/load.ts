import type { LoadHook } from 'node:module';
import ts from 'typescript';

const root = new URL('../../../../', import.meta.url).href;
const ours = /^(packages|services)\/[^/]+\/dist\/(?!.*\bgenerated\/)/;

/** Node calls it for each module. Each function of ours gets a first statement that notes the call. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  const path = url.startsWith(root) ? url.slice(root.length) : '';
  if (!ours.test(path) || !(loaded.source instanceof Uint8Array)) return loaded;
  return { ...loaded, source: withNotes(path, Buffer.from(loaded.source).toString()) };
};

/** No line is added, so stacks in logs remain right. A function is noted as `<path>:<offset>`. */
const withNotes = (path: string, text: string): string => {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
  const inserts: { readonly at: number; readonly text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const body = node.body as ts.Node;
      const note = `calledFunctions.add('${path}:${node.getStart(file).toString()}')`;
      if (ts.isBlock(body)) inserts.push({ at: body.getStart(file) + 1, text: `${note};` });
      else inserts.push({ at: body.getStart(file), text: `(${note},` }, { at: body.end, text: ')' });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  let at = 0;
  const parts = inserts
    .toSorted((one, other) => one.at - other.at)
    .map((insert) => {
      const part = text.slice(at, insert.at) + insert.text;
      at = insert.at;
      return part;
    });
  return [...parts, text.slice(at)].join('');
};
