import type { DocumentId } from '@dungji/contracts';
import { Images } from 'lucide-react';
import { RadioGroup } from 'radix-ui';
import { useId } from 'react';
import { Button } from '../ui/Button.tsx';
import { UploadBox } from '../upload/UploadBox.tsx';
import type { Upload } from '../upload/use-upload.ts';
import { Picture } from './Picture.tsx';
import { useStudioText } from './use-studio-text.ts';

/** A picture that can be chosen. `undefined`: its link is not here yet; `null`: it cannot be had. */
export interface ShownPicture {
  documentId: DocumentId;
  url: string | null | undefined;
}

interface PicturePickerProps {
  chosen: ShownPicture | null;
  recent: readonly ShownPicture[];
  upload: Upload;
  /** Uploads a picture that comes with the page; `null` where there is none. */
  onSample: (() => void) | null;
  onChoose: (documentId: DocumentId) => void;
  /** Back to choosing. */
  onClear: () => void;
}

/** One picture: a new one, or one of the last ones used. */
export function PicturePicker({ chosen, recent, upload, onSample, onChoose, onClear }: PicturePickerProps) {
  const t = useStudioText();
  const titleId = useId();
  const isIdle = upload.state.phase === 'idle' || upload.state.phase === 'done';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere
    <div role="group" aria-labelledby={titleId} className="grid gap-3">
      <div className="-mb-1.5 flex min-h-6 items-baseline justify-between gap-3">
        <span id={titleId} className="text-sm font-semibold">
          {t('picture.title')}
        </span>
        {chosen && isIdle && (
          <button type="button" onClick={onClear} className="rounded-md text-sm text-accent underline">
            {t('picture.other')}
          </button>
        )}
      </div>
      {chosen && isIdle ? (
        <Picture
          url={chosen.url}
          alt={t('picture.chosen')}
          className="aspect-video w-full rounded-2xl ring-1 ring-line"
        />
      ) : (
        <UploadBox {...upload} label={t('picture.upload')} accept="picture" />
      )}
      {upload.state.phase === 'idle' && !chosen && onSample && (
        <Button look="quiet" size="small" className="-mt-1 -ml-3 justify-self-start" onClick={onSample}>
          <Images aria-hidden className="size-4" />
          {t('picture.sample')}
        </Button>
      )}
      {recent.length > 0 && isIdle && <Recent recent={recent} chosen={chosen} onChoose={onChoose} />}
    </div>
  );
}

type RecentProps = Pick<PicturePickerProps, 'recent' | 'chosen' | 'onChoose'>;

function Recent({ recent, chosen, onChoose }: RecentProps) {
  const t = useStudioText();
  return (
    <RadioGroup.Root
      aria-label={t('picture.recent')}
      value={chosen?.documentId ?? ''}
      onValueChange={(next) => {
        const picture = recent.find(({ documentId }) => documentId === next);
        if (picture) onChoose(picture.documentId);
      }}
      className="grid grid-cols-5 gap-2"
    >
      {recent.map(({ documentId, url }, index) => (
        <RadioGroup.Item
          key={documentId}
          value={documentId}
          aria-label={t('picture.recentChoice', { n: index + 1 })}
          className="overflow-hidden rounded-xl ring-1 ring-line data-[state=checked]:ring-2 data-[state=checked]:ring-accent"
        >
          <Picture url={url} alt="" className="aspect-square w-full" />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
