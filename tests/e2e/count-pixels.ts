import { inflateSync } from 'node:zlib';

/** How many pixels of a PNG (8 bits a channel, not interlaced) have this colour. */
export function countPixels(png: Buffer, [red, green, blue]: readonly [number, number, number]): number {
  const width = png.readUInt32BE(16);
  const height = png.readUInt32BE(20);
  const channels = png[25] === 6 ? 4 : 3;
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; ) {
    const size = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + size));
    at += size + 12;
  }
  const data = inflateSync(Buffer.concat(parts));
  const stride = width * channels;
  let above = new Uint8Array(stride);
  let count = 0;
  for (let row = 0; row < height; row += 1) {
    const start = row * (stride + 1);
    const line = new Uint8Array(data.subarray(start + 1, start + 1 + stride));
    unfilter(data[start] ?? 0, line, above, channels);
    for (let x = 0; x < stride; x += channels) {
      if (line[x] === red && line[x + 1] === green && line[x + 2] === blue) count += 1;
    }
    above = line;
  }
  return count;
}

/** Puts back what a line of a PNG says by its neighbours. */
function unfilter(kind: number, line: Uint8Array, above: Uint8Array, channels: number): void {
  for (let i = 0; i < line.length; i += 1) {
    const left = i < channels ? 0 : (line[i - channels] ?? 0);
    const up = above[i] ?? 0;
    const corner = i < channels ? 0 : (above[i - channels] ?? 0);
    line[i] = (line[i] ?? 0) + ([0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0);
  }
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
