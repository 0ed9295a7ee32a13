import { createHash } from 'node:crypto';
import type { MemberOpening } from '@loyalty/rules/imports';
import type { LineReference, MemberLine } from '../member-lines.ts';

type LineGiven = Partial<Omit<MemberLine, 'opening'>> & Partial<MemberOpening>;

/** Makes the key that {@link memberLine} has for a reference. */
export const keyOfRef = (externalRef: string): Buffer => hashOf(externalRef);

/** Makes a line for a test, of somebody who brings nothing along unless given something. */
export const memberLine = (externalRef: string, given: LineGiven = {}): MemberLine => {
  const { balance = 0, lots = [], lifetimePoints = 0, spendCents = 0, txnCount = 0, ...others } = given;
  const { lastTxnDay = null, lastActivityAtMs = null, ...rest } = others;
  const opening = { balance, lots, lifetimePoints, spendCents, txnCount, lastTxnDay, lastActivityAtMs };
  return {
    memberKey: keyOfRef(externalRef),
    externalRef,
    references: [],
    id: null,
    fingerprint: hashOf(JSON.stringify([externalRef, given])),
    profile: { name: null, email: null, phone: null },
    enrolledAtMs: null,
    isSuspended: false,
    opening,
    segmentIds: [],
    consents: [],
    stampCards: [],
    ...rest,
  };
};

/** Makes references for {@link memberLine}, active and without a kind. */
export const lineReferences = (...references: readonly string[]): LineReference[] =>
  references.map((reference) => ({ reference, memberKey: hashOf(reference), kind: null, state: 'ACTIVE' }));

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest().subarray(0, 16);
