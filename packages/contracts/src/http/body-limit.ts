/** The bytes of a body whose operation names no bound of its own, and of one receipt wherever it comes from (D10). */
export const bodyBytesMax = 256 * 1024;
