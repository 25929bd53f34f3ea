/** One press, or a text that was put in as a whole. */
export interface Press {
  target: string;
  url: string;
  /** Characters of text; never which. */
  characters: number;
  /** Name of a key that is no text. */
  key: string;
}

export interface KeyJoiner {
  press(press: Press): void;
  /** Tells what has been gathered; before anything else is told. */
  flush(): void;
}

const QUIET_MS = 1000;
const MAX_NAMES = 12;

/** Makes one action of what is typed without a pause into one element. */
export function joinKeys(tell: (keys: { target: string; url: string; detail: string }) => void): KeyJoiner {
  let open: { target: string; url: string; characters: number; names: string[]; timer: NodeJS.Timeout } | undefined;
  const flush = () => {
    if (open === undefined) return;
    clearTimeout(open.timer);
    const { target, url, characters, names } = open;
    open = undefined;
    const typed = characters === 0 ? [] : [characters === 1 ? '1 character' : `${characters} characters`];
    tell({ target, url, detail: [...typed, ...names].join(', ') });
  };
  return {
    press({ target, url, characters, key }) {
      if (open !== undefined && (open.target !== target || open.url !== url)) flush();
      open ??= { target, url, characters: 0, names: [], timer: setTimeout(flush, QUIET_MS) };
      open.characters += characters;
      if (key !== '' && open.names.length < MAX_NAMES) open.names.push(key);
      open.timer.refresh();
    },
    flush,
  };
}
