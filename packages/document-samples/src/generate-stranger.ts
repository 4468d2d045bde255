import { builder, person, REGIONS, won } from './fiction.ts';
import { drawPdf } from './print/draw-pdf.ts';
import { BLACK, type Mark, type Page, PORTRAIT } from './print/page.ts';
import { drawFrom } from './random.ts';
import type { Printed } from './scan.ts';

/** Papers that people take for a register, or upload in its place. */
export const STRANGERS = ['corporate-register', 'application', 'receipt', 'lease', 'letter'] as const;
export type Stranger = (typeof STRANGERS)[number];

/** A document that is no register of property and no ledger, however much it sounds like one. */
export async function generateStranger(
  seed: string,
  kind: Stranger,
): Promise<Printed & { readonly pdf: Uint8Array }> {
  const draw = drawFrom(`stranger:${seed}`);
  const company = builder(draw);
  const tenant = person(draw);
  const place = `${draw.pick(REGIONS)} 가상동 ${draw.integer(1, 899)}-${draw.integer(1, 99)}`;
  const lines: Readonly<Record<Stranger, readonly string[]>> = {
    'corporate-register': [
      '등기사항전부증명서(현재 유효사항) [제출용]',
      '등기번호 000123   등록번호 110111-0000001',
      `상 호  ${company.name}`,
      `본 점  ${place}`,
      '1주의 금액  금5,000원',
      '발행할 주식의 총수  1,000,000주',
      '목 적  1. 부동산 임대업  2. 근저당권설정 및 채권 관리업  3. 위 각호에 부대하는 사업',
      '임원에 관한 사항',
      `사내이사 ${tenant.name} ${tenant.number}`,
      '-- 이 하 여 백 --',
      '관할등기소 서울둥지지방법원 등기국',
    ],
    application: [
      '등기신청사건 처리현황',
      `부동산 고유번호 1101-2099-${String(draw.integer(1, 999_999)).padStart(6, '0')}`,
      `[집합건물] ${place} 둥지타운 제3층 제302호`,
      `접수번호 제${draw.integer(1_000, 99_999)}호   등기목적 근저당권설정   처리상태 조사대기`,
      '신청사건 처리중인 등기부입니다.',
    ],
    receipt: [
      '등기사항증명서 열람 수수료 영수증',
      `[집합건물] ${place}`,
      '등기사항전부증명서(말소사항 포함) 1통',
      '수수료 700원 영수함',
    ],
    lease: [
      '주택임대차표준계약서',
      `소재지 ${place} 제302호   전유부분 25.59㎡`,
      `보증금 ${won(draw.integer(50, 400) * 1_000_000)}`,
      `임대인 ${person(draw, [tenant.name]).name}   임차인 ${tenant.name}`,
      '특약사항: 임대인은 잔금일까지 근저당권(채권최고액 금120,000,000원)을 말소하기로 한다.',
      '등기사항증명서 및 건축물대장을 확인하였음.',
    ],
    letter: ['안녕하십니까', '이번 달 관리비 안내문을 보내 드립니다.', `합계 ${won(123_450)}`],
  };
  const marks = lines[kind].map(
    (text, index): Mark => ({
      type: 'text',
      x: 60,
      y: 90 + index * 28,
      size: index === 0 ? 17 : 10,
      text,
      color: BLACK,
    }),
  );
  const pages: readonly Page[] = [marks];
  const printedAt = new Date(Date.UTC(2026, 0, 23));
  return { pages, pdf: await drawPdf(pages, printedAt), printedAt, typeface: 'gothic', paper: PORTRAIT };
}
