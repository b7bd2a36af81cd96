import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { posterOf } from '#contract/media-urls.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ArrowDownIcon, TrashIcon } from '#web/ui/icons.tsx';
import { ResponsiveImage } from '#web/ui/responsive-image.tsx';
import { ArrowUpIcon, GripIcon } from '#web/ui/tool-icons.tsx';
import { FilePreview } from './file-preview.tsx';
import { detailOf, moveTo, type PictureItem } from './picture-items.ts';

type Props = {
  items: PictureItem[];
  onChange: (items: PictureItem[]) => void;
  /** The list's name for screen readers. */
  label: string;
  onRemove: (item: PictureItem) => void;
  disabled?: boolean;
  /** Further fields of a picture. */
  children?: (item: PictureItem) => ReactNode;
};

/** Pictures in their order, changed by dragging the handle or by the buttons; every move is announced. */
export function PictureList({ items, onChange, label, onRemove, disabled = false, children }: Props) {
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
    const buttons = [...(list.current?.querySelectorAll<HTMLButtonElement>(`[data-picture="${key}"] [data-move]`) ?? [])];
    const same = buttons.find((button) => button.dataset.move === direction && !button.disabled);
    (same ?? buttons.find((button) => !button.disabled))?.focus();
  });

  // On the window: the row moves in the page while it is dragged, and would lose a pointer capture.
  useEffect(() => {
    if (dragged === null) return;
    const follow = (event: PointerEvent) => {
      const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-picture]');
      if (!under || !list.current?.contains(under) || under.dataset.picture === dragged) return;
      move(
        dragged,
        items.findIndex(({ key }) => key === under.dataset.picture),
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

  return (
    <>
      <ul ref={list} aria-label={label} className="border-t border-line">
        {items.map((item, index) => (
          <li
            key={item.key}
            data-picture={item.key}
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
            <Thumb item={item} />
            <div className="min-w-0 flex-1 basis-24">
              <p className={`truncate ${item.isRemoved ? 'text-quiet line-through' : ''}`}>{item.name}</p>
              <p className="figures text-sm text-quiet">{item.isRemoved ? 'Removed when you save' : detailOf(item)}</p>
            </div>
            <div className="flex shrink-0">
              {item.isRemoved ? (
                <Button look="outline" disabled={disabled} onClick={() => onRemove(item)} aria-label={`Undo: keep ${item.name}`}>
                  Undo
                </Button>
              ) : (
                <>
                  <IconButton
                    label={`Move ${item.name} earlier`}
                    data-move="earlier"
                    disabled={disabled || index === 0}
                    onClick={() => {
                      refocus.current = { key: item.key, direction: 'earlier' };
                      move(item.key, index - 1);
                    }}
                  >
                    <ArrowUpIcon />
                  </IconButton>
                  <IconButton
                    label={`Move ${item.name} later`}
                    data-move="later"
                    disabled={disabled || index === items.length - 1}
                    onClick={() => {
                      refocus.current = { key: item.key, direction: 'later' };
                      move(item.key, index + 1);
                    }}
                  >
                    <ArrowDownIcon />
                  </IconButton>
                  <IconButton label={`Remove ${item.name}`} disabled={disabled} onClick={() => onRemove(item)}>
                    <TrashIcon />
                  </IconButton>
                </>
              )}
            </div>
            {!item.isRemoved && children && <div className="w-full pl-10">{children(item)}</div>}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </>
  );
}

function Thumb({ item: { source, isRemoved } }: { item: PictureItem }) {
  const size = `size-16 shrink-0 rounded-[2px] ${isRemoved ? 'opacity-35' : ''}`;
  if (source.kind === 'file') return <FilePreview file={source.file} className={size} />;
  return <ResponsiveImage picture={posterOf(source.medium)} sizes="4rem" alt="" className={`${size} object-cover`} />;
}
