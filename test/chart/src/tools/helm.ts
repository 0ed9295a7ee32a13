import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Manifest } from '../manifest.ts';
import { root } from '../root.ts';
import { run, type Run } from '../run.ts';
import { goProgram } from './go-tools.ts';

const chart = join(root, 'deploy/helm/loyalty');

/** Helm, at one version. */
export interface Helm {
  readonly path: string;
  lint(...files: readonly string[]): Run;
  /** Renders the chart with these values, one over the other. */
  template(...files: readonly string[]): Run;
  /** Renders the chart for a release of another name. */
  templateAs(release: string, ...files: readonly string[]): Run;
  /** Returns the arguments that render the chart for an upgrade, which looks at the objects of a cluster. */
  templateArgs(server: string, ...files: readonly string[]): string[];
}

/** Finds helm, or builds it (three minutes the first time). */
export const findHelm = (): Helm => {
  const path = goProgram({
    name: 'helm',
    version: '3.19.0',
    module: 'module tools\n\ngo 1.24.0\n\nrequire helm.sh/helm/v3 v3.19.0\n',
    packagePath: 'helm.sh/helm/v3/cmd/helm',
  });
  const flagsOf = (files: readonly string[]) => files.flatMap((file) => ['--values', file]);
  // As the cluster that the objects are then shown to.
  const cluster = ['--kube-version', '1.34.0', '--namespace', 'loyalty'];
  const templateAs: Helm['templateAs'] = (release, ...files) =>
    run(path, ['template', release, chart, ...cluster, ...flagsOf(files)]);
  return {
    path,
    lint: (...files) => run(path, ['lint', '--strict', '--kube-version', '1.34.0', ...flagsOf(files), chart]),
    template: (...files) => templateAs('loyalty', ...files),
    templateAs,
    templateArgs: (server, ...files) =>
      ['template', 'loyalty', chart].concat(
        cluster,
        flagsOf(files.map((file) => join(root, file))),
        '--dry-run=server',
        '--kube-apiserver',
        server,
      ),
  };
};

/** Returns the objects of a file of YAML; throws where it is none. */
export const objectsIn = (text: string): readonly Manifest[] =>
  parseAllDocuments(text).flatMap((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    const object = document.toJS() as Manifest | null;
    return object === null ? [] : [object];
  });
