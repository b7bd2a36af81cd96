import * as Toast from '@radix-ui/react-toast';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { CloseIcon } from './icons.tsx';
import { dismissToast, type ShownToast } from './toast.ts';

const DURATION_MS = 5_000;
const SWIPE_THRESHOLD = 50;

const topLayer = () => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;

/**
 * The element to render a toast in: the open modal, because it makes the rest of the page inert, else the body. `isSaid`: it has been in the body before, and
 * has been read out.
 */
function useLayer() {
  const [place, setPlace] = useState({ layer: topLayer(), isSaid: false });
  useEffect(() => {
    const observer = new MutationObserver(() =>
      setPlace((before) => {
        const layer = topLayer();
        return layer === before.layer ? before : { layer, isSaid: before.isSaid || before.layer === document.body };
      }),
    );
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['open'] });
    return () => observer.disconnect();
  }, []);
  return place;
}

/** The visible toast: a swipe to the right, Escape or its button closes it; F8 moves the focus to it. */
export default function Toaster({ message }: { message: ShownToast }) {
  return <Shown key={message.id} message={message} />;
}

function Shown({ message }: { message: ShownToast }) {
  const { layer, isSaid } = useLayer();
  const isBad = message.variant === 'destructive';
  return createPortal(
    <Toast.Provider swipeDirection="right" swipeThreshold={SWIPE_THRESHOLD} duration={message.duration ?? DURATION_MS}>
      <Toast.Root
        type={isBad ? 'foreground' : 'background'}
        onOpenChange={(isOpen) => !isOpen && dismissToast(message.id)}
        className={`toast-in room flex items-start gap-3 rounded-[4px] border-l-4 p-4 pr-2 shadow-2xl shadow-black/40 data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${isBad ? 'border-bad' : 'border-accent'}`}
      >
        <div className="min-w-0 flex-1" data-radix-toast-announce-exclude={isSaid ? '' : undefined}>
          <Toast.Title className="font-medium">{message.title}</Toast.Title>
          {message.description && (
            <Toast.Description className="mt-1 text-fine text-quiet wrap-anywhere">{message.description}</Toast.Description>
          )}
        </div>
        {message.action && (
          <Toast.Action altText={message.action.label} onClick={message.action.onPress} className="min-h-11 shrink-0 px-3 text-link">
            {message.action.label}
          </Toast.Action>
        )}
        <Toast.Close aria-label="Close" className="inline-grid size-11 shrink-0 place-items-center rounded-[3px] hover:text-accent">
          <CloseIcon />
        </Toast.Close>
      </Toast.Root>
      <Toast.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        // Covers neither the lines of a side panel nor its buttons: beside it, or beneath it where there is no room.
        className="fixed right-0 bottom-0 z-50 w-full max-w-md p-4 outline-none in-[.from-right]:max-sm:static in-[.from-right]:max-sm:max-w-none in-[.from-right]:max-sm:p-2 in-[.from-right]:sm:right-96 in-[.from-right]:sm:w-[calc(100%-24rem)]"
      />
    </Toast.Provider>,
    layer,
  );
}
