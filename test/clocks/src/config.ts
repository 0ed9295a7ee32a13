/** Returns the environment of this process with `variables` on top, for programs that it starts. */
export const environmentWith = (variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv => ({
  ...process.env,
  ...variables,
});
