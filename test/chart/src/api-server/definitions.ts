import { printLine } from '@loyalty/stack';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from '../manifest.ts';
import { root } from '../root.ts';
import { goModuleFolder, ToolMissing } from '../tools/go-tools.ts';
import { objectsIn } from '../tools/helm.ts';

/** The place of an operator's definitions: a module, a folder in it, and the files that are needed. */
interface Source {
  readonly module: string;
  readonly version: string;
  readonly folder: string;
  readonly files: RegExp;
}

const sources: readonly Source[] = [
  {
    module: 'github.com/kedacore/keda/v2',
    version: 'v2.21.0',
    folder: 'config/crd/bases',
    files: /^keda\.sh_(scaledobjects|triggerauthentications)\.yaml$/,
  },
  {
    module: 'github.com/prometheus-operator/prometheus-operator',
    version: 'v0.85.0',
    folder: 'example/prometheus-operator-crd',
    files: /_(podmonitors|servicemonitors|prometheusrules)\.yaml$/,
  },
  {
    module: 'sigs.k8s.io/gateway-api',
    version: 'v1.6.3',
    folder: 'config/crd/standard',
    files: /_(gateways|gatewayclasses|httproutes|backendtlspolicies)\.yaml$/,
  },
  {
    module: 'github.com/external-secrets/external-secrets',
    version: 'v1.3.2',
    folder: 'config/crds/bases',
    files: /_(externalsecrets|secretstores)\.yaml$/,
  },
];

/** Files of operators whose definitions no registry of packages has: Strimzi, CloudNativePG, Argo CD. */
const given = join(root, '.loyalty/tools/definitions');

/** Returns the definitions of the objects of other operators, from their releases. Nothing of them is kept in this repository. */
export const definitions = (): readonly Manifest[] =>
  [...sources.flatMap(ofModule), ...(existsSync(given) ? inFolder(given, /\.yaml$/) : [])].filter(
    ({ kind }) => kind === 'CustomResourceDefinition',
  );

const ofModule = ({ module, version, folder, files }: Source): readonly Manifest[] => {
  try {
    return inFolder(join(goModuleFolder(module, version), folder), files);
  } catch (failure) {
    if (!(failure instanceof ToolMissing)) throw failure;
    printLine(`Objects of ${module} are not judged: ${failure.message}`);
    return [];
  }
};

const inFolder = (folder: string, files: RegExp): readonly Manifest[] =>
  readdirSync(folder)
    .filter((name) => files.test(name))
    .flatMap((name) => objectsIn(readFileSync(join(folder, name), 'utf8')));
