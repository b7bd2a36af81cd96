import type { CSSProperties } from 'react';
import type { Picture } from '#core/contract/media/media.ts';
import { boundsOf, cornersOf } from '#core/contract/media/outline.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

const percent = (value: number) => `${Math.round(value * 1e4) / 100}%`;

export function CutOut({
  picture,
  outline,
  sizes,
}: {
  picture: Picture;
  outline: string | null;
  sizes: string;
}) {
  if (outline === null)
    return (
      <ResponsiveImage
        picture={picture}
        alt=""
        eager
        sizes={sizes}
        className="size-full object-cover"
      />
    );
  const corners = cornersOf(outline);
  const box = boundsOf(corners);
  const line = corners.map(
    ([x, y]) => `${percent((x - box.x) / box.width)} ${percent((y - box.y) / box.height)}`,
  );
  const place: CSSProperties = {
    width: percent(1000 / box.width),
    height: percent(1000 / box.height),
    left: percent(-box.x / box.width),
    top: percent(-box.y / box.height),
  };
  return (
    <div
      className="relative size-full overflow-hidden"
      style={{ clipPath: `polygon(${line.join(',')})` }}
    >
      <ResponsiveImage
        picture={picture}
        alt=""
        eager
        sizes={sizes}
        className="absolute! max-w-none"
        style={place}
      />
    </div>
  );
}
