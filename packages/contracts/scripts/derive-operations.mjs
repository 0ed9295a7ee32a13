// Files below deploy/ that follow from the code: what packages/operations makes of the settings, connections and metrics.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { gatherPools, settingsIn } from './derive-pages.mjs';

const inServices = (root, service, file) => join(root, 'services', service, 'dist', file);

/** The settings and connections of one service; loyaltyctl has connections alone. */
const factsOf = async (root, [service, pools]) => {
  const own = inServices(root, service, 'config.js');
  const shared = join(root, 'packages/shell/dist/config.js');
  const settings = existsSync(own) ? [...(await settingsIn(own)), ...(await settingsIn(shared))] : [];
  return {
    service,
    settings: settings.map(({ variable, help, defaultText }) => ({ variable, help, defaultText })),
    connectionsMax: Object.values(pools).reduce((sum, { max }) => sum + max, 0),
  };
};

/** The chart's facts, the rules and the dashboards; nothing where packages or services are not built. */
export const deriveOperations = async (root) => {
  const built = join(root, 'packages/operations/dist/index.js');
  if (!existsSync(built) || !existsSync(inServices(root, 'ingress', 'config.js'))) return [];
  const { chartFiles, observabilityFiles } = await import(pathToFileURL(built));
  const services = await Promise.all((await gatherPools(root)).map((one) => factsOf(root, one)));
  const files = [...chartFiles(services), ...observabilityFiles()];
  return Promise.all(
    files.map(async ({ path, text }) => {
      const options = await resolveConfig(join(root, path));
      return [path, await format(text, { ...options, filepath: path })];
    }),
  );
};
