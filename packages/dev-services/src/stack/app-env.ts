import { join } from 'node:path';
import { ROOT, type Settings } from '../env.ts';
import type { Home } from '../state/home.ts';
import { secretsOf } from '../state/remembered.ts';
import type { Services } from './services.ts';

/** The addresses of the three parts people and programs speak to. */
export function addressesOf(ports: Settings['ports']) {
  return {
    webUrl: `http://127.0.0.1:${ports.web}`,
    apiUrl: `http://127.0.0.1:${ports.api}`,
    sandboxUrl: `http://127.0.0.1:${ports.sandbox}`,
  };
}

/** What the apps are told (CONTRACT §2). The outside world is the sandbox. */
export function appEnvOf(settings: Settings, services: Services, home: Home): Record<string, string> {
  const { webUrl, apiUrl, sandboxUrl } = addressesOf(settings.ports);
  return {
    NODE_ENV: 'development',
    // Node 20 is our floor until the SDK drops it; saying so at every start helps nobody.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    // Decorators compile only under a tsconfig that includes the file, and tsx looks at one alone.
    TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.json'),
    LOG_LEVEL: settings.logLevel,
    DATABASE_URL: services.databaseUrl,
    REDIS_URL: services.redisUrl,
    S3_ENDPOINT: services.s3.endpoint,
    S3_REGION: services.s3.region,
    S3_BUCKET: services.s3.bucket,
    S3_ACCESS_KEY_ID: services.s3.accessKeyId,
    S3_SECRET_ACCESS_KEY: services.s3.secretAccessKey,
    CHROMIUM_PATH: services.chromiumPath,
    ...(services.fontConfig ? { FONTCONFIG_FILE: services.fontConfig } : {}),
    AUTH_SECRET: secretsOf(home).authSecret,
    PUBLIC_URL: settings.publicUrl ?? webUrl,
    WEB_URL: webUrl,
    API_URL: apiUrl,
    WEB_CACHE_DIR: home.webCacheDir,
    WEB_PORT: String(settings.ports.web),
    API_PORT: String(settings.ports.api),
    SANDBOX_PORT: String(settings.ports.sandbox),
    SANDBOX_URL: sandboxUrl,
    REGISTRY_PORTAL_URL: `${sandboxUrl}/portal`,
    LEDGER_API_URL: `${sandboxUrl}/ledger`,
    LEDGER_API_KEY: 'sandbox-ledger-key',
    GENERATION_API_URL: `${sandboxUrl}/generation`,
    GENERATION_API_KEY: 'sandbox-generation-key',
    STEP_TARGET_ALLOWLIST: [new URL(sandboxUrl).host, ...settings.stepTargets].join(','),
  };
}
