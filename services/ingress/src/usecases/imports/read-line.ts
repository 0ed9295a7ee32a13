import { createHmac } from 'node:crypto';
import { instantOf } from '@loyalty/contracts';
import {
  faultyStringsOf,
  faultyStringText,
  type FieldError,
  type HttpSchemas,
  schemaValidatorFor,
} from '@loyalty/contracts/http';
import { type CampaignId, dayMs, memberKeyOf, utcDayOf } from '@loyalty/kernel';
import type { MemberOpening, OpeningLot } from '@loyalty/rules/imports';
import type { LineConsent, LineReference, MemberLine } from '@loyalty/tables/imports';

type ImportLine = HttpSchemas['ImportLine'];

export type LineReading =
  | { readonly outcome: 'read'; readonly line: MemberLine }
  /** The pointers of the errors begin at the line. */
  | { readonly outcome: 'invalid'; readonly errors: readonly FieldError[] };

interface ReadingContext {
  /** The environment's secret, which is the key of member keys and of fingerprints. */
  readonly secret: Uint8Array;
  readonly nowMs: number;
}

/** Reads a line as the API reads a body: its strings, then its schema, then what no schema can say. */
export const readLine = (sent: unknown, context: ReadingContext): LineReading => {
  const strings = faultyStringsOf(sent).map((pointer) => ({ pointer, message: faultyStringText }));
  if (strings.length > 0) return { outcome: 'invalid', errors: strings };
  const judged = schemaValidatorFor('ImportLine')(sent);
  if (!judged.ok) return { outcome: 'invalid', errors: judged.errors };
  const errors = faultsOf(judged.value, context.nowMs);
  return errors.length > 0
    ? { outcome: 'invalid', errors }
    : { outcome: 'read', line: lineOf(judged.value, context) };
};

/** The parts that a call may have 1,000 of: they cost as much as a line. */
export const partsOf = ({ opening, consents, segmentIds, stampCards, references }: MemberLine): number =>
  opening.lots.length + consents.length + segmentIds.length + stampCards.length + references.length;

/** How far a caller's clock may be ahead, as everywhere (D76). */
const aheadMs = 5 * 60_000;
/** As far as the expiry of a campaign may reach (D116). */
const aheadDaysMax = 36_500;

const faultsOf = (line: ImportLine, nowMs: number): FieldError[] => {
  const past = (pointer: string, instant: string | undefined) =>
    instant !== undefined && msOf(instant) > nowMs + aheadMs
      ? [{ pointer, message: 'must not be more than 5 minutes ahead' }]
      : [];
  return [
    ...past('/enrolledAt', line.enrolledAt),
    ...past('/lastActivityAt', line.lastActivityAt),
    ...past('/purchases/lastOn', line.purchases?.lastOn),
    ...(line.consents ?? []).flatMap(({ grantedAt }, at) =>
      past(`/consents/${at.toString()}/grantedAt`, grantedAt),
    ),
    ...(line.lots ?? []).flatMap((lot, at) => lotFaults(lot, `/lots/${at.toString()}`, nowMs)),
    ...twice(
      line.segmentIds ?? [],
      (id) => id.toLowerCase(),
      (at) => `/segmentIds/${at}`,
    ),
    ...twice(
      line.stampCards ?? [],
      ({ campaignId }) => campaignId.toLowerCase(),
      (at) => `/stampCards/${at}/campaignId`,
    ),
    ...twice(
      line.references ?? [],
      ({ reference }) => reference,
      (at) => `/references/${at}/reference`,
    ),
    ...(line.references ?? []).flatMap(({ reference }, at) =>
      reference === line.externalRef
        ? [{ pointer: `/references/${at.toString()}/reference`, message: 'must not be the externalRef' }]
        : [],
    ),
  ];
};

