/** The present result for a name. */
export type Resolution =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | {
      readonly ok: false;
      /**
       * UNKNOWN: it has no address. TOO_MANY: it has too many (D114). SILENT: its name servers failed or did not respond.
       * NO_TURN: they were not contacted, because too many look-ups were running.
       */
      readonly reason: 'UNKNOWN' | 'TOO_MANY' | 'SILENT' | 'NO_TURN';
    };
