import type { BodyOf, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type Credential, type Handler, type HttpResponse, problem, type Problem } from '@loyalty/http/api';
import type { Clock } from '@loyalty/kernel';
import type { DatabaseShares } from '@loyalty/storage';
import { closeImport, findImport, listImports, openImport } from '@loyalty/tables/imports';
import type { EnvironmentRecord } from '@loyalty/tables/tenants';
import { createImportMembers, type ImportMembers } from '../usecases/imports/import-members.ts';
import { type LineReading, partsOf, readLine } from '../usecases/imports/read-line.ts';
import type { Managed } from '../usecases/management-writes.ts';
import { mapInTurns } from '../usecases/transactions/ask-in-bulk.ts';
import type { LimitImportLines } from './access/operation-limits.ts';
import { invalid, withWarningsIfAny } from './responses.ts';
import type { LoadEnvironmentSecret, Routes } from './routes.ts';

type LoadImportSettings = (
  credential: Credential,
) => Promise<Pick<EnvironmentRecord, 'adjustedPointsPerDay' | 'totalAdjustedPointsPerDay' | 'importsUntil'>>;

interface ImportRoutesPorts {
  readonly db: DatabaseShares;
  readonly managed: Managed;
  readonly clock: Pick<Clock, 'now'>;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly loadEnvironment: LoadImportSettings;
  readonly limitImportLines: LimitImportLines;
}

interface ImportRoutesOptions extends ImportRoutesPorts {
  readonly importMembers: ImportMembers;
}

/** Creates the routes by which members move in from another programme (D341). */
export const createImportRoutes = (
  ports: ImportRoutesPorts,
): Pick<Routes, 'listImports' | 'getImport' | 'putImport' | 'importMembers' | 'closeImport'> => {
  const options = { ...ports, importMembers: createImportMembers(ports) };
  return {
    listImports: list(options),
    getImport: get(options),
    putImport: put(options),
    importMembers: lines(options),
    closeImport: close(options),
  };
};

const notFound = problem('IMPORT_NOT_FOUND');
const isClosed = problem('INVALID_STATE_TRANSITION', { context: { from: 'CLOSED', to: 'OPEN' } });

const list =
  ({ db }: ImportRoutesOptions): Handler =>
  async ({ credential: { environmentId } }) => ({
    status: 200,
    body: { imports: await listImports(db.of(environmentId), environmentId) },
  });

const get =
  ({ db }: ImportRoutesOptions): Handler<ParametersOf<'getImport'>> =>
  async ({ credential: { environmentId }, params: { source } }) => {
    const found = await findImport(db.of(environmentId), environmentId, source);
    return found === null ? notFound : { status: 200, body: found };
  };

const put =
  ({ managed }: ImportRoutesOptions): Handler<ParametersOf<'putImport'>, unknown, BodyOf<'putImport'>> =>
  async (request) => {
    const { source } = request.params;
    const { environmentId, subject: createdBy } = request.credential;
    const db = managed(request, { kind: 'import', id: source });
    const opened = await openImport(db, environmentId, {
      source,
      signedUp: request.body.signedUp,
      createdBy,
    });
    switch (opened.outcome) {
      case 'limit-exceeded':
        return problem('LIMIT_EXCEEDED', { context: { limit: opened.limit, of: opened.of } });
      case 'closed':
        return isClosed;
      case 'created':
        return { status: 201, body: withWarningsIfAny(opened.record, request.warnings) };
      case 'changed':
      case 'unchanged':
        return { status: 200, body: withWarningsIfAny(opened.record, request.warnings) };
    }
  };

type Lines = Handler<ParametersOf<'importMembers'>, QueryOf<'importMembers'>, BodyOf<'importMembers'>>;

/** The parts of all lines of a call (D341). */
const partsMax = 1_000;

const lines =
  ({ clock, loadSecret, loadEnvironment, limitImportLines, importMembers }: ImportRoutesOptions): Lines =>
  async (request) => {
    const { credential } = request;
    const context = { secret: await loadSecret(credential), nowMs: clock.now() };
    const readings = await mapInTurns<unknown, LineReading>(request.body.lines, (line) =>
      readLine(line, context),
    );
    const parts = countParts(readings);
    if (parts > partsMax) return tooManyParts;
    const refused =
      (await limitImportLines(credential, tokensOf(readings.length, parts))) ??
      (bringsPoints(readings) ? capRefusal(await loadEnvironment(credential), context.nowMs) : null);
    if (refused !== null) return refused;
    const { source } = request.params;
    const isDryRun = request.query.dryRun ?? false;
    return linesResponse(
      await importMembers({ caller: request, source, readings, isDryRun }),
      request.warnings,
    );
  };

const countParts = (readings: readonly LineReading[]): number =>
  readings.reduce((sum, reading) => sum + (reading.outcome === 'read' ? partsOf(reading.line) : 0), 0);

/** Four parts a line are usual. Each further one costs as much as a line. */
const tokensOf = (count: number, parts: number): number => count + Math.max(0, parts - 4 * count);

const bringsPoints = (readings: readonly LineReading[]): boolean =>
  readings.some((reading) => reading.outcome === 'read' && reading.line.opening.balance > 0);

/** Otherwise an import would be the way around a cap on given points (D341). */
const capRefusal = (
  { adjustedPointsPerDay, totalAdjustedPointsPerDay, importsUntil }: Awaited<ReturnType<LoadImportSettings>>,
  nowMs: number,
): Problem | null => {
  if (importsUntil !== null && Date.parse(importsUntil) > nowMs) return null;
  if (adjustedPointsPerDay !== null)
    return problem('LIMIT_EXCEEDED', {
      context: { limit: adjustedPointsPerDay, of: 'adjustedPointsPerDay' },
    });
  return totalAdjustedPointsPerDay === null
    ? null
    : problem('LIMIT_EXCEEDED', {
        context: { limit: totalAdjustedPointsPerDay, of: 'totalAdjustedPointsPerDay' },
      });
};

const tooManyParts = invalid([
  {
    pointer: '/lines',
    message: 'must have at most 1,000 lots, consents, segments, stamp cards and references together',
  },
]);

const linesResponse = (
  imported: Awaited<ReturnType<ImportMembers>>,
  warnings: Parameters<typeof withWarningsIfAny>[1],
): HttpResponse | Problem => {
  switch (imported.outcome) {
    case 'imported': {
      const { results, record } = imported;
      return { status: 200, body: withWarningsIfAny({ results, import: record }, warnings) };
    }
    case 'closed':
      return isClosed;
    case 'not-found':
      return notFound;
  }
};

const close =
  ({ managed }: ImportRoutesOptions): Handler<ParametersOf<'closeImport'>, unknown, BodyOf<'closeImport'>> =>
  async (request) => {
    const { source } = request.params;
    const { members, points } = request.body;
    const db = managed(request, { kind: 'import', id: source });
    const closed = await closeImport(db, request.credential.environmentId, { source, members, points });
    switch (closed.outcome) {
      case 'not-found':
        return notFound;
      case 'incomplete':
        return problem('IMPORT_INCOMPLETE', {
          context: { expected: { members, points }, members: closed.members, points: closed.points },
        });
      case 'changed':
      case 'unchanged':
        return { status: 200, body: withWarningsIfAny(closed.record, request.warnings) };
    }
  };
