// Runs in every document before the page's own scripts, in a world that the page cannot reach, and tells what the mouse
// and the keyboard do there. Only what the browser itself counts as a user's doing is told: what a script of the page
// does is not. Text that is typed is counted, never told.
(function watch(name) {
  const tell = globalThis[name];
  if (tell === undefined) return;
  const MAX_TEXT = 80;
  const HOVER_MS = 400;
  const short = (text) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT);
  /** As a user would call it: kind, and name or text. */
  const say = (node) => {
    const element =
      node instanceof Element ? (node.closest('a,button,input,select,textarea,label,canvas,[role]') ?? node) : null;
    if (element === null) return '';
    const label = element.labels?.[0]?.textContent ?? undefined;
    const named = element.getAttribute('aria-label') ?? label ?? element.getAttribute('placeholder') ?? undefined;
    if (element === document.body || element === document.documentElement) return 'page';
    const kind = element.getAttribute('role') ?? element.localName;
    const text = short(named ?? element.getAttribute('title') ?? element.textContent);
    return text === '' ? kind : `${kind} "${text}"`;
  };
  const isFrame = window !== window.top;
  const send = (type, target, more = {}) => {
    const canvas = target instanceof HTMLCanvasElement ? { canvas: true } : {};
    tell(
      JSON.stringify({
        type,
        target: say(target),
        url: location.href,
        ...(isFrame ? { frame: true } : {}),
        ...canvas,
        ...more,
      }),
    );
  };

  /** Each by itself, since the page may go at once; whoever is told joins them. */
  const tellKeys = (target, characters, key = '') => send('keys', target, { characters, detail: key });

  let hover;
  let hovered = null;
  let down;
  let scroll;
  const forgetHover = () => clearTimeout(hover?.timer);

  const listeners = [];
  const listen = () => {
    for (const [kind, listener] of listeners) addEventListener(kind, listener, { capture: true, passive: true });
  };
  const on = (kind, act) => listeners.push([kind, (event) => event.isTrusted && act(event)]);
  // A document that is written anew forgets who listened; adding a listener that is there already does nothing.
  new MutationObserver(listen).observe(document, { childList: true });

  on('mousemove', (event) => {
    if (down !== undefined) {
      down.moved ||= Math.hypot(event.clientX - down.x, event.clientY - down.y) > 4;
      return;
    }
    if (hover?.target === event.target) return;
    forgetHover();
    const target = event.target;
    const timer = setTimeout(() => {
      if (hovered === target) return;
      hovered = target;
      send('hover', target);
    }, HOVER_MS);
    hover = { target, timer };
  });
  on('mousedown', (event) => {
    forgetHover();
    hovered = event.target;
    down = { x: event.clientX, y: event.clientY, target: event.target, button: event.button, moved: false };
  });
  on('mouseup', (event) => {
    const from = down;
    down = undefined;
    if (from === undefined) return;
    if (from.moved) send('drag', from.target, { detail: `to ${say(event.target)}` });
    else
      send(
        'click',
        from.target,
        from.button === 2 ? { detail: 'right' } : event.detail > 1 ? { detail: 'double' } : {},
      );
  });
  on('dragend', (event) => {
    if (down === undefined) return;
    down = undefined;
    send('drag', event.target);
  });
  on('keydown', (event) => {
    const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
    const modifiers = [event.ctrlKey && 'Control', event.altKey && 'Alt', event.metaKey && 'Meta'].filter(Boolean);
    if (isText) tellKeys(event.target, 1);
    else if (!['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) {
      tellKeys(event.target, 0, [...modifiers, event.key.length === 1 ? event.key.toUpperCase() : event.key].join('+'));
    }
  });
  on('input', (event) => {
    const { inputType, data, target } = event;
    // Put in as a whole, without a key being pressed.
    if (inputType === 'insertText' && data != null && data.length > 1) tellKeys(target, data.length);
  });
  on('wheel', (event) => {
    clearTimeout(scroll?.timer);
    const target = event.target;
    scroll = { target, timer: setTimeout(() => send('scroll', target), 300) };
  });
  on('change', (event) => {
    const { target } = event;
    if (target instanceof HTMLInputElement && target.type === 'file') {
      send('upload', target, { detail: `${target.files?.length ?? 0} files` });
    }
  });
  for (const kind of ['copy', 'cut', 'paste']) on(kind, (event) => send('clipboard', event.target, { detail: kind }));
  if (!isFrame) {
    let size = `${innerWidth}x${innerHeight}`;
    on('resize', () => {
      const now = `${innerWidth}x${innerHeight}`;
      if (now === size) return;
      size = now;
      // What a driver opens is given its size before it shows anything.
      if (location.href === 'about:blank') return;
      send('resize', null, { detail: now });
    });
  }
  listen();
})('__bugsweep');
