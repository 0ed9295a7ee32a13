interface Place {
  readonly source: string;
  readonly tenantId: string;
  readonly mode: string;
  readonly apiUrl: string;
}

/** Returns the command that judges a file of members and stores none, with the environment that is shown. */
export const checkCommandOf = ({ source, tenantId, mode, apiUrl }: Place): string =>
  [
    'loyaltyctl members import members.csv',
    `--source ${source} --check`,
    `--tenant ${tenantId} --mode ${mode}`,
    `--base-url ${apiUrl} --key "$LOYALTY_KEY"`,
  ].join(' \\\n  ');
