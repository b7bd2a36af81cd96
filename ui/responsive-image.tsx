import type { CSSProperties } from 'react';
import type { Picture } from '#core/contract/media/media.ts';
import { renditionUrl, srcSet } from '#core/contract/media/media-urls.ts';

export type PictureProps = {
  sizes: string;
  /** Loads at once and with priority: for what is visible before scrolling. */
  eager?: boolean;
  /** Loads before it comes into view: for what is likely to be needed next. */
  soon?: boolean;
  /** Pixels of the widest useful rendition, where it is never shown large. */
  widest?: number;
  className?: string;
};

type Props = PictureProps & {
  picture: Picture;
  style?: CSSProperties;
  /** Replaces the alternative text; '' if the text beside it says the same. */
  alt?: string;
};

/** Pixels of the widest JPEG for a browser without AVIF. */
const WIDEST_JPEG = 1440;

/**
 * A blurred placeholder fills the space until the picture arrives. Browsers without AVIF, from
 * before 2023, get one JPEG whatever the screen.
 */
export function ResponsiveImage({
  picture,
  sizes,
  eager = false,
  soon = false,
  widest,
  className = '',
  style,
  alt,
}: Props) {
  const { id, width, height, widths, placeholder } = picture;
  return (
    <picture>
      <source type="image/avif" srcSet={srcSet(picture, widest)} sizes={sizes} />
      <img
        src={renditionUrl(
          id,
          widths.findLast((one) => one <= (widest ?? WIDEST_JPEG)) ?? widths[0] ?? 'full',
          'jpg',
        )}
        alt={alt ?? picture.alt}
        width={width}
        height={height}
        loading={eager || soon ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        className={className || undefined}
        style={placeholder ? { backgroundImage: `url(${placeholder})`, ...style } : style}
      />
    </picture>
  );
}
