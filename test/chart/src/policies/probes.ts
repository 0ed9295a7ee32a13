import { deploymentsOf, nameOf, variableOf, type Container, type Probe } from '../manifest.ts';
import type { Policy } from './policy.ts';

const kinds = ['startupProbe', 'livenessProbe', 'readinessProbe'] as const;

/** The API server takes any name of a port, and any path. */
export const probesAskTheAdminPort: Policy = {
  promise:
    'every probe asks a page of the admin port, which exists, by HTTPS where the port has a certificate',
  breaches: (objects, { adminPages }) =>
    deploymentsOf(objects).flatMap((deployment) =>
      deployment.spec.template.spec.containers.flatMap((container) =>
        kinds
          .filter((kind) => !isRight(container, container[kind], adminPages))
          .map((kind) => `${nameOf(deployment)}: ${kind}`),
      ),
    ),
};

const isRight = (container: Container, probe: Probe | undefined, adminPages: readonly string[]): boolean => {
  const { path = '', port, scheme = 'HTTP' } = probe?.httpGet ?? {};
  const found = container.ports?.find(({ name, containerPort }) => port === name || port === containerPort);
  const isAdmin = found?.containerPort.toString() === variableOf(container, 'ADMIN_PORT');
  const isSecured = variableOf(container, 'ADMIN_TLS_CERT_FILE') !== undefined;
  if (scheme !== (isSecured ? 'HTTPS' : 'HTTP')) return false;
  return found !== undefined && isAdmin && adminPages.includes(path);
};
