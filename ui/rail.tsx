import { type ReactNode, useRef, useState } from 'react';
import { ArrowDownIcon } from './icons.tsx';

/** The open link has `aria-current`. */
export const railLink =
  '-ml-3 flex min-h-11 items-center border-l-2 border-transparent pl-2.5 text-fine text-ink no-underline hover:text-accent aria-[current]:border-accent aria-[current]:text-accent xl:min-h-9';

type Props = {
  label: string;
  button?: string;
  className?: string;
  endsRow?: boolean;
  /** Folded also where there is room. */
  isMenu?: boolean;
  panel?: string;
  /** @param fold folds it away again. */
  children: (fold: () => void) => ReactNode;
};

/** Where there is no room beside the page, a button unfolds the links. */
export function Rail({
  label,
  button: words = label,
  className = '',
  endsRow = false,
  isMenu = false,
  panel = '',
  children,
}: Props) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const fold = () => {
    setOpen(false);
    // What is folded away must not take the focus with it.
    button.current?.focus();
  };
  return (
    <nav aria-label={label} className={endsRow ? `max-xl:contents ${className}` : className}>
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        className={`flex items-center justify-between gap-3 ${isMenu ? '' : 'xl:hidden'} ${endsRow ? 'min-h-11' : 'min-h-12 w-full'}`}
        onClick={() => setOpen(!isOpen)}
      >
        <span>{words}</span>
        <ArrowDownIcon
          className={`size-4 text-quiet transition-transform motion-reduce:transition-none ${isOpen ? 'rotate-180' : ''}`}
        />
      </button>
      <div className={`${panel} ${isOpen ? '' : isMenu ? 'hidden' : 'max-xl:hidden'}`}>
        {children(fold)}
      </div>
    </nav>
  );
}
