import { nameOf, ofKind, podsOf, selects, type Labels, type MadePod, type Manifest } from '../manifest.ts';
import type { Policy } from './policy.ts';

const eventsOf = ({ metadata }: Manifest): string => metadata.annotations?.['helm.sh/hook'] ?? '';
const weightOf = ({ metadata }: Manifest): number =>
  Number(metadata.annotations?.['helm.sh/hook-weight'] ?? 0);

/** Policies that hold for a pod. */
const policiesOf = (objects: readonly Manifest[], labels: Labels): readonly Manifest[] =>
  ofKind(objects, 'NetworkPolicy').filter(({ spec }) =>
    selects((spec as { podSelector: { matchLabels?: Labels } }).podSelector.matchLabels, labels),
  );

/** On a first install nothing of the release exists while its hooks run. */
export const hooksBringWhatTheyNeed: Policy = {
  promise: 'a hook that makes a pod has its account and its policy in hooks of lower weight',
  breaches: (objects, { hasPolicies }) =>
    podsOf(objects)
      .filter(({ by }) => eventsOf(by) !== '')
      .flatMap((pod) => {
        const before = objects.filter(
          (other) => eventsOf(other) === eventsOf(pod.by) && weightOf(other) < weightOf(pod.by),
        );
        const accounts = ofKind(before, 'ServiceAccount').map(({ metadata }) => metadata.name);
        return [
          ...(accounts.includes(pod.spec.serviceAccountName ?? '') ? [] : [`${nameOf(pod.by)}: no account`]),
          ...(policiesOf(before, pod.labels).length > 0 || !hasPolicies
            ? []
            : [`${nameOf(pod.by)}: no policy`]),
        ];
      }),
};

/** Default deny without a rule of its own is a process that reaches nothing. */
export const everyPodHasAPolicy: Policy = {
  promise: 'every pod has a network policy of its own, and none reaches what nobody named',
  breaches: (objects, { hasPolicies }) =>
    hasPolicies
      ? podsOf(objects)
          .filter((pod) => !isCovered(objects, pod))
          .map(({ by }) => nameOf(by))
      : [],
};

const isCovered = (objects: readonly Manifest[], { by, labels }: MadePod): boolean => {
  const policies = policiesOf(objects, labels);
  const denies = policies.some(
    ({ spec }) => !('ingress' in (spec as object)) && !('egress' in (spec as object)),
  );
  // A hook runs before default deny is there, and beside it in an upgrade.
  return policies.length >= 2 && (denies || eventsOf(by) !== '');
};
