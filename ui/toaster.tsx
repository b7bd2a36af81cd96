import {
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { CloseIcon } from './icons.tsx';
import { dismissToast, type ShownToast } from './toast.ts';

const DURATION_MS = 5_000;
const SWIPE_THRESHOLD = 50;
/** Below this many pixels, a press does not begin to move it. */
const BEGINS = 3;
/** A screen reader says what comes into an element that it knows already. */
const KNOWN_MS = 100;
/** After it is said it goes: nobody is to come upon it again. */
const SAID_MS = 1_000;

const topLayer = () => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;

const holder = document.createElement('div');

/**
 * Keeps the toast in the open modal, because that makes the rest of the page inert, else in the
 * body.
 */
function useTopLayer(): void {
  useLayoutEffect(() => {
    const follow = () => {
      const layer = topLayer();
      if (holder.parentNode !== layer) layer.append(holder);
    };
    follow();
    const observer = new MutationObserver(follow);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => {
      observer.disconnect();
      holder.remove();
    };
  }, []);
}

function useCountdown(milliseconds: number, isPaused: boolean, onEnd: () => void): void {
  const left = useRef(milliseconds);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (isPaused) return;
    const begun = Date.now();
    const timer = setTimeout(() => end(), left.current);
    return () => {
      clearTimeout(timer);
      left.current -= Date.now() - begun;
    };
  }, [isPaused]);
}

function useSaid({ title, description, isSaid = true }: ShownToast): string {
  const [text, setText] = useState('');
  useEffect(() => {
    if (!isSaid) return;
    const begin = setTimeout(
      () => setText([title, description].filter(Boolean).join('. ')),
      KNOWN_MS,
    );
    const end = setTimeout(() => setText(''), KNOWN_MS + SAID_MS);
    return () => {
      clearTimeout(begin);
      clearTimeout(end);
    };
  }, [title, description, isSaid]);
  return text;
}

/** A swipe to the right, Escape or its button closes it; F8 moves the focus to it. */
export default function Toaster({ message }: { message: ShownToast }) {
  return <Shown key={message.id} message={message} />;
}

function Shown({ message }: { message: ShownToast }) {
  const list = useRef<HTMLOListElement>(null);
  const before = useRef<HTMLElement>(null);
  const [isPointed, setPointed] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const [isAway, setAway] = useState(false);
  // What is said stays where it was said first: in the place to which the toast moves, it would be
  // said again.
  const [layer] = useState(topLayer);
  const said = useSaid(message);
  const isBad = message.variant === 'destructive';
  useTopLayer();

  const close = () => {
    if (list.current?.contains(document.activeElement)) before.current?.focus();
    dismissToast(message.id);
  };
  useCountdown(message.duration ?? DURATION_MS, isPointed || isFocused || isAway, close);
  const swipe = useSwipe(close);

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'F8') {
      if (!isFocused) before.current = document.activeElement as HTMLElement;
      list.current?.focus();
    } else if (event.key === 'Escape' && !event.defaultPrevented) {
      // Where it has the focus, the key is meant for it alone: a dialog beneath it stays.
      if (isFocused) event.preventDefault();
      close();
    }
  });
  useEffect(() => {
    const key = (event: KeyboardEvent) => onKey(event);
    const look = ({ type }: Event) => setAway(type === 'blur');
    document.addEventListener('keydown', key);
    for (const type of ['blur', 'focus']) addEventListener(type, look);
    return () => {
      document.removeEventListener('keydown', key);
      for (const type of ['blur', 'focus']) removeEventListener(type, look);
    };
  }, []);

  const shown = createPortal(
    <section aria-label="Notifications (F8)">
      <ol
        ref={list}
        tabIndex={-1}
        onPointerMove={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onFocus={() => setFocused(true)}
        onBlur={() => setFocused(false)}
        // Covers neither the lines of a side panel nor its buttons: beside it, or beneath it where
        // there is no room. On a phone it lies beneath the header: the next step is at the bottom.
        className="fixed right-0 bottom-0 z-50 w-full max-w-md p-4 outline-none max-sm:top-(--header-height) max-sm:bottom-auto max-sm:p-2 in-[.from-right]:max-sm:static in-[.from-right]:max-sm:max-w-none in-[.from-right]:max-sm:p-2 in-[.from-right]:sm:right-96 in-[.from-right]:sm:w-[calc(100%-24rem)]"
      >
        <li
          {...swipe}
          className={`toast-in room flex touch-pan-y select-none items-start gap-3 rounded-panel border-l-4 p-4 pr-2 shadow-2xl shadow-black/40 ${isBad ? 'border-bad' : 'border-accent'}`}
        >
          <div className="min-w-0 flex-1">
            <p className="font-medium">{message.title}</p>
            {message.description && (
              <p className="mt-1 text-fine text-quiet wrap-anywhere">{message.description}</p>
            )}
          </div>
          {message.action && (
            <button
              type="button"
              onClick={() => {
                message.action?.onPress();
                close();
              }}
              className="min-h-11 shrink-0 px-3 text-link"
            >
              {message.action.label}
            </button>
          )}
          <button
            type="button"
            aria-label="Close"
            onClick={close}
            className="inline-grid size-11 shrink-0 place-items-center rounded-field hover:text-accent"
          >
            <CloseIcon />
          </button>
        </li>
      </ol>
    </section>,
    holder,
  );
  return (
    <>
      {shown}
      {createPortal(
        <p role="status" aria-live={isBad ? 'assertive' : 'polite'} className="sr-only">
          {said}
        </p>,
        layer,
      )}
    </>
  );
}

function useSwipe(onAway: () => void) {
  const pressed = useRef<number>(null);
  const [by, setBy] = useState(0);
  const letGo = () => {
    pressed.current = null;
    setBy(0);
  };
  return {
    style: { translate: `${by}px` },
    onPointerDown: ({ button, clientX, target }: PointerEvent) => {
      if (button === 0 && !(target as Element).closest('button')) pressed.current = clientX;
    },
    onPointerMove: ({ clientX, pointerId, currentTarget }: PointerEvent) => {
      if (pressed.current === null) return;
      const moved = Math.max(0, clientX - pressed.current);
      if (moved > BEGINS) currentTarget.setPointerCapture(pointerId);
      setBy(moved);
    },
    onPointerUp: ({ clientX }: PointerEvent) => {
      if (pressed.current !== null && clientX - pressed.current > SWIPE_THRESHOLD) onAway();
      letGo();
    },
    onPointerCancel: letGo,
  };
}
