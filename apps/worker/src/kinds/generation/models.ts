import type { GenerationSeconds } from '@dungji/contracts';
import { z } from 'zod';

/** Which model makes a video of that length. */
export const MODELS: Readonly<Record<GenerationSeconds, string>> = {
  5: 'motion-lite',
  10: 'motion',
  30: 'motion-long',
};

const Urls = z.array(z.string());
const fromJson = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue('is no JSON');
    return z.NEVER;
  }
});

/** Where models put the address of what they made. They were made by different people. */
const PLACES: readonly ((data: unknown) => string | undefined)[] = [
  (data) => z.object({ resultUrls: Urls }).safeParse(data).data?.resultUrls[0],
  (data) =>
    z.object({ resultJson: fromJson.pipe(z.object({ resultUrls: Urls })) }).safeParse(data).data?.resultJson
      .resultUrls[0],
  (data) =>
    z.object({ output: z.object({ video: z.object({ url: z.string() }) }) }).safeParse(data).data?.output
      .video.url,
];

/** The address of the result, wherever the model put it. Null: there is none. */
export function resultUrlIn(data: unknown): string | null {
  for (const place of PLACES) {
    const url = place(data)?.trim();
    if (url) return url;
  }
  return null;
}
