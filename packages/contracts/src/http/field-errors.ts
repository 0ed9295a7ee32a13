/** A refused field: its place (a JSON pointer, D7) and the reason, in a sentence that follows the field's name. */
export interface FieldError {
  readonly pointer: string;
  readonly message: string;
}

/** The result of a check: the usable value, or the reasons against it, at most {@link fieldErrorsMax}. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Readers need no more at once, and a response stays small whatever was sent. */
export const fieldErrorsMax = 20;

/** Names and values from a caller may have any length. Text about them is cut here, to keep responses small. */
export const errorTextMax = 512;

/** Returns a pointer to a member or an item, by RFC 6901. */
export const pointerTo = (parent: string, name: string | number): string =>
  `${parent}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Returns a refusal of one field. */
export const refused = (pointer: string, message: string): Checked<never> => ({
  ok: false,
  errors: [{ pointer, message }],
});
