import type { Invariant } from './world.ts';

/** Each number once and without gaps, up to the stream's own count. */
export const eventNumbers: Invariant = async ({ sql }) => {
  const { rows } = await sql.query<{ stream: string }>(
    `SELECT s.name AS stream FROM stream s LEFT JOIN event e ON e.stream = s.name
     GROUP BY s.name, s.last_seq
     HAVING count(e.seq) <> s.last_seq OR max(e.seq) <> s.last_seq OR min(e.seq) <> 1`,
  );
  return rows.map(({ stream }) => `the numbers of stream ${stream} have gaps`);
};

/** What open screens were told: everything to the last event, in order, each once; a snapshot begins anew. */
export const screens: Invariant = async ({ sql, people }) => {
  const { rows } = await sql.query<{ name: string; last: number }>(
    'SELECT name, last_seq::int AS last FROM stream',
  );
  const ends = new Map(rows.map(({ name, last }) => [name, last]));
  return [...people.users, ...people.operators].flatMap(({ id, screen }) => [
    ...screen.wrong.map((sentence) => `on the screen of ${id} ${sentence}`),
    ...[...screen.told].flatMap(([stream, lists]) => [
      ...lists
        .filter((seqs) => seqs.some((seq, index) => index > 0 && seq !== (seqs[index - 1] ?? 0) + 1))
        .map((seqs) => `the screen of ${id} was told ${stream} out of order: ${seqs.join(' ')}`),
      ...(lists.at(-1)?.at(-1) === (ends.get(stream) ?? 0)
        ? []
        : [`the screen of ${id} was told ${stream} to ${lists.at(-1)?.at(-1)} of ${ends.get(stream)}`]),
    ]),
  ]);
};
