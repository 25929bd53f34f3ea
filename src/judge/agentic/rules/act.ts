import type { Place } from '../../../schema/index.ts';

/** Something on the page, as a person points at it. */
export interface Target {
  /**
   * How to look for it. `control`: anything to press or fill in that has this name; `part`: what has other things in
   * it, and is called so or shows this; `it`: what was last spoken of, before that is put in.
   */
  by: { kind: 'role'; role: string } | { kind: 'control' | 'text' | 'part' | 'it' } | { kind: 'place'; place: Place };
  /** What it is called, or for a part of the page, a text in it. */
  name?: string;
  /** From 1; -1 is the last one. */
  nth?: number;
  within?: Target;
  /** "the checkbox of "Old invoices"": that is called so, or lies in what shows this. */
  of?: string;
  /** Said with "the". */
  isDefinite?: true;
  /** Named earlier in the step, and not here. */
  isMention?: true;
  /** The words that it was said in. */
  said: string;
}

/** What shall be seen. */
export type Expectation =
  | { see: 'visible' | 'absent'; target: Target }
  | { see: 'count'; target: Target; count: number }
  | { see: 'state'; target: Target; state: State; holds: boolean }
  | { see: 'text' | 'contains' | 'value'; target: Target; text: string }
  | { see: 'colour'; target: Target; colour: string }
  | { see: 'above'; upper: Target; lower: Target }
  | { see: 'address' | 'title'; text: string };

export type State = 'on' | 'ticked' | 'enabled' | 'empty' | 'focused' | 'selected' | 'pressed';

export type Act =
  | { do: 'open'; address: string; inNewTab: boolean }
  | { do: 'click'; target: Target; how: 'once' | 'twice' | 'right' }
  | { do: 'hover' | 'scroll-to'; target: Target }
  | { do: 'type'; text: string; target?: Target }
  | { do: 'fill'; text: string; target: Target }
  | { do: 'press'; keys: string; times: number }
  | { do: 'tick'; target: Target; ticked: boolean }
  | { do: 'choose'; option: string; target: Target }
  /** `holding`: keys that are pressed before the mouse is let go, and let go after it. */
  | { do: 'drag'; from: Target; to: Target | { dx: number; dy: number }; holding?: string }
  | { do: 'scroll'; dy: number }
  | { do: 'reload' }
  | { do: 'back' | 'forward'; times: number }
  | { do: 'tab'; nth: number }
  | { do: 'close-tab' }
  /** For the questions of the browser's own that come after this. */
  | { do: 'answer'; accept: boolean }
  /** One of the file's own, by its words. */
  | { do: 'condition'; name: string }
  | { do: 'wait'; ms: number }
  | { do: 'wait-until'; expectation: Expectation; ms: number }
  | { do: 'expect'; expectation: Expectation };
