/** Returns a new reference for a call that has none of its own, such as points that a person gives. */
export const newConsoleRef = (): string => `console-${crypto.randomUUID()}`;

const form = /^console-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** True for a reference of this console, which is on nobody's slip. */
export const isConsoleRef = (ref: string): boolean => form.test(ref);
