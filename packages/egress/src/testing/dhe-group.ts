import { getDiffieHellman } from 'node:crypto';

/** Returns `SEQUENCE { p INTEGER, g INTEGER }` of a group of 8,192 bits (RFC 3526), as PEM. */
export const groupOf8192Bits = (): string => {
  const prime = getDiffieHellman('modp18').getPrime();
  const integers = Buffer.concat([
    Buffer.from([0x02, 0x82, 0x04, 0x01, 0x00]),
    prime,
    Buffer.from([0x02, 0x01, 0x02]),
  ]);
  const head = Buffer.from([0x30, 0x82, integers.length >> 8, integers.length & 255]);
  const text = Buffer.concat([head, integers]).toString('base64').replace(/.{64}/g, '$&\n');
  return `-----BEGIN DH PARAMETERS-----\n${text}\n-----END DH PARAMETERS-----\n`;
};
