import type { BodyOf, ParametersOf, QueryOf } from '@loyalty/contracts/http';
import { type Handler, pageOf, problem } from '@loyalty/http/api';
import type { DatabaseShares } from '@loyalty/storage';
import { readActs } from '@loyalty/tables/authors';
import { listConsents, readCurrentConsents } from '@loyalty/tables/members/management';
import { authorOfCall } from '../../audited-calls.ts';
import type { RecordConsent } from '../../usecases/members/record-consent.ts';
import { refusedAuthor, withActs } from '../acts.ts';
import { listResponse, newestFirst, cursorPositionOf } from '../list-page.ts';
import type { OncePerKey } from '../once-per-key.ts';
import { invalid, withWarningsIfAny } from '../responses.ts';
import type { LoadEnvironmentSecret, Routes } from '../routes.ts';
import { findOwnMember, memberNotFound, scopeOf } from './shown-member.ts';

interface ConsentRoutesOptions {
  readonly db: DatabaseShares;
  readonly lists: DatabaseShares;
  readonly loadSecret: LoadEnvironmentSecret;
  readonly once: OncePerKey;
  readonly recordConsent: RecordConsent;
}

/** Creates the routes for consents (interface 4.5, D51). */
export const createConsentRoutes = (
  options: ConsentRoutesOptions,
): Pick<Routes, 'recordConsent' | 'listConsents'> => ({
  recordConsent: record(options),
  listConsents: list(options),
});

const record =
  ({
    loadSecret,
    once,
    recordConsent,
  }: ConsentRoutesOptions): Handler<unknown, unknown, BodyOf<'recordConsent'>> =>
  async (request) => {
    const { credential, body, warnings } = request;
    const call = {
      scope: scopeOf(credential),
      secret: await loadSecret(credential),
      body,
      author: authorOfCall(credential),
    };
    return once(request, {
      write: (keeping) => recordConsent(call, keeping),
      respond: (recorded) => {
        switch (recorded.outcome) {
          case 'recorded':
            return { status: 201, body: withWarningsIfAny(recorded.consent, warnings) };
          case 'invalid':
            return invalid(recorded.errors);
          case 'erased':
            return problem('MEMBER_ERASED');
          case 'not-found':
            return memberNotFound;
        }
      },
    });
  };

const list =
  ({
    db,
    lists,
    loadSecret,
  }: ConsentRoutesOptions): Handler<ParametersOf<'listConsents'>, QueryOf<'listConsents'>> =>
  (request) => {
    const memberId = request.params.memberId.toLowerCase();
    const { environmentId } = request.credential;
    const refused = refusedAuthor(request.credential, request.query);
    if (refused !== null) return Promise.resolve(refused);
    return listResponse(request, { list: 'consents', filters: { memberId }, loadSecret }, async (page) => {
      if ((await findOwnMember(db, request.credential, memberId)) === null) return memberNotFound;
      const wanted = { memberId, ...newestFirst(page.after), limit: page.limit + 1 };
      const found = await listConsents(lists.of(environmentId), environmentId, wanted);
      const { rows, nextCursor } = pageOf({ ...page, rows: found, positionOf: cursorPositionOf });
      const current = await readCurrentConsents(db.of(environmentId), environmentId, memberId);
      const ids = rows.map(({ id }) => id);
      const acts =
        request.query.withAuthor === true
          ? await readActs(db.of(environmentId), environmentId, { of: 'consent', ids, memberId })
          : [];
      return { consents: withActs(rows, acts), current, nextCursor };
    });
  };
