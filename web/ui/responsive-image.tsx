import type { CSSProperties } from 'react';
import type { Picture } from '#contract/media.ts';
import { renditionUrl, srcSet } from '#contract/media-urls.ts';

export type PictureProps = {
  /** The `sizes` attribute: how wide the picture is shown. */
  sizes: string;
  /** Loads at once and with priority: for what is visible before scrolling. */
  eager?: boolean;
  /** Loads before it comes into view: for what is likely to be needed next. */
  soon?: boolean;
  className?: string;
};

type Props = PictureProps & {
  picture: Picture;
  style?: CSSProperties;
  /** Overrides the picture's alternative text; '' if the text beside it says the same. */
  alt?: string;
};

/** A picture in the rendition that fits the screen; a blurred placeholder fills its space until it arrives. */
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
