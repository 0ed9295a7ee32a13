import { everyPodHasAPolicy, hooksBringWhatTheyNeed } from './hooks.ts';
import { queriesSeeOneInstallation } from './monitoring.ts';
import { adminPortIsInternal, worldWithoutClosed } from './network.ts';
import type { Policy } from './policy.ts';
import { probesAskTheAdminPort } from './probes.ts';
import { blindScalersKeepWhatRuns, budgetsAndSpread, connectionsFit, oneOwnerOfReplicas } from './scaling.ts';
import { podsAreHardened } from './security.ts';
import { imagesAreFixed, requiredSettingsAreSet, secretsAreFiles, variablesAreSettings } from './settings.ts';
import { graceIsEnough, rolloutsKeepServing } from './stops.ts';

/** Every promise that rendered objects keep. */
export const allPolicies: readonly Policy[] = [
  variablesAreSettings,
  requiredSettingsAreSet,
  secretsAreFiles,
  imagesAreFixed,
  graceIsEnough,
  rolloutsKeepServing,
  probesAskTheAdminPort,
  budgetsAndSpread,
  podsAreHardened,
  hooksBringWhatTheyNeed,
  everyPodHasAPolicy,
  adminPortIsInternal,
  worldWithoutClosed,
  oneOwnerOfReplicas,
  connectionsFit,
  blindScalersKeepWhatRuns,
  queriesSeeOneInstallation,
];
