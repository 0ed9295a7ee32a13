import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose';
import { permissionWords, wordsOf } from '@loyalty/contracts/permissions';
import { Fault } from '@loyalty/kernel';
import type { Mode } from '@loyalty/rules';
import {
  durationOption,
  type EnvironmentName,
  examples,
  modeOption,
  parseDurationS,
  parseName,
  tenantOption,
} from '../arguments.ts';
import type { CommandContext, CommandOutcome, Session } from '../session.ts';
import { ensureKeyPair, jwtFolder, type KeyPair } from './key-pair.ts';

interface TokenFlags extends EnvironmentName {
  readonly scope: string;
  readonly subject: string;
  readonly ttl: number;
}

const explanation = `
The token is signed with .loyalty/jwt/private.pem, which the first run creates. An ingress accepts it if it runs with
JWT_PUBLIC_KEY_FILE=.loyalty/jwt/public.pem, and with the same JWT_ISSUER, JWT_AUDIENCE and JWT_MAX_LIFETIME as this
command.
`;

/** Adds the command that creates tokens, for development (D4). */
export const addTokenCommand = (command: Command, session: Session): void => {
  command
    .addOption(tenantOption().makeOptionMandatory())
    .addOption(modeOption().makeOptionMandatory())
    .option(
      '--scope <scope>',
      'permissions, roles or legacy scopes, separated by spaces; docs/reference/permissions.md lists them',
      parseScope,
      'admin',
    )
    .option('--subject <name>', 'the subject of the token: who uses it', parseName, 'loyaltyctl')
    .addOption(durationOption('--ttl <time>', 'how long the token is valid', '1h'))
    .addHelpText(
      'after',
      explanation +
        examples(
          "token --tenant 0198c0de-0000-7000-8000-000000000001 --mode live --scope 'read write' --ttl 15m",
          'token --tenant … --mode live --scope till',
          'token --tenant … --mode test --json',
        ),
    )
    .action(session.action(sign));
};

const sign = async (task: CommandContext, flags: TokenFlags): Promise<CommandOutcome> => {
  requireLifetime(flags.ttl, task.config.jwtMaxLifetime);
  const pair = await ensureKeyPair(jwtFolder(task));
  const { token, kid, expiresAtS } = await signToken(pair, {
    tenantId: flags.tenant,
    mode: flags.mode,
    scope: flags.scope,
    subject: flags.subject,
    issuer: task.config.jwtIssuer,
    audience: task.config.jwtAudience,
    issuedAtS: Math.floor(Date.now() / 1_000),
    ttlS: flags.ttl,
  });
  task.say(token);
  const expiresAt = new Date(expiresAtS * 1_000).toISOString();
  return { document: { token, kid, expiresAt, publicKeyFile: pair.publicKeyPath } };
};

/** An ingress refuses a token that lives longer (D305). Throws a Fault. */
const requireLifetime = (ttlS: number, max: string): void => {
  if (ttlS <= parseDurationS(max)) return;
  throw new Fault(
    'TOKEN_TOO_LONG',
    `An ingress refuses tokens that are valid for longer than ${max}: pass --ttl ${max}, or set JWT_MAX_LIFETIME both here and for the ingress.`,
  );
};

const parseScope = (text: string): string => {
  const wanted = wordsOf(text.replaceAll(/\s/g, ' '));
  const unknown = wanted.filter((word) => !permissionWords.includes(word));
  if (wanted.length > 0 && unknown.length === 0) return wanted.join(' ');
  throw new InvalidArgumentError(
    `${unknown.length === 0 ? 'It must not be empty.' : `Unknown: ${unknown.join(', ')}.`} Choose from ${permissionWords.join(', ')}.`,
  );
};

/** RS256 is the only algorithm that the ingress accepts (D4). */
const signToken = async (
  { privateKey, publicKey }: Pick<KeyPair, 'privateKey' | 'publicKey'>,
  claims: {
    readonly tenantId: string;
    readonly mode: Mode;
    /** Scopes are separated by spaces. */
    readonly scope: string;
    readonly subject: string;
    readonly issuer: string;
    readonly audience: string;
    /** The token is valid from this time on, in seconds since the epoch. */
    readonly issuedAtS: number;
    readonly ttlS: number;
  },
): Promise<{
  readonly token: string;
  /** The RFC 7638 thumbprint of the key. */
  readonly kid: string;
  readonly expiresAtS: number;
}> => {
  const kid = await calculateJwkThumbprint(await exportJWK(publicKey));
  const expiresAtS = claims.issuedAtS + claims.ttlS;
  const token = await new SignJWT({ tenant_id: claims.tenantId, env: claims.mode, scope: claims.scope })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid })
    .setSubject(claims.subject)
    .setIssuer(claims.issuer)
    .setAudience(claims.audience)
    .setIssuedAt(claims.issuedAtS)
    .setNotBefore(claims.issuedAtS)
    .setExpirationTime(expiresAtS)
    .setJti(randomUUID())
    .sign(privateKey);
  return { token, kid, expiresAtS };
};
