import type { FieldValues, Resolver } from 'react-hook-form';

/**
 * Checks a form by rules that come with its first submit: nobody needs them, and their library, to see the page. When they
 * can't be had the form goes unchecked, and the server, which decides anyway, says what is wrong.
 */
export const laterResolver =
  <Values extends FieldValues>(load: () => Promise<Resolver<Values>>): Resolver<Values> =>
  async (...asked) => {
    try {
      return await (await load())(...asked);
    } catch {
      return { values: asked[0], errors: {} };
    }
  };
