/** What a name stands for now. */
export type Resolution =
  | { readonly ok: true; readonly addresses: readonly string[] }
  | {
      readonly ok: false;
      /**
       * UNKNOWN: it has no address. TOO_MANY: it has more than anybody needs (D114). SILENT: its name servers failed, or said nothing.
       * NO_TURN: they were not asked, because too many look-ups were under way.
       */
      readonly reason: 'UNKNOWN' | 'TOO_MANY' | 'SILENT' | 'NO_TURN';
    };
