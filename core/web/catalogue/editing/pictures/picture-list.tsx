import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { posterOf } from '#core/contract/media/media-urls.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { TrashIcon } from '#ui/edit-icons.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { SortableList } from '#ui/sortable-list.tsx';
import { FilePreview } from './file-preview.tsx';
import { detailOf, type PictureItem } from './picture-items.ts';

type Props = {
  items: PictureItem[];
  onChange: (items: PictureItem[]) => void;
  label: string;
  onRemove: (item: PictureItem) => void;
  disabled?: boolean;
  children?: (item: PictureItem) => ReactNode;
};

/** Removed ones stay until the form is saved. */
export function PictureList({
  items,
  onChange,
  label,
  onRemove,
  disabled = false,
  children,
}: Props) {
  const list = useRef<HTMLDivElement>(null);
  const removed = useRef<string>(undefined);
  const remove = (item: PictureItem) => {
    removed.current = item.key;
    onRemove(item);
  };
  // A picture that stays has another button now.
  useLayoutEffect(() => {
    if (removed.current === undefined) return;
    list.current
      ?.querySelector<HTMLElement>(`[data-item="${removed.current}"] [data-remove]`)
      ?.focus();
    removed.current = undefined;
  });
  return (
    <div ref={list}>
      <SortableList
        items={items}
        onChange={onChange}
        label={label}
        disabled={disabled}
        isMovable={({ isRemoved }) => !isRemoved}
        actions={(item) =>
          item.isRemoved ? (
            <Button
              look="outline"
              data-remove=""
              disabled={disabled}
              onClick={() => remove(item)}
              aria-label={`Undo: keep ${item.name}`}
            >
              Undo
            </Button>
          ) : (
            <IconButton
              label={`Remove ${item.name}`}
              data-remove=""
              disabled={disabled}
              onClick={() => remove(item)}
            >
              <TrashIcon />
            </IconButton>
          )
        }
        below={(item) =>
          !item.isRemoved && children && <div className="w-full pl-10">{children(item)}</div>
        }
      >
        {(item) => (
          <>
            <Thumb item={item} />
            <div className="min-w-0 flex-1 basis-24">
              <p className={`truncate ${item.isRemoved ? 'text-quiet line-through' : ''}`}>
                {item.name}
              </p>
              <p className="figures text-sm text-quiet">
                {item.isRemoved ? 'Removed when you save' : detailOf(item)}
              </p>
            </div>
          </>
        )}
      </SortableList>
    </div>
  );
}

function Thumb({ item: { source, isRemoved } }: { item: PictureItem }) {
  const size = `size-16 shrink-0 rounded-tag ${isRemoved ? 'opacity-35' : ''}`;
  if (source.kind === 'file') return <FilePreview file={source.file} className={size} />;
  return (
    <ResponsiveImage
      picture={posterOf(source.medium)}
      sizes="4rem"
      alt=""
      className={`${size} object-cover`}
    />
  );
}
