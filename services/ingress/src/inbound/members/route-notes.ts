import type { BodyOf, ParametersOf } from '@loyalty/contracts/http';
import { type Handler, type HttpRequest, type HttpResponse, problem, type Problem } from '@loyalty/http/api';
import { type Clock, isUuid } from '@loyalty/kernel';
import { type DatabaseShares, writeTransaction } from '@loyalty/storage';
import {
  addNote,
  type AddNoteResult,
  deleteNote,
  listNotes,
  notesMax,
} from '@loyalty/tables/members/management';
import { authorOfCall, noteCall } from '../../audited-calls.ts';
import type { OncePerKey } from '../once-per-key.ts';
import { writeProblem } from '../responses.ts';
import type { Routes } from '../routes.ts';
import { findOwnMember, memberNotFound } from './shown-member.ts';

interface NoteRoutesOptions {
  readonly db: DatabaseShares;
  readonly clock: Pick<Clock, 'now'>;
  readonly once: OncePerKey;
}

/** Creates the routes for the notes on a member (D370). */
export const createNoteRoutes = (
  options: NoteRoutesOptions,
): Pick<Routes, 'listMemberNotes' | 'addMemberNote' | 'deleteMemberNote'> => ({
  listMemberNotes: list(options),
  addMemberNote: add(options),
  deleteMemberNote: remove(options),
});

const list =
  ({ db }: NoteRoutesOptions): Handler<ParametersOf<'listMemberNotes'>> =>
  async ({ credential, params: { memberId } }) => {
    if ((await findOwnMember(db, credential, memberId)) === null) return memberNotFound;
    const { environmentId } = credential;
    const wanted = { environmentId, memberId: memberId.toLowerCase(), limit: notesMax };
    const { rows: notes } = await listNotes(db.of(environmentId), wanted);
    return { status: 200, body: { notes, nextCursor: null } };
  };

/** Names of fields alone: what somebody wrote about a member is the member's (D209). */
const changes = [{ pointer: '/text' }];

const add =
  (options: NoteRoutesOptions): Handler<ParametersOf<'addMemberNote'>, unknown, BodyOf<'addMemberNote'>> =>
  (request) =>
    options.once(request, {
      write: (keeping) => addIn(options, request, keeping),
      respond: addResponse,
    });

const addIn = async (
  { db, clock }: NoteRoutesOptions,
  request: HttpRequest<ParametersOf<'addMemberNote'>, unknown, BodyOf<'addMemberNote'>>,
  keeping: Parameters<Parameters<OncePerKey>[1]['write']>[0],
): Promise<AddNoteResult> => {
  const { credential, params, body } = request;
  if (!isUuid(params.memberId)) return { outcome: 'not-found' };
  const { environmentId } = credential;
  const order = {
    environmentId,
    memberId: params.memberId.toLowerCase(),
    text: body.text,
    author: authorOfCall(credential),
    atMs: clock.now(),
  };
  return writeTransaction(keeping(db.of(environmentId)), async (tx) => {
    const result = await addNote(tx, order);
    if (result.outcome === 'added') await noteCall(tx, request, { objectId: order.memberId, changes });
    return result;
  });
};

const addResponse = (added: AddNoteResult): HttpResponse | Problem => {
  switch (added.outcome) {
    case 'added':
      return { status: 201, body: added.note };
    case 'not-found':
      return memberNotFound;
    case 'erased':
      return problem('MEMBER_ERASED');
    case 'limit-exceeded':
      return problem('LIMIT_EXCEEDED', { context: { limit: added.limit, of: added.of } });
    case 'not-yet-available':
      return writeProblem(added);
  }
};

const remove =
  ({ db }: NoteRoutesOptions): Handler<ParametersOf<'deleteMemberNote'>> =>
  async (request) => {
    const { credential, params } = request;
    const { environmentId } = credential;
    const { memberId, noteId } = params;
    if (!isUuid(noteId))
      return (await findOwnMember(db, credential, memberId)) === null ? memberNotFound : { status: 204 };
    if (!isUuid(memberId)) return memberNotFound;
    const { outcome } = await writeTransaction(db.of(environmentId), async (tx) => {
      const result = await deleteNote(tx, { environmentId, memberId: memberId.toLowerCase(), noteId });
      if (result.outcome === 'deleted') await noteCall(tx, request, { objectId: result.memberId, changes });
      return result;
    });
    return outcome === 'not-found' ? memberNotFound : { status: 204 };
  };
