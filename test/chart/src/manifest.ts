/** Parts of objects of Kubernetes that the policies look at. */

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: Metadata;
  readonly spec?: unknown;
}

export interface Metadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: Labels;
  readonly annotations?: Labels;
}

export type Labels = Readonly<Record<string, string>>;

export interface EnvironmentVariable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: unknown;
}

export interface Probe {
  readonly httpGet?: { readonly path: string; readonly port: string | number; readonly scheme?: string };
}

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly EnvironmentVariable[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly lifecycle?: { readonly preStop?: { readonly sleep?: { readonly seconds: number } } };
  readonly startupProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly resources?: { readonly requests?: Labels; readonly limits?: Labels };
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

export interface PodSpec {
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  readonly enableServiceLinks?: boolean;
  readonly terminationGracePeriodSeconds?: number;
  readonly securityContext?: Readonly<Record<string, unknown>>;
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly topologySpreadConstraints?: readonly {
    readonly topologyKey: string;
    readonly matchLabelKeys?: readonly string[];
    readonly nodeTaintsPolicy?: string;
  }[];
  readonly volumes?: readonly {
    readonly name: string;
    readonly emptyDir?: { readonly medium?: string; readonly sizeLimit?: string };
  }[];
}

interface PodTemplate {
  readonly metadata: { readonly labels?: Labels };
  readonly spec: PodSpec;
}

export interface DeploymentSpec {
  readonly replicas?: number;
  readonly minReadySeconds?: number;
  readonly strategy?: { readonly rollingUpdate?: { readonly maxUnavailable?: number } };
  readonly template: PodTemplate;
}

/** A pod that an object makes, with the labels by which policies select it. */
export interface MadePod {
  readonly by: Manifest;
  readonly labels: Labels;
  readonly spec: PodSpec;
}

/** Returns the pods that objects make: of Deployments, StatefulSets, Jobs, CronJobs, and pods themselves. */
export const podsOf = (objects: readonly Manifest[]): readonly MadePod[] =>
  objects.flatMap((by) => {
    const template = templateOf(by);
    return template === null ? [] : [{ by, labels: template.metadata.labels ?? {}, spec: template.spec }];
  });

const templateOf = (object: Manifest): PodTemplate | null => {
  switch (object.kind) {
    case 'Deployment':
    case 'StatefulSet':
    case 'Job':
      return (object.spec as { readonly template: PodTemplate }).template;
    case 'CronJob':
      return (object.spec as { jobTemplate: { spec: { template: PodTemplate } } }).jobTemplate.spec.template;
    case 'Pod':
      return object as unknown as PodTemplate;
    default:
      return null;
  }
};

/** Returns all containers of a pod, those that run before the others too. */
export const containersOf = ({ containers, initContainers = [] }: PodSpec): readonly Container[] => [
  ...initContainers,
  ...containers,
];

export const ofKind = (objects: readonly Manifest[], kind: string): readonly Manifest[] =>
  objects.filter((object) => object.kind === kind);

export const deploymentsOf = (
  objects: readonly Manifest[],
): readonly (Manifest & { spec: DeploymentSpec })[] =>
  ofKind(objects, 'Deployment') as (Manifest & { spec: DeploymentSpec })[];

/** The value of a variable of a container. */
export const variableOf = ({ env = [] }: Container, name: string): string | undefined =>
  env.find((variable) => variable.name === name)?.value;

/** True where a selector takes a pod with these labels. */
export const selects = (selector: Labels | undefined, labels: Labels): boolean =>
  Object.entries(selector ?? {}).every(([name, value]) => labels[name] === value);

/** How an object is called in a report. */
export const nameOf = ({ kind, metadata }: Manifest): string => `${kind} ${metadata.name}`;
