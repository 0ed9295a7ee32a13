/** Every reason why a message is given up. */
export const deadLetterReasons = [
  // The bytes.
  'NOT_WIRE_FORMAT',
  'UNKNOWN_SCHEMA',
  'UNDECODABLE',
  // What they say.
  'UNKNOWN_ENVIRONMENT',
  'NOT_OF_A_MEMBER',
  'INVALID_RECEIPT',
  'INVALID_EVENT',
  'INVALID_CREDIT',
  'INVALID_REDEEM',
  // Processing them.
  'PROCESSING_FAILED',
  'QUARANTINED',
] as const;
