import type { Mode } from '@loyalty/rules';
import type { SettingsDocument } from '@loyalty/configuration';

/** Returns whether endpoints of an environment may have http URLs: in test environments, and if the operator allowed it (D71). */
export const isHttpAllowed = (mode: Mode, settings: SettingsDocument): boolean =>
  mode === 'test' || settings['webhooksOverPlainHttp'] === true;
