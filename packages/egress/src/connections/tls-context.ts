import { constants } from 'node:crypto';
import { createSecureContext, type SecureContext } from 'node:tls';

/**
 * TLS for tenants' endpoints: 1.3, or 1.2 with ECDHE (D114). Every choice of the other side costs about a millisecond. With DHE
 * it would choose the group, and one of 8,192 bits takes two hundred milliseconds of the thread for each handshake.
 */
const ciphers = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'ECDHE-ECDSA-AES128-SHA256',
  'ECDHE-RSA-AES128-SHA256',
  'ECDHE-RSA-AES256-SHA384',
].join(':');

/** Curves that every server supports; a certificate's key must use one of them too. */
const curves = 'X25519:P-256:P-384';

/** Creates the TLS context; `ca`: authorities to trust in place of the well-known ones, as PEM. */
export const createTlsContext = (ca?: string): SecureContext =>
  createSecureContext({
    ...(ca === undefined ? {} : { ca }),
    minVersion: 'TLSv1.2',
    ciphers,
    ecdhCurve: curves,
    // A server may ask for a new handshake at any time, and as often as it likes.
    secureOptions: constants.SSL_OP_NO_RENEGOTIATION,
  });
