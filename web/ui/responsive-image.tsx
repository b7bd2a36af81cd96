import type { CSSProperties } from 'react';
import type { Picture } from '#contract/media.ts';
import { renditionUrl, srcSet } from '#contract/media-urls.ts';

export type PictureProps = {
  /** How wide it is shown, as the `sizes` attribute has it. */
  sizes: string;
  /** Loaded at once and first: for what the visitor sees before scrolling. */
  eager?: boolean;
  /** Loaded without waiting until it comes into view: for what is likely to be asked for next. */
  soon?: boolean;
  className?: string;
};

type Props = PictureProps & {
  picture: Picture;
  style?: CSSProperties;
  /** Overrides the picture's own words; '' where the text beside it says the same. */
  alt?: string;
};

/** A picture in the renditions a screen needs, its place kept before it arrives and filled with its blurred placeholder. */
export function ResponsiveImage({ picture, sizes, eager = false, soon = false, className = '', style, alt }: Props) {
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(picture, 'avif')} sizes={sizes} />
      <img
        src={renditionUrl(picture.id, picture.widths.at(-1) ?? 'full', 'jpg')}
        srcSet={srcSet(picture, 'jpg')}
        sizes={sizes}
        alt={alt ?? picture.alt}
        width={picture.width}
        height={picture.height}
        loading={eager || soon ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        className={`bg-cover bg-center ${className}`}
        style={{ backgroundImage: `url(${picture.placeholder})`, ...style }}
      />
    </picture>
  );
}
