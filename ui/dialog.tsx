import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { IconButton } from './button.tsx';
import { CloseIcon } from './icons.tsx';

type Props = {
  open: boolean;
  /**
   * Called on Escape, a click on the backdrop and the close button; the caller decides whether to
   * change `open`.
   */
  onClose: () => void;
  title: string;
  /** Hides the title from view, but not from screen readers. */
  titleHidden?: boolean;
  place?: 'center' | 'right' | 'full';
  closeLabel?: string;
  children: ReactNode;
};

const frames = {
  center: 'm-auto w-[min(100%-2rem,28rem)] max-h-[calc(100dvh-2rem)] rounded-panel',
  right:
    'from-right open:flex flex-col ml-auto mr-0 my-0 h-dvh max-h-none w-full max-w-none sm:w-96',
  full: 'room full-view',
};

export function Dialog({
  open,
  onClose,
  title,
  titleHidden = false,
  place = 'center',
  closeLabel = 'Close',
  children,
}: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const headingId = useId();

  // Before anything is drawn: the focus stays in a dialog, even when one dialog replaces another.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    dialog.showModal();
    // A form's first field rather than the close button.
    dialog.querySelector<HTMLElement>('[data-focus-first]')?.focus();
    // The element gives the focus back only if it is closed while still in the page.
    return () => dialog.close();
  }, [open]);

  return (
    <dialog
      ref={ref}
      aria-labelledby={headingId}
      className={`overscroll-contain bg-ground p-0 text-ink backdrop:bg-black/65 ${frames[place]}`}
      // Before the browser answers the key: at one Escape after others it closes the dialog itself,
      // whatever the caller decides.
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || event.nativeEvent.isComposing)
          return;
        event.preventDefault();
        onClose();
      }}
      onCancel={(event) => {
        event.preventDefault();
        // React bubbles the event up from a dialog inside this one.
        if (event.target === event.currentTarget) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      {open && (
        <div className={place === 'center' ? 'p-6' : 'flex h-full min-h-0 flex-col'}>
          <div
            className={`flex items-center justify-between gap-4 ${place === 'center' ? 'mb-4' : 'px-5 pt-3 pb-2'} ${titleHidden ? 'absolute top-1 right-1 z-10' : ''}`}
          >
            <h2 id={headingId} className={titleHidden ? 'sr-only' : 'text-2xl wrap-anywhere'}>
              {title}
            </h2>
            <IconButton
              label={closeLabel}
              onClick={onClose}
              className={titleHidden ? 'bg-ground/70' : '-mr-2'}
            >
              <CloseIcon />
            </IconButton>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
