import type { Schemas } from '@loyalty/client';

/** The properties of a dialog that changes a key; the dialog is mounted while it is open. */
export interface KeyDialogProps {
  readonly apiKey: Schemas['ApiKey'];
  readonly onClose: () => void;
}

/** The reads that are no longer true once a key has changed. */
export const keyReads = ['getApiKey', 'listApiKeys', 'getEnvironment'] as const;
