import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';

interface Frame {
  jpeg: Buffer;
  /** Milliseconds from the first frame. */
  atMs: number;
  /** The step that was being played. */
  step: number;
}

const FRAMES_PER_SECOND = 4;
/** Of all tabs together. What a page shows after that is in the trace alone. */
const MAX_BYTES = 16 << 20;
const SIZE = { width: 800, height: 600 };

/** What the tabs of a test showed, as a page that plays itself: no video encoder is needed, nor a player. */
export class Screencast {
  private readonly frames: Frame[] = [];
  private bytes = 0;
  private startedAt: number | undefined;

  /** `now` says whether this page is looked at, and which step is played. */
  async follow(page: Page, now: () => { isShown: boolean; step: number }): Promise<void> {
    const onFrame = ({ data, timestamp }: { data: Buffer; timestamp: number }) => {
      const { isShown, step } = now();
      if (!isShown || this.bytes + data.length > MAX_BYTES) return;
      this.startedAt ??= timestamp;
      this.bytes += data.length;
      this.frames.push({ jpeg: data, atMs: Math.round(timestamp - this.startedAt), step });
    };
    try {
      await page.screencast.start({ onFrame, size: SIZE, quality: 60, fps: FRAMES_PER_SECOND });
    } catch {
      // A tab that has closed meanwhile shows nothing.
    }
  }

  /** @returns the file's name in `dir`; undefined if nothing was shown */
  keep(dir: string, id: string, steps: readonly string[]): string | undefined {
    if (this.frames.length === 0) return undefined;
    const file = `${id.slice(0, 60)}-screencast.html`;
    writeFileSync(join(dir, file), pageOf(this.frames, steps));
    return file;
  }
}

/** Nothing in it is loaded from anywhere, and what the test says is text. */
function pageOf(frames: readonly Frame[], steps: readonly string[]): string {
  const json = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c');
  const shown = frames.map(({ jpeg, atMs, step }) => [atMs, step, jpeg.toString('base64')]);
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Screencast</title>
<style>body{font:15px sans-serif;margin:1rem}img{display:block;max-width:100%;border:1px solid #999}input{width:100%}</style>
<p id="step"></p><img id="frame" alt="what the page showed"><input id="at" type="range" min="0" value="0" aria-label="time"><button id="play">Play</button>
<script>
const steps = ${json(steps)}, frames = ${json(shown)};
const [step, frame, at, play] = ['step', 'frame', 'at', 'play'].map((id) => document.getElementById(id));
at.max = frames.length - 1;
const show = () => {
  const [ms, n, data] = frames[at.value];
  frame.src = 'data:image/jpeg;base64,' + data;
  step.textContent = (ms / 1000).toFixed(1) + ' s, step ' + n + ': ' + (steps[n - 1] ?? 'at the end');
};
let timer;
const next = () => {
  if (+at.value >= frames.length - 1) return;
  const pause = Math.min(2000, frames[+at.value + 1][0] - frames[at.value][0]);
  timer = setTimeout(() => { at.value = +at.value + 1; show(); next(); }, pause);
};
at.oninput = () => { clearTimeout(timer); show(); };
play.onclick = () => { clearTimeout(timer); if (+at.value >= frames.length - 1) at.value = 0; show(); next(); };
show();
</script></html>
`;
}
