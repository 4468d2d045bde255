export { contentDisposition } from './content-disposition.ts';
export {
  type ObjectDigest,
  type ObjectFacts,
  openStorage,
  type PresignedGet,
  type PresignedPut,
  type Storage,
  type StorageOptions,
} from './storage.ts';
export { StorageError, type StorageErrorReason } from './storage-error.ts';