const lotFaults = (
  { expiresAt, slidingDays }: HttpSchemas['ImportLot'],
  pointer: string,
  nowMs: number,
): FieldError[] => {
  if (expiresAt === undefined) return [];
  if (slidingDays !== undefined)
    return [{ pointer: `${pointer}/slidingDays`, message: 'must not be given together with expiresAt' }];
  return endMsOf(expiresAt) > nowMs + aheadDaysMax * dayMs
    ? [{ pointer: `${pointer}/expiresAt`, message: 'must be at most 36,500 days ahead' }]
    : [];
};

const twice = <Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  pointerAt: (at: string) => string,
): FieldError[] => {
  const seen = new Set<string>();
  return items.flatMap((item, at) => {
    const isSeen = seen.has(nameOf(item));
    seen.add(nameOf(item));
    return isSeen ? [{ pointer: pointerAt(at.toString()), message: 'must not be given twice' }] : [];
  });
};

/** The validator has accepted the text. */
const msOf = (instant: string): number => instantOf(instant, 'start') ?? 0;
const endMsOf = (instant: string): number => instantOf(instant, 'end') ?? 0;

const msOrNull = (instant: string | undefined): number | null =>
  instant === undefined ? null : msOf(instant);

const lineOf = (sent: ImportLine, { secret }: ReadingContext): MemberLine => {
  const { externalRef, name = null, email = null, phone = null, id } = sent;
  const references = (sent.references ?? []).map(referenceOf);
  const content = {
    externalRef,
    profile: { name, email, phone },
    enrolledAtMs: msOrNull(sent.enrolledAt),
    isSuspended: sent.isSuspended ?? false,
    opening: openingOf(sent),
    segmentIds: (sent.segmentIds ?? []).map((segmentId) => segmentId.toLowerCase()),
    consents: (sent.consents ?? []).map(consentOf),
    stampCards: (sent.stampCards ?? []).map(({ campaignId, stamps }) => ({
      campaignId: campaignId.toLowerCase() as CampaignId,
      stamps,
    })),
  };
  return {
    ...content,
    references: references.map((reference) => ({
      ...reference,
      memberKey: memberKeyOf(secret, reference.reference),
    })),
    id: id?.toLowerCase() ?? null,
    memberKey: memberKeyOf(secret, externalRef),
    // A line without references keeps the fingerprint that it had before lines took them.
    fingerprint: fingerprintOf(secret, references.length > 0 ? { ...content, references } : content),
  };
};

const referenceOf = ({
  reference,
  kind,
  state,
}: HttpSchemas['ImportReference']): Omit<LineReference, 'memberKey'> => ({
  reference,
  kind: kind ?? null,
  state: state ?? 'ACTIVE',
});

const openingOf = ({
  balance = 0,
  lots = [],
  lifetimePoints = 0,
  purchases,
  lastActivityAt,
}: ImportLine): MemberOpening => {
  const { spendCents = 0, count: txnCount = 0, lastOn } = purchases ?? {};
  return {
    balance,
    lots: lots.map(lotOf),
    lifetimePoints,
    spendCents,
    txnCount,
    lastTxnDay: lastOn === undefined ? null : utcDayOf(msOf(lastOn)),
    lastActivityAtMs: msOrNull(lastActivityAt),
  };
};

const lotOf = ({ points, expiresAt, slidingDays = 0 }: HttpSchemas['ImportLot']): OpeningLot => ({
  points,
  expiresAtMs: expiresAt === undefined ? null : endMsOf(expiresAt),
  slidingDays,
});

const consentOf = ({
  purpose = 'MARKETING',
  channels,
  granted,
  source,
  grantedAt,
  policyVersion,
}: HttpSchemas['ImportConsent']): LineConsent => ({
  purpose,
  channels: [...new Set(channels)],
  granted,
  source,
  grantedAtMs: msOf(grantedAt),
  policyVersion: policyVersion ?? null,
});

/**
 * Two spellings of one instant are the same content. Without the key nobody who reads the database can find
 * out what a line said by trying.
 */
const fingerprintOf = (secret: Uint8Array, content: object): Buffer =>
  createHmac('sha256', secret).update(JSON.stringify(content)).digest().subarray(0, 16);
