import { fingerprintOf } from '@loyalty/contracts';
import type { InboundRecord } from '@loyalty/kafka';
import { derivedIds, type EnvironmentId } from '@loyalty/kernel';
import type { Snapshot } from '@loyalty/rules';
import { responseKeyOf } from '@loyalty/storage/redis';
import { environmentInHeader, type Message, type RejectedMessage, type Rejection } from '@loyalty/streams';
import type { ConfigurationSource } from '@loyalty/tables/snapshot';
import { isStreamTopic } from '@loyalty/tables/tenants';
import type { EngineRequest, RequestReader } from './request.ts';

export type RejectedRequest<Body> = RejectedMessage & { readonly value: Body };

export const reject = <Body>(message: Message<Body>, rejection: Rejection): RejectedRequest<Body> => ({
  ...message,
  rejection,
});

export const environmentsIn = async (
  configuration: Pick<ConfigurationSource, 'findEnvironmentOfStream'>,
  batch: readonly Pick<Message<unknown>, 'record'>[],
): Promise<ReadonlySet<EnvironmentId>> => {
  const environmentIds = new Set<EnvironmentId>();
  for (const { record } of batch) {
    const environmentId = await findEnvironment(configuration, record);
    if (environmentId !== null) environmentIds.add(environmentId);
  }
  return environmentIds;
};

export const readRequests = async <Body, Request extends EngineRequest<Body>>(
  configuration: Pick<ConfigurationSource, 'findEnvironmentOfStream' | 'loadAny'>,
  reader: RequestReader<Body, Request>,
  batch: readonly Message<Body>[],
): Promise<{
  readonly requests: readonly Request[];
  readonly rejected: readonly RejectedRequest<Body>[];
  readonly cached: readonly Snapshot[];
}> => {
  const requests: Request[] = [];
  const rejected: RejectedRequest<Body>[] = [];
  const environments = new Map<EnvironmentId, Snapshot | null>();
  for (const message of batch) {
    const environmentId = await findEnvironment(configuration, message.record);
    let snapshot = environmentId === null ? null : environments.get(environmentId);
    if (environmentId !== null && snapshot === undefined) {
      snapshot = await configuration.loadAny(environmentId);
      environments.set(environmentId, snapshot);
    }
    if (snapshot === null || snapshot === undefined) {
      const detail = `no such environment: ${String(environmentId)}`;
      rejected.push(reject(message, { reason: 'UNKNOWN_ENVIRONMENT', detail }));
      continue;
    }
    const rejection = reader.rejectionOf(message.value, message.record);
    if (rejection !== null) rejected.push(reject(message, rejection));
    else requests.push(requestOf(reader, message, snapshot));
  }
  return { requests, rejected, cached: [...environments.values()].filter((one) => one !== null) };
};

const requestOf = <Body, Request extends EngineRequest<Body>>(
  reader: RequestReader<Body, Request>,
  message: Message<Body>,
  snapshot: Snapshot,
): Request => {
  const { record, value } = message;
  const { environmentId, secret } = snapshot;
  const { operation, ref } = reader.keyOf(value);
  const request = {
    message,
    operation,
    ref,
    environmentId,
    fingerprint: fingerprintOf(record.value ?? Buffer.alloc(0)),
    responseKey: responseKeyOf({ environmentId, operation, ref }),
    newId: derivedIds({ secret, atMs: record.timestamp, operation, ref }),
  };
  return reader.requestOf(request, snapshot);
};

/**
 * Finds the environment of a record. On a tenant's own topic the topic's name decides and headers are
 * ignored, because the broker's access rules are the boundary between tenants (I9). On all other topics the
 * header decides. Returns null if it names no environment.
 */
export const findEnvironment = async (
  configuration: Pick<ConfigurationSource, 'findEnvironmentOfStream'>,
  record: InboundRecord,
): Promise<EnvironmentId | null> =>
  isStreamTopic(record.topic)
    ? configuration.findEnvironmentOfStream(record.topic)
    : environmentInHeader(record);
