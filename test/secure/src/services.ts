import { serviceNames, type ServiceName } from '@loyalty/contracts';
import { launchService, startService, type StartedService } from '@loyalty/stack';
import { serviceRoleOf } from '@loyalty/storage/database-roles';
import { settingsOf, type SecuredStack } from './secured-stack.ts';

/** One process of every service. */
export type Services = ReadonlyMap<ServiceName, StartedService>;

/** Returns the settings of a service: its own principal, and its own role of the database. */
export const serviceSettings = (
  stack: SecuredStack,
  name: ServiceName,
  host?: string,
): Readonly<Record<string, string>> =>
  settingsOf(stack, { principal: name, role: serviceRoleOf(name), ...(host === undefined ? {} : { host }) });

/** Starts one service after the other; throws when one does not become ready. */
export const startServices = async (stack: SecuredStack): Promise<Services> => {
  const services = new Map<ServiceName, StartedService>();
  try {
    for (const name of serviceNames) {
      const env = serviceSettings(stack, name);
      services.set(name, await startService({ name, env, stack: stack.local }));
    }
    return services;
  } catch (failure) {
    await stopServices(services);
    throw failure;
  }
};

export const stopServices = async (services: Services): Promise<void> => {
  await Promise.all([...services.values()].map((service) => service.stop()));
};

/** Starts one more process of a service with settings on top of its own, and does not wait until it is ready. */
export const launch = (
  stack: SecuredStack,
  name: ServiceName,
  over: Readonly<Record<string, string>>,
): Promise<StartedService> =>
  launchService({ name, env: { ...serviceSettings(stack, name), ...over }, stack: stack.local });

/** Returns the URL of the API. */
export const baseUrlOf = (services: Services): string =>
  `http://127.0.0.1:${(services.get('ingress')?.httpPort ?? 0).toString()}/v1`;
