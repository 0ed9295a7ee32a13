import { memberUpdateDecoder } from '@loyalty/service/facts';

/** Receipts and enrolments; every other fact is skipped. */
export const factDecoder = memberUpdateDecoder({ 'member.enrolled': true, 'transaction.processed': true });
