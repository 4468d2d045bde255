import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The tables of better-auth and its API-key plugin. Column names are better-auth's own, so its adapter needs no mapping.
 * Everything below belongs to better-auth; the product writes only `role` and `locale` of a user.
 */
export class AuthTables1764400000001 implements MigrationInterface {
  readonly name = 'AuthTables1764400000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE auth_user (
        "id" text CONSTRAINT auth_user_pkey PRIMARY KEY,
        "name" text NOT NULL,
        "email" text NOT NULL CONSTRAINT auth_user_email_is_unique UNIQUE,
        "emailVerified" boolean NOT NULL,
        "image" text,
        "createdAt" timestamptz NOT NULL DEFAULT now(),
        "updatedAt" timestamptz NOT NULL DEFAULT now(),
        "role" text NOT NULL DEFAULT 'member',
        "locale" text NOT NULL DEFAULT 'ko',
        CONSTRAINT user_id_has_its_prefix CHECK ("id" LIKE 'usr\\_%'),
        CONSTRAINT role_is_known CHECK ("role" IN ('member', 'operator', 'admin')),
        CONSTRAINT locale_is_known CHECK ("locale" IN ('ko', 'en'))
      )`);
    await runner.query(`
      CREATE TABLE auth_session (
        "id" text CONSTRAINT auth_session_pkey PRIMARY KEY,
        "expiresAt" timestamptz NOT NULL,
        "token" text NOT NULL CONSTRAINT auth_session_token_is_unique UNIQUE,
        "createdAt" timestamptz NOT NULL DEFAULT now(),
        "updatedAt" timestamptz NOT NULL,
        "ipAddress" text,
        "userAgent" text,
        "userId" text NOT NULL CONSTRAINT session_belongs_to_user REFERENCES auth_user ("id") ON DELETE CASCADE
      )`);
    await runner.query(`CREATE INDEX session_of_user ON auth_session ("userId")`);
    await runner.query(`
      CREATE TABLE auth_account (
        "id" text CONSTRAINT auth_account_pkey PRIMARY KEY,
        "accountId" text NOT NULL,
        "providerId" text NOT NULL,
        "userId" text NOT NULL CONSTRAINT account_belongs_to_user REFERENCES auth_user ("id") ON DELETE CASCADE,
        "accessToken" text,
        "refreshToken" text,
        "idToken" text,
        "accessTokenExpiresAt" timestamptz,
        "refreshTokenExpiresAt" timestamptz,
        "scope" text,
        "password" text,
        "createdAt" timestamptz NOT NULL DEFAULT now(),
        "updatedAt" timestamptz NOT NULL
      )`);
    await runner.query(`CREATE INDEX account_of_user ON auth_account ("userId")`);
    await runner.query(`
      CREATE TABLE auth_verification (
        "id" text CONSTRAINT auth_verification_pkey PRIMARY KEY,
        "identifier" text NOT NULL,
        "value" text NOT NULL,
        "expiresAt" timestamptz NOT NULL,
        "createdAt" timestamptz NOT NULL DEFAULT now(),
        "updatedAt" timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query(`CREATE INDEX verification_by_identifier ON auth_verification ("identifier")`);
    await runner.query(`
      CREATE TABLE auth_apikey (
        "id" text CONSTRAINT auth_apikey_pkey PRIMARY KEY,
        "configId" text NOT NULL,
        "name" text,
        "start" text,
        "referenceId" text NOT NULL,
        "prefix" text,
        "key" text NOT NULL,
        "refillInterval" integer,
        "refillAmount" integer,
        "lastRefillAt" timestamptz,
        "enabled" boolean,
        "rateLimitEnabled" boolean,
        "rateLimitTimeWindow" integer,
        "rateLimitMax" integer,
        "requestCount" integer,
        "remaining" integer,
        "lastRequest" timestamptz,
        "expiresAt" timestamptz,
        "createdAt" timestamptz NOT NULL,
        "updatedAt" timestamptz NOT NULL,
        "permissions" text,
        "metadata" text
      )`);
    await runner.query(`CREATE INDEX apikey_by_config ON auth_apikey ("configId")`);
    await runner.query(`CREATE INDEX apikey_of_user ON auth_apikey ("referenceId")`);
    await runner.query(`CREATE INDEX apikey_by_hash ON auth_apikey ("key")`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE auth_apikey, auth_verification, auth_account, auth_session, auth_user');
  }
}
