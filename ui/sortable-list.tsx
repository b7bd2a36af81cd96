import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { moveTo } from '#ui/lib/move-to.ts';
import { IconButton } from './button.tsx';
import { ArrowDownIcon } from './icons.tsx';
import { ArrowUpIcon, GripIcon } from './tool-icons.tsx';

type Item = {
  key: string;
  name: string;
};

type Props<T extends Item> = {
  items: T[];
  onChange: (items: T[]) => void;
  /** For screen readers. */
  label: string;
  disabled?: boolean;
  children: (item: T) => ReactNode;
  actions: (item: T) => ReactNode;
  isMovable?: (item: T) => boolean;
  below?: (item: T) => ReactNode;
};

export function SortableList<T extends Item>(props: Props<T>) {
  const {
    items,
    onChange,
    label,
    disabled = false,
    children,
    actions,
    isMovable = () => true,
    below,
  } = props;
  const list = useRef<HTMLUListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const refocus = useRef<{ key: string; direction: 'earlier' | 'later' } | null>(null);

  const move = (key: string, index: number) => {
    const item = items.find((candidate) => candidate.key === key);
    if (!item || index < 0 || index >= items.length) return;
    onChange(moveTo(items, key, index));
    setAnnouncement(`${item.name} is now number ${index + 1} of ${items.length}.`);
  };

  // A moved row loses the focus of its button; at either end the other button gets it.
  useLayoutEffect(() => {
    if (!refocus.current) return;
    const { key, direction } = refocus.current;
    refocus.current = null;
    const buttons = [
      ...(list.current?.querySelectorAll<HTMLButtonElement>(`[data-item="${key}"] [data-move]`) ??
        []),
    ];
    const same = buttons.find((button) => button.dataset.move === direction && !button.disabled);
    (same ?? buttons.find((button) => !button.disabled))?.focus();
  });

  // On the window: the row moves in the page while it is dragged, and would lose a pointer capture.
  useEffect(() => {
    if (dragged === null) return;
    const follow = (event: PointerEvent) => {
      const under = document
        .elementFromPoint(event.clientX, event.clientY)
        ?.closest<HTMLElement>('[data-item]');
      if (!under || !list.current?.contains(under) || under.dataset.item === dragged) return;
      move(
        dragged,
        items.findIndex(({ key }) => key === under.dataset.item),
      );
    };
    const end = () => setDragged(null);
    window.addEventListener('pointermove', follow);
    window.addEventListener('pointerup', end);
    window.addEventListener('pointercancel', end);
    return () => {
      window.removeEventListener('pointermove', follow);
      window.removeEventListener('pointerup', end);
      window.removeEventListener('pointercancel', end);
    };
  });

  const moveButton = ({ key, name }: T, direction: 'earlier' | 'later', index: number) => (
    <IconButton
      label={`Move ${name} ${direction}`}
      data-move={direction}
      disabled={disabled || index < 0 || index >= items.length}
      onClick={() => {
        refocus.current = { key, direction };
        move(key, index);
      }}
    >
      {direction === 'earlier' ? <ArrowUpIcon /> : <ArrowDownIcon />}
    </IconButton>
  );

  return (
    <>
      <ul ref={list} aria-label={label} className="border-t border-line">
        {items.map((item, index) => (
          <li
            key={item.key}
            data-item={item.key}
            className={`flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line py-3 ${dragged === item.key ? 'bg-raised' : ''}`}
          >
            <span
              aria-hidden="true"
              title="Drag to another place"
              className={`grid h-16 w-7 shrink-0 touch-none place-items-center text-quiet select-none ${disabled ? 'opacity-40' : 'cursor-grab active:cursor-grabbing'}`}
              onPointerDown={(event) => {
                if (disabled || event.button !== 0) return;
                event.preventDefault();
                setDragged(item.key);
              }}
            >
              <GripIcon />
            </span>
            {children(item)}
            <div className="ml-auto flex shrink-0">
              {isMovable(item) && (
                <>
                  {moveButton(item, 'earlier', index - 1)}
                  {moveButton(item, 'later', index + 1)}
                </>
              )}
              {actions(item)}
            </div>
            {below?.(item)}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}
