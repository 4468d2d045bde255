import { EntitySchema } from 'typeorm';
import { authTime, byDefault, byNow, checks, flag, integer, key, optional, text } from './columns.ts';

// Property names are better-auth's column names; its adapter writes these rows.

export const AuthUser = new EntitySchema({
  name: 'auth_user',
  columns: {
    id: key('auth_user_pkey'),
    name: text,
    email: text,
    emailVerified: flag,
    image: optional(text),
    createdAt: byNow(authTime),
    updatedAt: byNow(authTime),
    role: byDefault('member', text),
    locale: byDefault('ko', text),
  },
  uniques: [{ name: 'auth_user_email_is_unique', columns: ['email'] }],
  checks: checks({
    user_id_has_its_prefix: `"id" LIKE 'usr\\_%'`,
    role_is_known: `"role" IN ('member', 'operator', 'admin')`,
    locale_is_known: `"locale" IN ('ko', 'en')`,
  }),
});

const belongsToUser = (name: string) => ({
  name,
  target: 'auth_user',
  columnNames: ['userId'],
  referencedColumnNames: ['id'],
  onDelete: 'CASCADE' as const,
});

export const AuthSession = new EntitySchema({
  name: 'auth_session',
  columns: {
    id: key('auth_session_pkey'),
    expiresAt: authTime,
    token: text,
    createdAt: byNow(authTime),
    updatedAt: authTime,
    ipAddress: optional(text),
    userAgent: optional(text),
    userId: text,
  },
  uniques: [{ name: 'auth_session_token_is_unique', columns: ['token'] }],
  indices: [{ name: 'session_of_user', columns: ['userId'] }],
  foreignKeys: [belongsToUser('session_belongs_to_user')],
});

export const AuthAccount = new EntitySchema({
  name: 'auth_account',
  columns: {
    id: key('auth_account_pkey'),
    accountId: text,
    providerId: text,
    userId: text,
    accessToken: optional(text),
    refreshToken: optional(text),
    idToken: optional(text),
    accessTokenExpiresAt: optional(authTime),
    refreshTokenExpiresAt: optional(authTime),
    scope: optional(text),
    password: optional(text),
    createdAt: byNow(authTime),
    updatedAt: authTime,
  },
  indices: [{ name: 'account_of_user', columns: ['userId'] }],
  foreignKeys: [belongsToUser('account_belongs_to_user')],
});

export const AuthVerification = new EntitySchema({
  name: 'auth_verification',
  columns: {
    id: key('auth_verification_pkey'),
    identifier: text,
    value: text,
    expiresAt: authTime,
    createdAt: byNow(authTime),
    updatedAt: byNow(authTime),
  },
  indices: [{ name: 'verification_by_identifier', columns: ['identifier'] }],
});

export const AuthApikey = new EntitySchema({
  name: 'auth_apikey',
  columns: {
    id: key('auth_apikey_pkey'),
    configId: text,
    name: optional(text),
    start: optional(text),
    /** The user. */
    referenceId: text,
    prefix: optional(text),
    /** Hashed by better-auth. */
    key: text,
    refillInterval: optional(integer),
    refillAmount: optional(integer),
    lastRefillAt: optional(authTime),
    enabled: optional(flag),
    rateLimitEnabled: optional(flag),
    rateLimitTimeWindow: optional(integer),
    rateLimitMax: optional(integer),
    requestCount: optional(integer),
    remaining: optional(integer),
    lastRequest: optional(authTime),
    expiresAt: optional(authTime),
    createdAt: authTime,
    updatedAt: authTime,
    permissions: optional(text),
    metadata: optional(text),
  },
  indices: [
    { name: 'apikey_by_config', columns: ['configId'] },
    { name: 'apikey_of_user', columns: ['referenceId'] },
    { name: 'apikey_by_hash', columns: ['key'] },
  ],
});
