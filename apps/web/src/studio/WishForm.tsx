import { DocumentId } from '@dungji/contracts';
import { usePage } from '../page/page.ts';
import { useUpload } from '../upload/use-upload.ts';
import { useUploadCalls } from '../upload/use-upload-calls.ts';
import { PicturePicker } from './PicturePicker.tsx';
import { StudioForm, type StudioFormProps } from './StudioForm.tsx';
import { usePicture, usePictures } from './use-picture.ts';

interface WishFormProps extends Omit<StudioFormProps, 'picture' | 'isUploading'> {
  /** Pictures of one's own, newest first. */
  recent: readonly DocumentId[];
}

/** The form with its picture: uploaded here, or one of those used before. */
export function WishForm({ recent, ...form }: WishFormProps) {
  const { queries } = usePage();
  const { wish, onWish } = form;
  const upload = useUpload({
    calls: useUploadCalls(),
    purpose: { docType: 'PICTURE' },
    onDone: (documentId) => {
      choose(DocumentId.parse(documentId));
      void queries.documents.list.invalidate();
    },
  });
  const choose = (imageDocumentId: DocumentId | null) => onWish((shown) => ({ ...shown, imageDocumentId }));
  const chosenUrl = usePicture(wish.imageDocumentId);
  const { phase } = upload.state;

  async function takeSample(): Promise<void> {
    const { samplePicture } = await import('./sample-picture.ts');
    upload.choose([await samplePicture()]);
  }

  return (
    <StudioForm
      {...form}
      isUploading={phase === 'checking' || phase === 'sending' || phase === 'storing'}
      picture={
        <PicturePicker
          chosen={wish.imageDocumentId === null ? null : { documentId: wish.imageDocumentId, url: chosenUrl }}
          recent={usePictures(recent)}
          upload={upload}
          onSample={import.meta.env.PROD ? null : () => void takeSample()}
          onChoose={choose}
          onClear={() => {
            upload.reset();
            choose(null);
          }}
        />
      }
    />
  );
}
