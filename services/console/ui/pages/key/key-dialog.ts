import type { Schemas } from '@loyalty/client';

/** The dialog changes a key, and is mounted while it is open. */
export interface KeyDialogProps {
  readonly apiKey: Schemas['ApiKey'];
  readonly onClose: () => void;
}

/** Reads that are no longer true once a key has changed. */
export const keyReads = ['getApiKey', 'listApiKeys', 'getEnvironment'] as const;
