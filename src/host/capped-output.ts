/** What a program prints, kept up to a size. */
export class CappedOutput {
  dropped = false;
  received = 0;
  private readonly chunks: Buffer[] = [];
  private size = 0;
  constructor(private readonly max: number) {}
  add(chunk: Buffer): void {
    this.received += chunk.length;
    const room = this.max - this.size;
    if (chunk.length > room) this.dropped = true;
    if (room > 0) this.chunks.push(chunk.subarray(0, room));
    this.size += Math.min(chunk.length, Math.max(room, 0));
  }
  bytes(): Buffer {
    return Buffer.concat(this.chunks);
  }
}
