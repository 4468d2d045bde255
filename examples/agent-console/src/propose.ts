import type { ApprovalView, DungjiClient } from '@dungji/client';
import type { Bundle } from './profile.ts';

/** What a day has brought, in the order in which it goes into the profile. */
export const eveningOf = (day: string): Bundle[] =>
  PARTS.map(({ heading, lines }, index) => ({ day, position: index + 1, heading, lines }));

const PARTS = [
  { heading: '관심 지역', lines: ['망원동과 성산동을 자주 찾아봐요'] },
  { heading: '회고', lines: ['반지하는 후보에서 빼기로 했어요'] },
  { heading: '목표', lines: ['3월 안에 전세 계약을 마치고 싶어요'] },
  { heading: '다음 할 일', lines: ['토요일 오전에 두 집을 보러 가요'] },
];

/**
 * Puts the merge before an operator, as a card. Nothing happens until somebody approves it.
 * @param day makes the proposal the same one however often it is made: a restarted program opens no second card
 */
export const proposeEveningMerge = (
  dungji: DungjiClient,
  mergeUrl: string,
  day: string,
): Promise<ApprovalView> =>
  dungji.approvals.open({
    title: '저녁 프로필 병합',
    summary: `${day}에 모은 네 묶음을 프로필 문서에 차례로 합쳐요.`,
    steps: eveningOf(day).map((bundle) => ({
      name: `${bundle.heading} 병합`,
      action: 'http.post',
      input: { url: mergeUrl, body: { ...bundle } },
    })),
    idempotencyKey: `evening-merge-${day}`,
  });
