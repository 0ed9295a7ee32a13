/**
 * Returns the members of a body that differ from what was read. Only these are sent, so that nobody's change
 * of another member is lost.
 */
export const changedMembers = <Body extends object>(read: object, body: Body): Partial<Body> =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([name, value]) =>
        JSON.stringify(value) !== JSON.stringify((read as Readonly<Record<string, unknown>>)[name]),
    ),
  ) as Partial<Body>;
