import { type Canvas, createCanvas } from '@napi-rs/canvas';

/** How a telephone was held over a page that lies on a desk. */
export interface Photo {
  /** Clockwise; near 90, 180 or 270 the page lies on its side or upside down. */
  readonly turnDeg: number;
  /** How much shorter the far edge of the page looks, as a share of the near one. */
  readonly keystone: number;
  /** Desk around the page, as a share of its width. */
  readonly margin: number;
}

type Point = readonly [number, number];

const DESK = [112, 94, 78] as const;

/** The page as the telephone sees it, desk and all. */
export function photograph(page: Canvas, { turnDeg, keystone, margin }: Photo): Canvas {
  const { width, height } = page;
  const inset = (width * keystone) / 2;
  const flat: readonly Point[] = [
    [inset, 0],
    [width - inset, 0],
    [width, height],
    [0, height],
  ];
  const turned = flat.map((corner) => turnedAbout(corner, [width / 2, height / 2], turnDeg));
  const left = Math.min(...turned.map(([x]) => x)) - width * margin;
  const top = Math.min(...turned.map(([, y]) => y)) - width * margin;
  const right = Math.max(...turned.map(([x]) => x)) + width * margin;
  const bottom = Math.max(...turned.map(([, y]) => y)) + width * margin;
  const photo = createCanvas(Math.round(right - left), Math.round(bottom - top));
  const toPage = inverse(
    squareTo(
      turned.map(([x, y]): Point => [x - left, y - top]) as unknown as readonly [Point, Point, Point, Point],
    ),
  );
  const from = page.getContext('2d').getImageData(0, 0, width, height).data;
  const context = photo.getContext('2d');
  const image = context.createImageData(photo.width, photo.height);
  const to = image.data;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = toPage;
  // A page has millions of pixels: nothing is allocated within.
  for (let y = 0, at = 0; y < photo.height; y += 1)
    for (let x = 0; x < photo.width; x += 1, at += 4) {
      const far = g * x + h * y + i;
      const pageX = ((a * x + b * y + c) / far) * (width - 1);
      const pageY = ((d * x + e * y + f) / far) * (height - 1);
      const isPage = pageX >= 0 && pageY >= 0 && pageX < width - 1 && pageY < height - 1;
      const column = Math.floor(pageX);
      const row = Math.floor(pageY);
      const right = pageX - column;
      const down = pageY - row;
      const first = (row * width + column) * 4;
      for (let color = 0; color < 3; color += 1) {
        const above = first + color;
        const below = above + width * 4;
        to[at + color] = isPage
          ? ((from[above] ?? 0) * (1 - right) + (from[above + 4] ?? 0) * right) * (1 - down) +
            ((from[below] ?? 0) * (1 - right) + (from[below + 4] ?? 0) * right) * down
          : (DESK[color] ?? 0);
      }
      to[at + 3] = 255;
    }
  context.putImageData(image, 0, 0);
  return photo;
}

function turnedAbout([x, y]: Point, [middleX, middleY]: Point, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  const [dx, dy] = [x - middleX, y - middleY];
  return [
    middleX + dx * Math.cos(angle) - dy * Math.sin(angle),
    middleY + dx * Math.sin(angle) + dy * Math.cos(angle),
  ];
}

/** Nine numbers, row by row. */
type Matrix = readonly number[];

/** The projection that takes the unit square to four corners: top left, top right, bottom right, bottom left. */
function squareTo([a, b, c, d]: readonly [Point, Point, Point, Point]): Matrix {
  const [dx1, dx2, sx] = [b[0] - c[0], d[0] - c[0], a[0] - b[0] + c[0] - d[0]];
  const [dy1, dy2, sy] = [b[1] - c[1], d[1] - c[1], a[1] - b[1] + c[1] - d[1]];
  const whole = dx1 * dy2 - dx2 * dy1;
  const g = (sx * dy2 - dx2 * sy) / whole;
  const h = (dx1 * sy - sx * dy1) / whole;
  return [
    b[0] - a[0] + g * b[0],
    d[0] - a[0] + h * d[0],
    a[0],
    b[1] - a[1] + g * b[1],
    d[1] - a[1] + h * d[1],
    a[1],
    g,
    h,
    1,
  ];
}

/** Up to a factor, which a projection does not notice. */
function inverse([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0]: Matrix): Matrix {
  return [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ];
}
