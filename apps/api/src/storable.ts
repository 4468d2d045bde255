import { Refusal } from './errors.ts';

/** A zero byte or half a character: valid in JSON, impossible in a text of Postgres. */
const UNSTORABLE = /\0|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/** Far deeper than any honest input; the walk below goes down by calling itself. */
const DEPTH_MAX = 100;

/**
 * Refuses an input that holds a text which cannot be stored, and says where; no schema has to think of it.
 * The body limit bounds its width.
 *
 * @throws Refusal INVALID_INPUT with the fields
 */
export function requireStorable(input: unknown): void {
  const fieldErrors: Record<string, string[]> = Object.create(null);
  const look = (value: unknown, path: readonly string[]): void => {
    if (path.length > DEPTH_MAX)
      throw new Refusal('INVALID_INPUT', { fieldErrors: { _: ['is nested too deeply'] } });
    if (typeof value === 'string') {
      if (UNSTORABLE.test(value)) fieldErrors[path.join('.') || '_'] = ['holds a character that is none'];
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        look(key, [...path, '_']);
        look(inner, [...path, key]);
      }
    }
  };
  look(input, []);
  if (Object.keys(fieldErrors).length > 0) throw new Refusal('INVALID_INPUT', { fieldErrors });
}
