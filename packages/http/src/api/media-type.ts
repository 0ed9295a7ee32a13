import type { IncomingHttpHeaders } from 'node:http';

const jsonType = /^application\/(?:[\w.!#$&^-]+\+)?json$/i;
const foreignCharset = /^charset=(?!"?utf-?8"?$)/i;

/** Returns true for `application/json` and `application/…+json` in UTF-8, not compressed: the only bodies that are read. */
export const isJson = (headers: IncomingHttpHeaders): boolean => {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') return false;
  const header = headers['content-type'] ?? '';
  if (header === 'application/json') return true;
  const [type = '', ...parameters] = header.split(';').map((part) => part.trim());
  return jsonType.test(type) && !parameters.some((parameter) => foreignCharset.test(parameter));
};
