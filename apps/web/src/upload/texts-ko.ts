/** The texts of uploading. They come with the pages that upload. */
export const uploadKo = {
  choose: '파일을 끌어다 놓거나 눌러서 고르세요',
  dropHere: '여기에 놓으세요',
  limit: {
    document: 'PDF, PNG, JPEG · 20MB까지',
    picture: 'PNG, JPEG · 20MB까지',
  },
  checking: '파일을 확인하는 중',
  sending: '올리는 중',
  sent: '{{sent}} / {{total}}',
  storing: '다 보냈어요. 서버가 파일을 확인하고 있어요',
  done: '올렸어요',
  cancel: '올리기 취소',
  again: '다시 올리기',
  ask: '다시 확인',
  other: '다른 파일 고르기',
  failure: {
    several: '파일을 하나만 올려 주세요.',
    empty: '비어 있는 파일이에요.',
    tooLarge: '파일이 너무 커요. 20MB까지 올릴 수 있어요.',
    wrongType: {
      document: 'PDF, PNG, JPEG 파일만 올릴 수 있어요.',
      picture: 'PNG, JPEG 사진만 올릴 수 있어요.',
    },
    unreadable: '이 파일을 읽을 수 없어요. 지워졌거나 옮겨지지 않았는지 확인해 주세요.',
    insecure: '안전한 주소(https)로 열어야 파일을 올릴 수 있어요.',
    cancelled: '올리기를 취소했어요.',
    connection: '연결이 끊겨 다 보내지 못했어요.',
    expired: '올릴 수 있는 시간이 지났어요. 다시 올려 주세요.',
    storage: '보관소가 파일을 받지 못했어요. 잠시 후 다시 올려 주세요.',
    unsure: '파일은 보냈지만 서버의 답을 받지 못했어요. 다시 확인해 주세요.',
  },
};

export type UploadTexts = typeof uploadKo;
