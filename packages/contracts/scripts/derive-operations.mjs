// Files below deploy/ that follow from the code: what tools/operations makes of the settings, connections,
// rights and metrics.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { gatherPools, settingsIn } from './derive-pages.mjs';

const inServices = (root, service, file) => join(root, 'services', service, 'dist', file);

const inPackages = (root, path) => import(pathToFileURL(join(root, 'packages', path)));

/** loyaltyctl has no config.ts. Jobs read the settings of the servers that they ask, and open no secrets; people do more. */
const settingsOfCommand = async (root) => {
  const settings = await inPackages(root, 'service/dist/settings.js');
  const { databaseUrl, kafkaBrokers, kafkaSecurity, schemaRegistryUrl, redisUrl } = settings.addressSettings;
  const own = { databaseUrl, kafkaBrokers, kafkaSecurity, schemaRegistryUrl, redisUrl };
  return {
    // `deploy` asks Redis where it is named, and does without it otherwise.
    settings: settings
      .settingsIn({ ...own, ...settings.groupSettings })
      .map((setting) => (setting.variable === 'REDIS_URL' ? { ...setting, defaultText: '' } : setting)),
    operatorSettings: settings.settingsIn(settings.secretKeysSettings),
  };
};

const settingsOfService = async (root, service) => [
  ...(await settingsIn(inServices(root, service, 'config.js'))),
  ...(await settingsIn(join(root, 'packages/service/dist/config.js'))),
];

/** The settings and connections of one service, or of loyaltyctl. */
const factsOf = async (root, [service, pools]) => {
  const isService = existsSync(inServices(root, service, 'config.js'));
  const { settings, operatorSettings } = isService
    ? { settings: await settingsOfService(root, service) }
    : await settingsOfCommand(root);
  const factsOfSetting = ({ variable, help, defaultText }) => ({ variable, help, defaultText });
  return {
    service,
    settings: settings.map(factsOfSetting),
    ...(operatorSettings && { operatorSettings: operatorSettings.map(factsOfSetting) }),
    connectionsMax: Object.values(pools).reduce((sum, { max }) => sum + max, 0),
  };
};

/** The chart's facts, the rules and the dashboards; nothing where packages or services are not built. */
export const deriveOperations = async (root) => {
  const built = join(root, 'tools/operations/dist');
  if (!existsSync(built) || !existsSync(inServices(root, 'ingress', 'config.js'))) return [];
  const moduleOf = (path) => import(pathToFileURL(join(root, 'tools', path)));
  const { chartFiles } = await moduleOf('operations/dist/chart/chart-files.js');
  const { observabilityFiles } = await moduleOf('operations/dist/observability/observability-files.js');
  const { accessTable } = await moduleOf('cli/dist/access/access-table.js');
  const services = await Promise.all((await gatherPools(root)).map((one) => factsOf(root, one)));
  const client = await factsOf(root, ['console', {}]);
  const files = [...chartFiles({ services, client, access: accessTable() }), ...observabilityFiles()];
  return Promise.all(
    files.map(async ({ path, text }) => {
      const options = await resolveConfig(join(root, path));
      return [path, await format(text, { ...options, filepath: path })];
    }),
  );
};
