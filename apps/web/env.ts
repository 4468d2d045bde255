import { z } from 'zod';

const port = (defaultPort: number) => z.coerce.number().int().min(1).max(65_535).default(defaultPort);

const Env = z.object({
  WEB_PORT: port(5173),
  API_PORT: port(4000),
  API_URL: z.url().optional(),
  WEB_CACHE_DIR: z.string().min(1).optional(),
});

/** Where the page is served in development, and which api it speaks to. */
export interface WebEnv {
  webPort: number;
  apiUrl: string;
  /** Where Vite keeps its bundles, for a second server beside the usual one. */
  cacheDir: string | undefined;
}

/** The only reader of process.env here. A bad value is named in one line and ends the start. */
export function readEnv(source: NodeJS.ProcessEnv): WebEnv {
  const parsed = Env.safeParse(source);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`web: ${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'bad value'}`);
  }
  const { WEB_PORT, API_PORT, API_URL, WEB_CACHE_DIR } = parsed.data;
  return {
    webPort: WEB_PORT,
    apiUrl: API_URL ?? `http://127.0.0.1:${API_PORT}`,
    cacheDir: WEB_CACHE_DIR,
  };
}

/** The Chromium that runs the stories; Debian's own unless told otherwise. */
export const chromiumPath = (source: NodeJS.ProcessEnv): string =>
  source.CHROMIUM_PATH ?? '/usr/bin/chromium';
