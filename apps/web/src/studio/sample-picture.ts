import sampleUrl from './sample-picture.svg?url';

const WIDTH = 1280;
const HEIGHT = 720;

/** A picture for trying the page out, as a file like any other: it is uploaded and stored the usual way. */
export async function samplePicture(): Promise<File> {
  const image = new Image(WIDTH, HEIGHT);
  image.src = sampleUrl;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  canvas.getContext('2d')?.drawImage(image, 0, 0, WIDTH, HEIGHT);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (!blob) throw new Error('the sample picture could not be drawn');
  return new File([blob], 'sample-room.jpg', { type: 'image/jpeg' });
}
