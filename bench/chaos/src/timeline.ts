/** What was done and what was seen, in order, to be read when something went wrong. */
export interface Timeline {
  note(what: string): void;
  lines(): readonly string[];
}

export function startTimeline(isLoud: boolean): Timeline {
  const startedAt = performance.now();
  const lines: string[] = [];
  return {
    note(what) {
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(7);
      const line = `${seconds} s  ${new Date().toISOString().slice(11, 23)}  ${what}`;
      lines.push(line);
      if (isLoud) console.log(line);
    },
    lines: () => lines,
  };
}
