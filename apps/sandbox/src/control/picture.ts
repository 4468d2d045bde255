import { createCanvas } from '@napi-rs/canvas';

const SIDE = 512;

let drawn: Promise<Buffer> | undefined;

/** A small picture of a house in the evening: something to generate from. Drawn once. */
export function picture(): Promise<Buffer> {
  drawn ??= draw();
  return drawn;
}

function draw(): Promise<Buffer> {
  const canvas = createCanvas(SIDE, SIDE);
  const context = canvas.getContext('2d');
  const sky = context.createLinearGradient(0, 0, 0, SIDE);
  sky.addColorStop(0, '#2b4c8c');
  sky.addColorStop(0.65, '#e8a35c');
  context.fillStyle = sky;
  context.fillRect(0, 0, SIDE, SIDE);
  context.fillStyle = '#ffe7b0';
  context.beginPath();
  context.arc(390, 120, 44, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#3d6b45';
  context.beginPath();
  context.ellipse(SIDE / 2, 520, 420, 140, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#f4efe6';
  context.fillRect(146, 236, 220, 170);
  context.fillStyle = '#a5452f';
  context.beginPath();
  context.moveTo(120, 240);
  context.lineTo(256, 130);
  context.lineTo(392, 240);
  context.closePath();
  context.fill();
  context.fillStyle = '#ffd36b';
  for (const [x, y] of [
    [172, 268],
    [288, 268],
  ] as const) {
    context.fillRect(x, y, 52, 52);
  }
  context.fillStyle = '#6d4a33';
  context.fillRect(230, 326, 52, 80);
  return canvas.encode('png');
}
