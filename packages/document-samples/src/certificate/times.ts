/** Korea has had one time zone without daylight saving since 1988. */
function inKorea(at: Date) {
  const shifted = new Date(at.getTime() + 9 * 60 * 60 * 1000);
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
    hour: shifted.getUTCHours(),
    minute: shifted.getUTCMinutes(),
    second: shifted.getUTCSeconds(),
  };
}

const two = (n: number) => String(n).padStart(2, '0');

/** `2026년01월23일 09시08분07초`: zero padded, as the body's footer has it. */
export function paddedTime(at: Date): string {
  const { year, month, day, hour, minute, second } = inKorea(at);
  return `${year}년${two(month)}월${two(day)}일 ${two(hour)}시${two(minute)}분${two(second)}초`;
}

/** `2026년 1월 23일 오전 9시12분34초`: not padded, as the summary has it. */
export function spokenTime(at: Date): string {
  const { year, month, day, hour, minute, second } = inKorea(at);
  const half = hour < 12 ? '오전' : '오후';
  return `${year}년 ${month}월 ${day}일 ${half} ${hour % 12 || 12}시${minute}분${second}초`;
}

/** `2024년 07월 31일 14시 32분 40초`: the summary of another printing program. */
export function spacedTime(at: Date): string {
  const { year, month, day, hour, minute, second } = inKorea(at);
  return `${year}년 ${two(month)}월 ${two(day)}일 ${two(hour)}시 ${two(minute)}분 ${two(second)}초`;
}

/** `2026/01/31`, on issued certificates. */
export function slashedDay(at: Date): string {
  const { year, month, day } = inKorea(at);
  return `${year}/${two(month)}/${two(day)}`;
}

/** `2026-01-31` */
export function isoDay(at: Date): string {
  return slashedDay(at).replaceAll('/', '-');
}

/** `서기 2026년 1월 31일` */
export function anno(at: Date): string {
  const { year, month, day } = inKorea(at);
  return `서기 ${year}년 ${month}월 ${day}일`;
}
