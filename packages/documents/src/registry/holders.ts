import type { RegistryRight } from '@dungji/contracts';

/** Numbers of persons (masked or not) and of corporations have the same shape; all of them are taken out. */
const NUMBER = /\d{6}\s*-\s*[\d*]{7}/;
/** Also where a line was cut within one. */
export const NUMBERS_OF_PERSONS = /\d(?:\s?\d){5}\s*[-–—−－]\s*[\d*＊](?:\s?[\d*＊]){0,6}/g;

export const withoutNumbers = (text: string): string =>
  text.replace(NUMBERS_OF_PERSONS, '').replace(/ {2,}/g, ' ').trim();

const LABELS: Partial<Record<RegistryRight, readonly string[]>> = {
  TRUST: ['수탁자'],
  MORTGAGE: ['근저당권자', '저당권자', '채권자', '근질권자', '질권자'],
  JEONSE: ['전세권자'],
  LEASEHOLD_ORDER: ['임차권자', '주택임차권자'],
  SUPERFICIES: ['지상권자', '지역권자', '요역지'],
  PROVISIONAL_REGISTRATION: ['가등기권자', '권리자'],
  PROVISIONAL_SEIZURE: ['채권자'],
  INJUNCTION: ['채권자'],
  AUCTION: ['채권자', '압류권자'],
  SEIZURE: ['권리자'],
  OTHER: ['환매권자', '권리자', '채권자'],
};

/** Who holds the right, by the lines of the last column. null: nobody is named, or the name cannot be told. */
export function holderOf(right: RegistryRight, lines: readonly string[]): string | null {
  if (right === 'OWNERSHIP') {
    const names = personsFrom(lines).map((person) => person.name);
    return names.length > 0 ? names.join(', ') : renamedIn(lines);
  }
  for (const label of LABELS[right] ?? []) {
    const at = lines.findIndex((line) => startsWithLabel(line, label));
    if (at >= 0) return nameAfter(lines, at, label);
  }
  return null;
}

/** `홍길동의 주소 …`, `홍길동의 성명 길동이`: whom a change of the owner's data is about, by the newest name. */
function renamedIn(lines: readonly string[]): string | null {
  const match = /^(.{2,40}?)의\s*(주소|성명|명칭|상호)(?:\([가-힣]+\))?\s*(.*)$/.exec(lines.join(''));
  return match ? cleanName((match[2] === '주소' ? match[1] : match[3]) ?? '') : null;
}

function startsWithLabel(line: string, label: string): boolean {
  return line.replace(/\s+/g, '').startsWith(label);
}

function restAfter(line: string, label: string): string {
  let from = 0;
  for (const letter of label) {
    while (/\s/.test(line[from] ?? '')) from++;
    if (line[from] !== letter) return '';
    from++;
  }
  return line.slice(from).replace(/^[\s:：]+/, '');
}

const ADDRESS =
  /^[(（]|^(서울|부산|대구|인천|광주|대전|울산|세종|경기|강원|충청|충북|충남|전라|전북|전남|경상|경북|경남|제주)[가-힣]*\s*(특별|광역|자치|도|시|[가-힣]+[시군구]\s)|[가-힣]+(로|길)\s*\d|\d+번지|^[가-힣]+[시군구]\s+[가-힣]+[읍면동리로길구]/;

/** The name may go on on the next lines, up to its number; both may be cut anywhere. */
function nameAfter(lines: readonly string[], at: number, label: string): string | null {
  const first = restAfter(lines[at] ?? '', label);
  if (NUMBER.test(first)) return cleanName(first.split(NUMBER)[0] ?? '');
  let joined = first;
  for (const line of lines.slice(at + 1, at + 1 + NAME_LINES_MAX)) {
    if (ADDRESS.test(line) || OTHER_LABEL.test(line.replace(/\s+/g, ''))) break;
    joined += BEGINS_WITH_NUMBER.test(line) && !/\d$/.test(joined) ? ` ${line.trim()}` : line.trim();
    if (NUMBER.test(joined)) return cleanName(joined.split(NUMBER)[0] ?? '');
  }
  return cleanName(first);
}

const NAME_LINES_MAX = 3;
const BEGINS_WITH_NUMBER = /^\s*\d{6}\s*-/;

const OTHER_LABEL =
  /^(채권최고액|채권액|채무자|근저당권자|저당권자|전세권자|임차권자|채권자|권리자|처분청|소유자|공유자|수탁자|지분|거래가액|청구금액|피보전권리|금지사항|범위|존속기간|공동담보|신탁원부|관리자|취급지점|대위)/;

function cleanName(printed: string): string | null {
  const text = withoutNumbers(printed).replace(/\s*\d{5,}[^가-힣]*$/, '');
  const name = text
    .replace(/[\s,:：]+$/g, '')
    .replace(/^\s+/, '')
    .replace(/\s{2,}/g, ' ');
  return name === '' || !/[가-힣A-Za-z]/.test(name) ? null : name;
}

export interface Person {
  readonly name: string;
  /** `1/2`; null: none is printed. */
  readonly share: string | null;
}

const SHARE = /지분\s*(\d[\d,]*(?:\.\d+)?)\s*분의\s*(\d[\d,]*(?:\.\d+)?)/;

const OWNER_LABELS = ['소유자', '공유자', '합유자', '수탁자'];
const AFTER_OWNERS = /^(거래가액|신탁|관리청|대위|등기원인|수익자|위탁자)/;

/** `공유자 / 지분 2분의 1 / 이름 번호 / 주소 / 지분 2분의 1 / …`, `소유자 이름 번호`, `수탁자 …`, by the lines of a cell. */
export function personsFrom(lines: readonly string[]): Person[] {
  const persons: Person[] = [];
  let isList = false;
  let isMet = false;
  let share: string | null = null;
  /** A name that has begun; null between persons. */
  let begun: string | null = null;
  const end = () => {
    const name = begun === null ? null : cleanName(begun);
    if (name) persons.push({ name, share });
    begun = null;
    if (name) share = null;
  };
  for (const raw of lines) {
    let line = raw.trim();
    const label = OWNER_LABELS.find((each) => startsWithLabel(line, each));
    if (label) {
      end();
      isMet = true;
      isList = label === '공유자' || label === '합유자';
      line = restAfter(line, label);
      begun = '';
    }
    if (!isMet) continue;
    const part = SHARE.exec(line);
    if (part) {
      end();
      share = `${plain(part[2])}/${plain(part[1])}`;
      line = line.slice(part.index + part[0].length).trim();
      begun = '';
    }
    if (line === '') continue;
    if (AFTER_OWNERS.test(line.replace(/\s+/g, ''))) {
      end();
      begun = null;
      continue;
    }
    const number = NUMBER.exec(line);
    if (begun !== null) {
      const joined: string = begun + line;
      const cut = NUMBER.exec(joined);
      if (!cut && ADDRESS.test(line)) end();
      else begun = (cut ? joined.slice(0, cut.index) : joined).trim();
      if (cut) end();
    } else if (isList && number && /^[가-힣A-Za-z .]{2,}$/.test(line.slice(0, number.index).trim())) {
      begun = line.slice(0, number.index);
      end();
    }
  }
  end();
  return persons;
}

const plain = (digits: string | undefined): string => (digits ?? '').replaceAll(',', '');
