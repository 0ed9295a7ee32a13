import type { Mode } from '@loyalty/rules';
import type { SettingsDocument } from '@loyalty/configuration';

/** Whether endpoints of an environment may have http URLs: those of a test environment, and where the operator has said so (D71). */
export const isHttpAllowed = (mode: Mode, settings: SettingsDocument): boolean =>
  mode === 'test' || settings['webhooksOverPlainHttp'] === true;
