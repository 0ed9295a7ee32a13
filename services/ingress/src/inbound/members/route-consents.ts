import type { BodyOf, ParamsOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, pageOf, problem } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { listConsents, readCurrentConsents } from '@loyalty/tables/members/lists';
import type { RecordConsent } from '../../usecases/members/record-consent.ts';
import { loadListPage, newestFirst, placeOf } from '../list-page.ts';
import { invalid } from '../responses.ts';
import type { LoadEnvironmentSecret, Routes } from '../routes.ts';
import { findOwnMember, scopeOf } from './shown-member.ts';

export interface ConsentRoutesOptions {
  readonly db: DatabaseShares;
  /** For lists: few connections, whose statements end soon. */
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly recordConsent: RecordConsent;
}

/** Creates the routes of members' consents (interface 4.5, D51). */
export const createConsentRoutes = (
  options: ConsentRoutesOptions,
): Pick<Routes, 'recordConsent' | 'listConsents'> => ({
  recordConsent: record(options),
  listConsents: list(options),
});

const record =
  ({ loadSecret, recordConsent }: ConsentRoutesOptions): Handler<unknown, unknown, BodyOf<'recordConsent'>> =>
  async ({ credential, body }) => {
    const secret = await loadSecret(credential);
    const recorded = await recordConsent({ scope: scopeOf(credential), secret, body });
    switch (recorded.outcome) {
      case 'recorded':
        return { status: 201, body: { ...recorded.consent } };
      case 'invalid':
        return invalid(recorded.errors);
      case 'erased':
        return problem('MEMBER_ERASED');
      case 'not-found':
        return notFound;
    }
  };

const list =
  ({
    db,
    lists,
    loadSecret,
  }: ConsentRoutesOptions): Handler<ParamsOf<'listConsents'>, QueryOf<'listConsents'>> =>
  async (request) => {
    const memberId = request.params.memberId.toLowerCase();
    const page = await loadListPage(request, { list: 'consents', filters: { memberId } }, loadSecret);
    if ('problem' in page) return page;
    if ((await findOwnMember(db.of(request.credential.environmentId), request.credential, memberId)) === null)
      return notFound;
    const { environmentId } = request.credential;
    const wanted = { memberId, ...newestFirst(page.after), limit: page.limit + 1 };
    const found = await listConsents(lists.of(environmentId), environmentId, wanted);
    const { rows, nextCursor } = pageOf({ ...page, rows: found, positionOf: placeOf });
    const current = await readCurrentConsents(db.of(environmentId), environmentId, memberId);
    return { status: 200, body: { consents: rows, current, nextCursor } };
  };

const notFound = problem('MEMBER_NOT_FOUND');
