import type { ReactNode } from 'react';
import type { Settings } from '#core/contract/admin/settings.ts';
import type { Picture } from '#core/contract/media/media.ts';
import { buttonClass } from '#ui/button.tsx';
import { ArrowDownIcon } from '#ui/icons.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

type Props = {
  hero: Settings['hero'];
  hasGallery: boolean;
  children?: ReactNode;
};

/** Two pixels a point are enough where a picture covers a desk's window, or half of a phone's. */
function sizesOf({ width, height }: Picture): string {
  const covering = (tall: number) => Math.ceil((tall * width) / height);
  return `(width<1024px) and (min-resolution:2.5dppx) ${covering(31)}vh,(width<1024px) max(100vw,${covering(45)}vh),max(100vw,min(${covering(94)}vh,${covering(60)}rem))`;
}

export function Hero({ hero, hasGallery, children }: Props) {
  return (
    <section
      className={`room relative isolate flex flex-col overflow-hidden ${hero.background ? 'min-h-[min(100svh-var(--header-height),60rem)]' : 'pt-14 md:py-24'}`}
    >
      {hero.background && (
        <div className="parallax relative -z-10 min-h-[22svh] flex-1 lg:absolute lg:inset-0">
          <ResponsiveImage
            picture={hero.background}
            sizes={sizesOf(hero.background)}
            eager
            alt=""
            className="hero-picture"
          />
          <div className="hero-veil" />
        </div>
      )}
      <div className="page mt-auto pt-8 pb-14 md:pb-20 lg:my-auto lg:py-0">
        <div
          className={`max-w-xl ${hero.background ? 'lg:max-w-[min(41vw,42rem)]' : 'lg:max-w-4xl'}`}
        >
          <h1 className="hero-title">
            {hero.title} <span className="block text-accent">{hero.subtitle}</span>
          </h1>
          <p className="mt-6 max-w-md text-lg text-balance whitespace-pre-line text-ink/85">
            {hero.description}
          </p>
          <div className="mt-8 flex flex-wrap gap-4 wrap-anywhere">
            {hero.ctaText.trim() !== '' && (hasGallery || hero.ctaUrl !== '#gallery') && (
              <a href={hero.ctaUrl} className={buttonClass('solid', 'px-7')}>
                {hero.ctaText}
              </a>
            )}
            {children}
          </div>
        </div>
      </div>
      {hasGallery && (
        <a href="#gallery" aria-label="Go to the gallery" className="hero-down">
          <ArrowDownIcon className="bounce size-6" />
        </a>
      )}
    </section>
  );
}
