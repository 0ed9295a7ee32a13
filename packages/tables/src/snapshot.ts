/** The configuration of environments as engines decide by it, cached by version. */

export {
  type ConfigurationSource,
  createConfigurationSource,
  NewerConfiguration,
} from './snapshot/configuration-source.ts';
export { createSnapshots, type Snapshots } from './snapshot/snapshots.ts';
