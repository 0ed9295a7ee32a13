import type { BodyOf, HttpSchemas, ParametersOf } from '@loyalty/contracts/http';
import { type Handler, type HttpResponse, problem, type Problem } from '@loyalty/http/api';
import { awaitAll } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import { configurationLimits } from '@loyalty/tables/configuration';
import { findCodeFault, readPools } from '@loyalty/tables/rewards';
import {
  fillPool,
  type HttpProviderRecord,
  listProviders,
  setPool,
} from '@loyalty/tables/rewards/management';
import { generatorName } from '@loyalty/tables/tenants';
import { notingDatabase } from '../audited-calls.ts';
import type { Managed } from '../usecases/management-writes.ts';
import { invalid, withWarningsIfAny } from './responses.ts';
import type { Routes } from './routes.ts';

interface CodePoolRoutesOptions {
  readonly db: DatabaseShares;
  readonly managed: Managed;
}

export const createCodePoolRoutes = (
  options: CodePoolRoutesOptions,
): Pick<Routes, 'listCodePools' | 'putCodePool' | 'addPoolCodes' | 'listRewardProviders'> => ({
  listCodePools: list(options),
  putCodePool: put(options),
  addPoolCodes: add(options),
  listRewardProviders: providers(options),
});

const list =
  ({ db }: CodePoolRoutesOptions): Handler =>
  async ({ credential: { environmentId } }) => ({
    status: 200,
    body: { codePools: await readPools(db.of(environmentId), environmentId) },
  });

type OnePool = ParametersOf<'putCodePool'>;

const put =
  ({ managed }: CodePoolRoutesOptions): Handler<OnePool, unknown, BodyOf<'putCodePool'>> =>
  async (request) => {
    const { poolName: name } = request.params;
    if (splitsPaths.test(name)) return refusals.NAME_UNFIT;
    const db = managed(request, { kind: 'code-pool', id: name });
    const result = await setPool(db, request.credential.environmentId, {
      name,
      lowBelow: request.body.lowBelow,
    });
    return 'record' in result
      ? {
          status: result.outcome === 'created' ? 201 : 200,
          body: withWarningsIfAny(result.record, request.warnings),
        }
      : refusals[result.reason];
  };

/** A name stands in the path of further calls, where proxies may decode it, and clients refuse it. */
const splitsPaths = /[/\\]/;

type Reason = Extract<Awaited<ReturnType<typeof setPool>>, { readonly outcome: 'refused' }>['reason'];

const refusals: Readonly<Record<Reason, Problem>> = {
  NAME_UNFIT: invalid([
    {
      pointer: '/poolName',
      message:
        'must have 1 to 64 characters, at least one of them visible, without control characters, slashes, or spaces at either end',
    },
  ]),
  NAME_TAKEN: problem('DUPLICATE_KEY', { context: { field: 'poolName' } }),
  TOO_MANY_PROVIDERS: problem('LIMIT_EXCEEDED', {
    context: { limit: configurationLimits.rewardProviders, of: 'rewardProviders' },
  }),
};

/** Codes stand in no row of the audit log: it says how many came. */
const add =
  ({ db }: CodePoolRoutesOptions): Handler<OnePool, unknown, BodyOf<'addPoolCodes'>> =>
  async (request): Promise<HttpResponse | Problem> => {
    const { environmentId } = request.credential;
    const { poolName: name } = request.params;
    const { codes, rejects } = judged(request.body.codes);
    const noting = notingDatabase(db.of(environmentId), request, (result: Filled) =>
      result.outcome === 'filled' && result.added > 0
        ? { objectId: name, objectName: name, changes: [{ pointer: '/added', from: null, to: result.added }] }
        : null,
    );
    const filled = await fillPool(noting, environmentId, { name, codes });
    if (filled.outcome === 'not-found') return problem('CODE_POOL_NOT_FOUND');
    if (filled.outcome === 'limit-exceeded')
      return problem('LIMIT_EXCEEDED', { context: { limit: filled.limit, of: filled.of } });
    const { added, duplicates } = filled;
    return { status: 200, body: { added, duplicates, rejects } };
  };

type Filled = Awaited<ReturnType<typeof fillPool>>;

interface Judged {
  readonly codes: readonly string[];
  readonly rejects: readonly HttpSchemas['RejectedCode'][];
}

const judged = (sent: readonly string[]): Judged => {
  const faults = sent.map(findCodeFault);
  return {
    codes: sent.filter((_, index) => faults[index] === null),
    rejects: faults.flatMap((message, index) => (message === null ? [] : [{ index, message }])),
  };
};

type RewardSource = HttpSchemas['RewardProvider'];

const providers =
  ({ db }: CodePoolRoutesOptions): Handler =>
  async ({ credential: { environmentId } }) => {
    const source = db.of(environmentId);
    const [pools, services] = await awaitAll([
      readPools(source, environmentId),
      listProviders(source, environmentId),
    ]);
    const all = [sourceOf(generatorName, 'GENERATOR'), ...pools.map(({ name }) => sourceOf(name, 'POOL'))];
    const listed = [...all, ...services.map(httpSourceOf)].toSorted((a, b) => (a.name < b.name ? -1 : 1));
    return { status: 200, body: { rewardProviders: listed } };
  };

const sourceOf = (name: string, kind: RewardSource['kind']): RewardSource => ({
  name,
  kind,
  origin: null,
  isIdempotent: null,
  callsMax: null,
});

/** Path and query may be what opens it, and are the operator's. */
const httpSourceOf = ({ name, url, isIdempotent, callsMax }: HttpProviderRecord): RewardSource => ({
  name,
  kind: 'HTTP',
  origin: new URL(url).origin,
  isIdempotent,
  callsMax,
});
