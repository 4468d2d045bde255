import { rmSync } from 'node:fs';
import type { Home } from '../state/home.ts';
import { writeJson } from '../state/json-file.ts';
import type { Infra } from './infra-file.ts';
import type { PartName, PartState } from './parts.ts';

/** CONTRACT §1. Whoever tests the stack from outside starts here. */
export interface ServicesFile {
  databaseUrl: string;
  redisUrl: string;
  s3: { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string };
  webUrl: string;
  apiUrl: string;
  sandboxUrl: string;
  pids: {
    api: number;
    workers: number[];
    sandbox: number;
    web: number;
    postgres?: number;
    redis?: number;
    s3?: number;
  };
}

/** @param parts all that are wanted, each ready */
export function composeServices(infra: Infra, parts: PartState[]): ServicesFile {
  const setting = (name: string) => infra.appEnv[name] ?? '';
  const pidsOf = (part: PartName) =>
    parts.find((one) => one.part === part)?.processes.map((one) => one.pid) ?? [];
  return {
    databaseUrl: setting('DATABASE_URL'),
    redisUrl: setting('REDIS_URL'),
    s3: {
      endpoint: setting('S3_ENDPOINT'),
      bucket: setting('S3_BUCKET'),
      accessKeyId: setting('S3_ACCESS_KEY_ID'),
      secretAccessKey: setting('S3_SECRET_ACCESS_KEY'),
    },
    webUrl: setting('WEB_URL'),
    apiUrl: setting('API_URL'),
    sandboxUrl: new URL(setting('REGISTRY_PORTAL_URL')).origin,
    pids: {
      api: pidsOf('api')[0] ?? 0,
      workers: pidsOf('worker'),
      sandbox: pidsOf('sandbox')[0] ?? 0,
      web: pidsOf('web')[0] ?? 0,
      ...infra.pids,
    },
  };
}

export function writeServices(home: Home, services: ServicesFile): void {
  writeJson(home.servicesFile, services);
}

export function removeServices(home: Home): void {
  rmSync(home.servicesFile, { force: true });
}
