/** A field that was refused: where (a JSON pointer, D7) and why, in a sentence that follows the field's name. */
export interface FieldError {
  readonly pointer: string;
  readonly message: string;
}

/** What a check gives: the value as it may be used, or the reasons against it, at most {@link fieldErrorsMax}. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: readonly FieldError[] };

/** Nobody reads more at once, and an answer stays small whatever was sent. */
export const fieldErrorsMax = 20;

/** A caller's own names and values may be of any length; what is said of them is cut here, for the same reason. */
export const errorTextMax = 512;

/** A pointer to a member or an item, by RFC 6901. */
export const pointerTo = (parent: string, name: string | number): string =>
  `${parent}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** A refusal of one field. */
export const refused = (pointer: string, message: string): Checked<never> => ({
  ok: false,
  errors: [{ pointer, message }],
});
