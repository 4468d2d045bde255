import type { LedgerView } from '@dungji/contracts';
import { isoDayOf } from '../registry/days.ts';

type Change = LedgerView['violationHistory'][number];

const DAY = /\d{4}\s*\.\s*\d{1,2}\s*\.\s*\d{1,2}\s*\.?/g;
const WORD = /위반\s*건축물/g;
/** What is said behind the word 위반건축물. */
const RELEASED = /^(?:표[기시]|등재|기재)?(?:를|을|의)?(?:사항)?(?:해제|해지|삭제|말소|제외|정리|시정완료)/;
const MARKED = /^(?:로|임을|으로)?(?:표[기시]|등재|기재|지정|적발|건축물대장)/;
/** What a violation in force brings with it. */
const FORCE = /이행강제금(?:을)?부과(?!.{0,6}(?:해제|종결|완료|취소))/;
const REMEDY_ORDER = /시정명령|시정지시|시정촉구/;

/**
 * Whether the building is in violation now: by the mark beside the title, else by the last change on record. History that
 * ended in a release is no violation; without every page, silence proves nothing.
 */
export function violationOf(
  pages: readonly string[],
  complete: boolean,
): { violation: LedgerView['violation']; history: Change[] } {
  const history = pages.flatMap((page, index) => changesOn(page, index + 1)).sort(byDay);
  if (hasTitleMark(pages[0] ?? '')) return { violation: 'YES', history };
  const last = history.at(-1);
  if (last) return { violation: last.released ? (complete ? 'NO' : 'UNKNOWN') : 'YES', history };
  const text = pages.join('').replace(/\s+/g, '');
  if (FORCE.test(text)) return { violation: 'YES', history };
  if (REMEDY_ORDER.test(text)) return { violation: 'UNKNOWN', history };
  return { violation: complete ? 'NO' : 'UNKNOWN', history };
}

/** The mark is a word of its own: beside the title, or alone on its line. */
function hasTitleMark(page: string): boolean {
  return page.split('\n').some((line) => {
    const text = line.replace(/\s+/g, '');
    if (/^위반건축물$/.test(text) || /^\[?위반건축물\]?$/.test(text)) return true;
    return (
      /건축물대장\(.{1,12}\)/.test(text) && /위반건축물/.test(text) && !/위반건축물(표[기시]|해제)/.test(text)
    );
  });
}

/** Words that belong to one change reach this far before and behind the word 위반건축물. */
const CHANGE_CHARACTERS = 60;

function changesOn(page: string, number: number): Change[] {
  // Cells are cut anywhere, even within a day: lines are joined without a space.
  const text = page.replace(/[\s+]+/g, '');
  const days = [...text.matchAll(DAY)].map((match) => ({
    at: match.index,
    day: isoDayOf(match[0]),
    isOfLetter: text[match.index - 1] === '(',
  }));
  const changes: Change[] = [];
  for (const match of text.matchAll(WORD)) {
    const behind = text.slice(match.index + match[0].length);
    const released = RELEASED.test(behind);
    if (!released && !MARKED.test(behind)) continue;
    const before = days.filter(({ at, day }) => at < match.index && day !== null);
    const day = dayOfChange(before, match.index);
    changes.push({
      day,
      released,
      text: wordsOf(text.slice(match.index, match.index + CHANGE_CHARACTERS)),
      page: number,
    });
  }
  return changes;
}

/** Up to the next change, the end mark or the next heading. */
const wordsOf = (text: string): string =>
  text.split(/(?<!\()\d{4}\.\d{1,2}\.|-?이하여백|그밖의기재사항/)[0] ?? text;

/** `2023.5.2. 건축과-1234(2023.5.1.)호에 의거 …`: the day of the change stands first, that of the letter in brackets behind it. */
function dayOfChange(
  days: readonly { at: number; day: string | null; isOfLetter: boolean }[],
  at: number,
): string | null {
  const near = days.filter((day) => at - day.at <= CHANGE_CHARACTERS);
  return (near.findLast(({ isOfLetter }) => !isOfLetter) ?? near.at(-1) ?? days.at(-1))?.day ?? null;
}

/** Undated changes keep their place. */
const byDay = (a: Change, b: Change): number => (a.day && b.day ? a.day.localeCompare(b.day) : 0);
