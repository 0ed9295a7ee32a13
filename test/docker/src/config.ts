/** Our own environment, which started programs inherit, with these variables on top. */
export const environmentWith = (variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...variables,
});

/** True when a release build asks for this tool: its absence is a failure there, and elsewhere a skip. */
export const isRequired = (tool: string): boolean =>
  (process.env['LOYALTY_REQUIRE'] ?? '').split(',').includes(tool);
