import type { Text } from './text.ts';

interface Reason {
  readonly httpStatus: number;
  /** tRPC's name for the status; `error.data.code` on the wire. */
  readonly code: string;
  /** The same call, repeated by a machine, may succeed. */
  readonly retryable: boolean;
  /** A card hidden optimistically comes back: the refusal changed nothing. */
  readonly restorable: boolean;
  readonly message: Text;
}

/** Why a procedure refused: a closed table. Message text is for people and never matched. */
const TABLE = {
  INVALID_INPUT: {
    httpStatus: 400,
    code: 'BAD_REQUEST',
    retryable: false,
    restorable: false,
    message: { ko: '입력한 내용을 확인해 주세요.', en: 'Please check what was entered.' },
  },
  UNAUTHENTICATED: {
    httpStatus: 401,
    code: 'UNAUTHORIZED',
    retryable: false,
    restorable: false,
    message: { ko: '로그인이 필요해요.', en: 'Please sign in.' },
  },
  FORBIDDEN: {
    httpStatus: 403,
    code: 'FORBIDDEN',
    retryable: false,
    restorable: false,
    message: { ko: '이 작업을 할 권한이 없어요.', en: 'You are not allowed to do this.' },
  },
  NOT_FOUND: {
    httpStatus: 404,
    code: 'NOT_FOUND',
    retryable: false,
    restorable: false,
    message: { ko: '찾을 수 없어요.', en: 'Not found.' },
  },
  PAYLOAD_TOO_LARGE: {
    httpStatus: 413,
    code: 'PAYLOAD_TOO_LARGE',
    retryable: false,
    restorable: false,
    message: { ko: '보낸 내용이 너무 커요.', en: 'The request is too large.' },
  },
  RATE_LIMITED: {
    httpStatus: 429,
    code: 'TOO_MANY_REQUESTS',
    retryable: true,
    restorable: true,
    message: {
      ko: '요청이 너무 잦아요. 잠시 후 다시 시도해 주세요.',
      en: 'Too many requests. Please wait a moment.',
    },
  },
  DISPATCH_FAILED: {
    httpStatus: 503,
    code: 'SERVICE_UNAVAILABLE',
    retryable: true,
    restorable: true,
    message: {
      ko: '지금은 작업을 시작할 수 없어요. 잠시 후 다시 시도해 주세요.',
      en: 'The work could not be queued. Please try again in a moment.',
    },
  },
  DEPENDENCY_DOWN: {
    httpStatus: 503,
    code: 'SERVICE_UNAVAILABLE',
    retryable: true,
    restorable: true,
    message: { ko: '서비스를 잠시 쓸 수 없어요.', en: 'The service is briefly unavailable.' },
  },
  ACTIVE_TASKS: {
    httpStatus: 409,
    code: 'CONFLICT',
    retryable: false,
    restorable: false,
    message: { ko: '진행 중인 작업이 있어요.', en: 'Work is still running.' },
  },
  IDEMPOTENCY_CONFLICT: {
    httpStatus: 409,
    code: 'CONFLICT',
    retryable: false,
    restorable: false,
    message: {
      ko: '같은 키로 다른 요청이 이미 있어요.',
      en: 'This key was already used for another request.',
    },
  },
  ALREADY_RESOLVED: {
    httpStatus: 409,
    code: 'CONFLICT',
    retryable: false,
    restorable: false,
    message: { ko: '이미 끝난 일이에요.', en: 'This has already been settled.' },
  },
  EXPIRED: {
    httpStatus: 409,
    code: 'CONFLICT',
    retryable: false,
    restorable: false,
    message: { ko: '기한이 지났어요.', en: 'This has expired.' },
  },
  REJECTED_CARD: {
    httpStatus: 409,
    code: 'CONFLICT',
    retryable: false,
    restorable: false,
    message: { ko: '이미 거절된 요청이에요.', en: 'This has been rejected.' },
  },
  INSUFFICIENT_CREDITS: {
    httpStatus: 402,
    code: 'PAYMENT_REQUIRED',
    retryable: false,
    restorable: false,
    message: { ko: '크레딧이 부족해요.', en: 'Not enough credits.' },
  },
  UPLOAD_MISMATCH: {
    httpStatus: 422,
    code: 'UNPROCESSABLE_CONTENT',
    retryable: false,
    restorable: false,
    message: { ko: '올린 파일이 알려 준 내용과 달라요.', en: 'The uploaded file is not what was announced.' },
  },
  UNSUPPORTED_DOCUMENT: {
    httpStatus: 422,
    code: 'UNPROCESSABLE_CONTENT',
    retryable: false,
    restorable: false,
    message: { ko: '아직 이 문서는 발급할 수 없어요.', en: 'This kind of document cannot be issued yet.' },
  },
  INTERNAL: {
    httpStatus: 500,
    code: 'INTERNAL_SERVER_ERROR',
    retryable: true,
    restorable: true,
    message: { ko: '알 수 없는 문제가 생겼어요.', en: 'Something unforeseen went wrong.' },
  },
} as const satisfies Record<string, Reason>;

export type ReasonName = keyof typeof TABLE;
export const REASONS: Readonly<Record<ReasonName, Reason>> = TABLE;
