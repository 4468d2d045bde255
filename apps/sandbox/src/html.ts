/** Markup that is safe to put on a page as it is. Only `html` and `trusted` make it. */
export class Html {
  constructor(readonly markup: string) {}
}

type Part = Html | string | number | null | undefined | false | readonly Part[];

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeText = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? letter);

function render(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (typeof part === 'object') return part.map(render).join('');
  return escapeText(String(part));
}

/** A template whose values are escaped, in text and in quoted attributes alike; nested `html` stays markup. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((all, text, index) => all + render(parts[index - 1]) + text));
}
