import type { Text } from './text.ts';

interface TaskError {
  /** Whether asking again makes sense to a person (TaskView.retryable); of an approval: whether its card comes back. */
  readonly retryable: boolean;
  /** Settled with this code, a task is put before the operators as well as its owner. */
  readonly needsPerson?: true;
  /** What happened; by itself while the server tries again, or where the screen says what can be done. */
  readonly cause: Text;
  /** What a person can do about it once the task has ended. */
  readonly advice?: Text;
}

/** Why a task FAILED: a closed table. A new code does not compile until it has texts and a class. */
const TABLE = {
  DISPATCH_FAILED: {
    retryable: true,
    cause: { ko: '지금은 작업을 시작할 수 없어요.', en: 'The work could not be queued.' },
    advice: { ko: '잠시 후 다시 시도해 주세요.', en: 'Please try again in a moment.' },
  },
  STALE_PENDING: {
    retryable: true,
    cause: {
      ko: '제때 시작하지 못해 요청을 끝냈어요.',
      en: 'No worker started in time, so the request was closed.',
    },
    advice: { ko: '다시 요청할 수 있어요.', en: 'You can ask again.' },
  },
  TIMEOUT: {
    retryable: true,
    cause: {
      ko: '정해진 시간 안에 끝나지 않아 멈췄어요.',
      en: 'It did not finish within its time limit and was stopped.',
    },
    advice: { ko: '다시 요청할 수 있어요.', en: 'You can ask again.' },
  },
  WORKER_LOST: {
    retryable: true,
    cause: {
      ko: '작업하던 서버가 응답하지 않아 멈췄어요.',
      en: 'The worker that ran this stopped answering.',
    },
    advice: { ko: '다시 요청해 주세요.', en: 'Please ask again.' },
  },
  AUTOMATION_FAILED: {
    retryable: true,
    cause: {
      ko: '발급 사이트에서 예상하지 못한 답이 왔어요.',
      en: 'The issuing site showed something unexpected.',
    },
    advice: { ko: '다시 요청해 주세요.', en: 'Please ask again.' },
  },
  PORTAL_DOWN: {
    retryable: true,
    cause: { ko: '발급 사이트에 연결되지 않아요.', en: 'The issuing site cannot be reached.' },
    advice: { ko: '잠시 후 다시 요청해 주세요.', en: 'Please ask again later.' },
  },
  ADDRESS_NOT_FOUND: {
    retryable: false,
    cause: {
      ko: '이 주소의 서류를 찾지 못했어요. 주소와 동·호수를 확인해 주세요.',
      en: 'No document was found for this address. Check the address and the unit.',
    },
  },
  DUPLICATE_PAYMENT: {
    retryable: false,
    cause: {
      ko: '이미 결제한 열람 건이 있어 다시 결제하지 않았어요.',
      en: 'This document was already paid for, so nothing was paid again.',
    },
  },
  OUTCOME_UNKNOWN: {
    retryable: false,
    needsPerson: true,
    cause: {
      ko: '결제가 되었는지 확인하지 못했어요. 담당자가 확인한 뒤 이어서 진행해요.',
      en: 'We could not tell whether the payment went through. A person is checking before anything continues.',
    },
  },
  UPLOAD_FAILED: {
    retryable: true,
    cause: { ko: '받은 문서를 보관하지 못했어요.', en: 'The document could not be stored.' },
    advice: { ko: '다시 요청해 주세요.', en: 'Please ask again.' },
  },
  SAVE_FAILED: {
    retryable: true,
    cause: { ko: '결과를 저장하지 못했어요.', en: 'The result could not be saved.' },
    advice: { ko: '다시 요청해 주세요.', en: 'Please ask again.' },
  },
  UNREADABLE_DOCUMENT: {
    retryable: false,
    cause: {
      ko: '문서를 읽을 수 없어요. 파일이 깨졌거나 비어 있어요.',
      en: 'The document cannot be read. The file is broken or empty.',
    },
  },
  OCR_FAILED: {
    retryable: true,
    cause: { ko: '문서의 글자를 읽지 못했어요.', en: 'The text of the document could not be read.' },
    advice: { ko: '다시 시도할 수 있어요.', en: 'You can try again.' },
  },
  STEP_FAILED: {
    retryable: true,
    cause: { ko: '단계를 마치지 못했어요.', en: 'A step could not be finished.' },
  },
  STEP_REJECTED: {
    retryable: false,
    cause: { ko: '상대 시스템이 이 단계를 거절했어요.', en: 'The other system refused this step.' },
  },
  PROVIDER_FAILED: {
    retryable: true,
    cause: { ko: '영상 생성이 실패했어요.', en: 'The video could not be generated.' },
  },
  PROVIDER_REJECTED: {
    retryable: false,
    cause: {
      ko: '생성 서비스가 이 요청을 거절했어요.',
      en: 'The generation service refused this request.',
    },
  },
  RESULT_MISSING: {
    retryable: true,
    cause: { ko: '생성 결과를 받지 못했어요.', en: 'The result of the generation never arrived.' },
  },
  ABANDONED: {
    retryable: true,
    cause: {
      ko: '하루 안에 끝나지 않아 그만두었어요.',
      en: 'It did not finish within a day and was given up.',
    },
  },
  CANCELLED: {
    retryable: true,
    cause: { ko: '요청을 취소했어요.', en: 'The request was cancelled.' },
  },
  UNKNOWN: {
    retryable: true,
    cause: { ko: '알 수 없는 문제가 생겼어요.', en: 'Something unforeseen went wrong.' },
    advice: { ko: '다시 요청해 주세요.', en: 'Please ask again.' },
  },
} as const satisfies Record<string, TaskError>;

export type TaskErrorName = keyof typeof TABLE;
export const TASK_ERROR_CODES = Object.keys(TABLE) as [TaskErrorName, ...TaskErrorName[]];

/** `message` is cause and advice together. */
export const TASK_ERRORS = Object.fromEntries(
  Object.entries<TaskError>(TABLE).map(([code, error]) => [code, { ...error, message: told(error) }]),
) as Readonly<Record<TaskErrorName, TaskError & { readonly message: Text }>>;

function told({ cause, advice }: TaskError): Text {
  return advice ? { ko: `${cause.ko} ${advice.ko}`, en: `${cause.en} ${advice.en}` } : cause;
}
