/** The bytes of a body whose operation sets no bound of its own, and of one receipt from any source (D10). */
export const bodyBytesMax = 256 * 1024;
