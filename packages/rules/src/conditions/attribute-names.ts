/** Of a receipt. */
export const attributesMax = 20;

const nameForm = /^[a-z][a-z0-9_]{0,63}$/;

export const isAttributeName = (name: string): boolean => nameForm.test(name);
