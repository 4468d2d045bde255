import type { UploadTexts } from './texts-ko.ts';

export const uploadEn: UploadTexts = {
  choose: 'Drop a file here, or press to choose one',
  dropHere: 'Drop it here',
  limit: {
    document: 'PDF, PNG or JPEG · up to 20 MB',
    picture: 'PNG or JPEG · up to 20 MB',
  },
  checking: 'Checking the file',
  sending: 'Uploading',
  sent: '{{sent}} of {{total}}',
  storing: 'All sent. The server is checking the file',
  done: 'Uploaded',
  cancel: 'Cancel upload',
  again: 'Upload again',
  ask: 'Check again',
  other: 'Choose another file',
  failure: {
    several: 'Please upload one file only.',
    empty: 'This file is empty.',
    tooLarge: 'This file is too large. Up to 20 MB can be uploaded.',
    wrongType: {
      document: 'Only PDF, PNG and JPEG files can be uploaded.',
      picture: 'Only PNG and JPEG pictures can be uploaded.',
    },
    unreadable: 'This file cannot be read. Was it deleted or moved?',
    insecure: 'Files can only be uploaded over a secure address (https).',
    cancelled: 'The upload was cancelled.',
    connection: 'The connection broke before everything was sent.',
    expired: 'The time to upload has passed. Please upload again.',
    storage: 'The storage did not take the file. Please try again in a moment.',
    unsure: 'The file was sent, but the server’s answer was lost. Please check again.',
  },
};
